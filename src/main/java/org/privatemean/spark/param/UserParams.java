package org.privatemean.spark.param;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.Param;
import org.privatemean.local.LocalMeanSpec;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.Bounds;

/**
 * Params of who is trusted with the rows, and of the users where nobody is.
 *
 * @param <M> the model that a fit gives
 * @param <S> the stage itself
 */
public abstract class UserParams<M extends Model<M>, S extends UserParams<M, S>>
    extends SearchParams<M, S> {
  private static final long serialVersionUID = 1L;

  /** Values of {@link #trustModel}. */
  static final List<String> TRUST_MODELS = List.of("central", "local", "shuffle");

  /** Values of {@link #randomizer}. */
  public static final List<String> RANDOMIZERS =
      Stream.of(LocalMeanSpec.Randomizer.values()).map(LocalMeanSpec.Randomizer::label).toList();

  private final Param<String> trustModel = oneOf("trustModel", TRUST_MODELS);

  /** Returns who is trusted with the rows: central, local or shuffle. Default central. */
  public final Param<String> trustModel() {
    return trustModel;
  }

  /** Value of {@link #trustModel}. */
  public final String getTrustModel() {
    return $(trustModel);
  }

  /** Sets {@link #trustModel}. */
  public final S setTrustModel(String value) {
    set(trustModel, value);
    return self();
  }

  private final Param<String> idCol = text("idCol");

  /** Column that identifies the users of local and shuffle. No default: the place of the row. */
  public final Param<String> idCol() {
    return idCol;
  }

  /** Value of {@link #idCol}. */
  public final String getIdCol() {
    return $(idCol);
  }

  /** Sets {@link #idCol}. */
  public final S setIdCol(String value) {
    set(idCol, value);
    return self();
  }

  private final DoubleParam honestFraction = share("honestFraction", true);

  /** Share of the users whose noise the shuffle model counts on, in (0, 1]. Default 1. */
  public final DoubleParam honestFraction() {
    return honestFraction;
  }

  /** Value of {@link #honestFraction}. */
  public final double getHonestFraction() {
    return (Double) $(honestFraction);
  }

  /** Sets {@link #honestFraction}. */
  public final S setHonestFraction(double value) {
    set(honestFraction, value);
    return self();
  }

  private final Param<String> rounds = text("rounds");

  /** Most rounds that users of shuffle are asked in, 3 to 40, or auto. Default auto. */
  public final Param<String> rounds() {
    return rounds;
  }

  /** Value of {@link #rounds}. */
  public final String getRounds() {
    return $(rounds);
  }

  /** Sets {@link #rounds}. */
  public final S setRounds(String value) {
    set(rounds, value);
    return self();
  }

  private final Param<String> randomizer = oneOf("randomizer", RANDOMIZERS);

  /**
   * Returns what users of the local model report vectors with: auto, privUnit, privUnitG or
   * projUnit. Default auto: the least error to be expected.
   */
  public final Param<String> randomizer() {
    return randomizer;
  }

  /** Value of {@link #randomizer}. */
  public final String getRandomizer() {
    return $(randomizer);
  }

  /** Sets {@link #randomizer}. */
  public final S setRandomizer(String value) {
    set(randomizer, value);
    return self();
  }

  UserParams(String uid) {
    super(uid);
    setDefault(rounds, ParamTable.AUTO);
    setDefault(trustModel, TRUST_MODELS.get(0));
    setDefault(honestFraction, 1.0);
    setDefault(randomizer, RANDOMIZERS.get(0));
  }

  /** True if nobody is trusted with the rows. */
  public final boolean isLocal() {
    return getTrustModel().equals(TRUST_MODELS.get(1));
  }

  /** True if a shuffler alone is trusted. */
  public final boolean isShuffle() {
    return getTrustModel().equals(TRUST_MODELS.get(2));
  }

  /**
   * Checks the number of rows, that is of users.
   *
   * @param name what to call it
   * @param remedy what to do where it is none or too many
   * @throws ParamException if the rounds cannot be planned for that many
   */
  public final void checkUsers(String name, long rows, String remedy) {
    if (rows < 1 || rows > Integer.MAX_VALUE) {
      throw ParamException.of(
          "rows",
          String.format(
              "%s must be in [1, 2^31) with {trustModel} %s, where every row is a user: %s. Provided"
                  + " value: %d",
              name, getTrustModel(), remedy, rows));
    }
  }

  /**
   * The public bounds, which rounds of users need.
   *
   * @throws ParamException if there are none
   */
  final Bounds neededBounds() {
    return bounds()
        .orElseThrow(
            () ->
                new ParamException(
                    "bound",
                    String.format("{trustModel} %s needs a public bound", getTrustModel()),
                    "set {radius} with {sigmaMin} and {sigmaMax}, or {bound}, or"
                        + " {coordinateBound}"));
  }

  /** The column of the users' ids, if one is set. */
  public final Optional<String> ids() {
    return isDefined(idCol) ? Optional.of(getIdCol()) : Optional.empty();
  }
}
