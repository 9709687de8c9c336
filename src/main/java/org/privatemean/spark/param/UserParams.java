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
 * Params of the trust model, and of the users in the local and shuffle models.
 *
 * @param <M> model type of a fit
 * @param <S> type of the stage
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

  /** Trust model of the rows: central, local or shuffle. Default central. */
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

  /** Column that identifies the users of local and shuffle. Default: the position of the row. */
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

  /** Assumed fraction of users in the shuffle model who add their noise, in (0, 1]. Default 1. */
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

  /** Maximum number of rounds of the shuffle model, 3 to 40, or auto. Default auto. */
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
   * Randomizer of vectors in the local model: auto, privUnit, privUnitG or projUnit. Default auto:
   * the least expected error.
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

  /** Returns true in the local model, where no party is trusted with the rows. */
  public final boolean isLocal() {
    return getTrustModel().equals(TRUST_MODELS.get(1));
  }

  /** Returns true in the shuffle model, where only a shuffler is trusted. */
  public final boolean isShuffle() {
    return getTrustModel().equals(TRUST_MODELS.get(2));
  }

  /**
   * Checks the number of rows, that is of users.
   *
   * @param name name of the number in the message
   * @param remedy remedy for no rows or too many
   * @throws ParamException if the rounds cannot be planned for this number
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
   * Returns the public bounds, which the local and shuffle models require.
   *
   * @throws ParamException if no bounds are set
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

  /** Returns the column of the users' ids, if set. */
  public final Optional<String> ids() {
    return isDefined(idCol) ? Optional.of(getIdCol()) : Optional.empty();
  }
}
