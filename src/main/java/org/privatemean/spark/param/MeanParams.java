package org.privatemean.spark.param;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.DoubleArrayParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.param.StringArrayParam;
import org.privatemean.local.LocalMeanSpec;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.Bounds;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;
import org.privatemean.request.PersonRequest;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.RecentredSpec.CovarianceType;
import org.privatemean.request.Sampling;
import org.privatemean.request.Scaling;

/**
 * Params of {@code PrivateMean} only: bounds, the search of the method, the users of the local and
 * shuffle models, groups and persons. {@link ParamTable} has the doc of each.
 */
public abstract class MeanParams<M extends Model<M>, S extends MeanParams<M, S>>
    extends FitParams<M, S> {
  private static final long serialVersionUID = 1L;

  static final List<String> METHODS =
      List.of(
          ParamTable.AUTO,
          RecentredSpec.NAME,
          Method.SHIFTED_CLIPPED.label(),
          Method.CLIPPED.label());

  static final List<String> GRIDS =
      List.of(MeanSpec.Grid.GEOMETRIC.label(), MeanSpec.Grid.SQUARED.label());

  static final List<String> TRUST_MODELS = List.of("central", "local", "shuffle");

  /** Values of {@link #randomizer}. */
  public static final List<String> RANDOMIZERS =
      Stream.of(LocalMeanSpec.Randomizer.values()).map(LocalMeanSpec.Randomizer::label).toList();

  static final String PUBLIC = "public";
  static final String PRIVATE = "private";
  private static final int MAX_GROUPS = 1_000_000;
  private static final String ROWS = "rows";
  static final List<String> WEIGHTS = List.of("equal", ROWS);

  private final DoubleParam radius = positive("radius");
  private final DoubleParam sigmaMin = positive("sigmaMin");
  private final DoubleParam sigmaMax = positive("sigmaMax");
  private final DoubleParam resolution = positive("resolution");
  private final Param<String> method = oneOf("method", METHODS);
  private final Param<String> scaling =
      oneOf("scaling", Scaling.named().stream().map(Scaling::label).toList());
  private final Param<String> sampling =
      oneOf("sampling", Stream.of(Sampling.values()).map(Sampling::label).toList());
  private final Param<String> covarianceType =
      oneOf(
          "covarianceType", Stream.of(CovarianceType.values()).map(CovarianceType::label).toList());
  private final DoubleArrayParam scales =
      new DoubleArrayParam(this, "scales", ParamTable.doc("scales"));
  private final Param<String> startFrom = text("startFrom");
  private final DoubleParam clippingNorm = positive("clippingNorm");
  private final Param<String> thresholdGrid = oneOf("thresholdGrid", GRIDS);
  private final DoubleParam beta = share("beta", false);
  private final Param<String> trustModel = oneOf("trustModel", TRUST_MODELS);
  private final Param<String> idCol = text("idCol");
  private final DoubleParam honestFraction = share("honestFraction", true);
  private final Param<String> rounds = text("rounds");
  private final Param<String> randomizer = oneOf("randomizer", RANDOMIZERS);
  private final StringArrayParam groupCols = texts("groupCols");
  private final StringArrayParam publicKeys = texts("publicKeys");
  private final Param<String> publicKeysTable = text("publicKeysTable");
  private final Param<String> keySelection = oneOf("keySelection", List.of(PUBLIC, PRIVATE));
  private final DoubleParam keyDelta = share("keyDelta", false);
  private final IntParam maxGroups = atLeastOne("maxGroups");
  private final Param<String> personCol = text("personCol");
  private final Param<String> personWeight = oneOf("personWeight", WEIGHTS);
  private final IntParam maxRowsPerPerson =
      new IntParam(
          this,
          "maxRowsPerPerson",
          ParamTable.doc("maxRowsPerPerson"),
          ParamValidators.inRange(1.0, PrivacyUnit.MOST_WEIGHT));
  private final IntParam maxGroupsPerPerson = atLeastOne("maxGroupsPerPerson");

  /** Bound on the l2 norm of the mean, data units, positive; with sigmaMin and sigmaMax. */
  public final DoubleParam radius() {
    return radius;
  }

  public final double getRadius() {
    return (Double) $(radius);
  }

  public final S setRadius(double value) {
    return put(radius, value);
  }

  /** Lower bound on the standard deviation in every direction, data units, positive. */
  public final DoubleParam sigmaMin() {
    return sigmaMin;
  }

  public final double getSigmaMin() {
    return (Double) $(sigmaMin);
  }

  public final S setSigmaMin(double value) {
    return put(sigmaMin, value);
  }

  /** Upper bound on the standard deviation in every direction, data units, positive. */
  public final DoubleParam sigmaMax() {
    return sigmaMax;
  }

  public final double getSigmaMax() {
    return (Double) $(sigmaMax);
  }

  public final S setSigmaMax(double value) {
    return put(sigmaMax, value);
  }

  /** Resolution alpha, an l2 length in data units, positive; with bound or coordinateBound. */
  public final DoubleParam resolution() {
    return resolution;
  }

  public final double getResolution() {
    return (Double) $(resolution);
  }

  public final S setResolution(double value) {
    return put(resolution, value);
  }

  /** Returns the public bounds on the rows; empty if none are set. */
  final Optional<Bounds> bounds() {
    boolean statistical = isDefined(radius) || isDefined(sigmaMin) || isDefined(sigmaMax);
    boolean norm = isDefined(bound()) || isDefined(coordinateBound());
    if ((statistical && norm) || (isDefined(bound()) && isDefined(coordinateBound()))) {
      throw new ParamException(
          "bound",
          "more than one kind of bounds is set",
          "set either {radius} with {sigmaMin} and {sigmaMax}, or {bound}, or {coordinateBound}");
    }
    if (isDefined(resolution) && !norm) {
      throw new ParamException(
          "resolution",
          "{resolution} goes with {bound} or {coordinateBound} only",
          "with {radius}, {sigmaMin} sets it");
    }
    if (statistical) {
      return Optional.of(statisticalBounds());
    }
    if (isDefined(bound())) {
      return Optional.of(new Bounds.Ball(getBound(), optional(resolution)));
    }
    return isDefined(coordinateBound())
        ? Optional.of(new Bounds.Box(getCoordinateBound(), optional(resolution)))
        : Optional.empty();
  }

  private Bounds statisticalBounds() {
    for (DoubleParam param : List.of(radius, sigmaMin, sigmaMax)) {
      ParamTable.checkSet(this, param, "{radius}, {sigmaMin} and {sigmaMax} go together");
    }
    return new Bounds.Statistical(getRadius(), getSigmaMin(), getSigmaMax());
  }

  /** Mechanism: auto, recentred, shiftedClipped or clipped. Default auto, which is recentred. */
  public final Param<String> method() {
    return method;
  }

  public final String getMethod() {
    return $(method);
  }

  public final S setMethod(String value) {
    return put(method, value);
  }

  /** Unit of the error of coordinates for recentred: none, auto or standard. Default standard. */
  public final Param<String> scaling() {
    return scaling;
  }

  public final String getScaling() {
    return $(scaling);
  }

  public final S setScaling(String value) {
    return put(scaling, value);
  }

  /**
   * Sampling of the rows in the first steps of recentred: auto, none or always. With a {@link
   * #seed}, auto means none, and always gives the same bits for the same rows only in the same
   * partitions and order. Default auto.
   */
  public final Param<String> sampling() {
    return sampling;
  }

  public final String getSampling() {
    return $(sampling);
  }

  public final S setSampling(String value) {
    return put(sampling, value);
  }

  /**
   * Shape of the noise of recentred with 8 or more columns: diag, full or auto. Full and auto take
   * account of columns that move together. Default auto.
   */
  public final Param<String> covarianceType() {
    return covarianceType;
  }

  public final String getCovarianceType() {
    return $(covarianceType);
  }

  public final S setCovarianceType(String value) {
    return put(covarianceType, value);
  }

  /** Public scales of the coordinates, data units, in [1e-100, 1e100]; one each. No default. */
  public final DoubleArrayParam scales() {
    return scales;
  }

  public final double[] getScales() {
    return $(scales).clone();
  }

  public final S setScales(double[] value) {
    return put(scales, value.clone());
  }

  /** Path of a saved model from which method recentred starts. No default: the whole search. */
  public final Param<String> startFrom() {
    return startFrom;
  }

  public final String getStartFrom() {
    return $(startFrom);
  }

  /** Public clipping norm, data units, positive. Default: found privately. */
  public final DoubleParam clippingNorm() {
    return clippingNorm;
  }

  public final double getClippingNorm() {
    return (Double) $(clippingNorm);
  }

  public final S setClippingNorm(double value) {
    return put(clippingNorm, value);
  }

  /** Grid of the private search for the clipping norm: geometric or squared. Default geometric. */
  public final Param<String> thresholdGrid() {
    return thresholdGrid;
  }

  public final String getThresholdGrid() {
    return $(thresholdGrid);
  }

  public final S setThresholdGrid(String value) {
    return put(thresholdGrid, value);
  }

  /** Failure probability of the searches, in (0, 1). Default 0.001. */
  public final DoubleParam beta() {
    return beta;
  }

  public final double getBeta() {
    return (Double) $(beta);
  }

  public final S setBeta(double value) {
    return put(beta, value);
  }

  /** Returns the unit of the error of coordinates. */
  final Scaling units() {
    if (!isDefined(scales)) {
      return Scaling.of(getScaling());
    }
    if (isSet(scaling) && !getScaling().equals(Scaling.NONE.label())) {
      throw new ParamException(
          "scales",
          "public {scales} are set, but {scaling} is " + getScaling(),
          "unset one of the two");
    }
    return Scaling.by(getScales());
  }

  /** Returns the sampling mode: auto is none with a seed, as sampling depends on partitions. */
  final Sampling firstSteps() {
    Sampling requested = Sampling.of(getSampling());
    return requested == Sampling.AUTO && isDefined(seed()) ? Sampling.NONE : requested;
  }

  /** Checks that scales, if set, have one value per coordinate. */
  public final void checkScales(int dimension) {
    if (isDefined(scales) && getScales().length != dimension) {
      throw new ParamException(
          "scales",
          String.format(
              "{scales} has %d values, but rows have %d coordinates",
              getScales().length, dimension),
          "give one for each coordinate, in order");
    }
  }

  /** Returns true if the mechanism in the central model is the recentred mean. */
  final boolean isRecentred() {
    return getMethod().equals(METHODS.get(0)) || getMethod().equals(RecentredSpec.NAME);
  }

  /** Trust model of the rows: central, local or shuffle. Default central. */
  public final Param<String> trustModel() {
    return trustModel;
  }

  public final String getTrustModel() {
    return $(trustModel);
  }

  public final S setTrustModel(String value) {
    return put(trustModel, value);
  }

  /** Column that identifies the users of local and shuffle. Default: the position of the row. */
  public final Param<String> idCol() {
    return idCol;
  }

  public final String getIdCol() {
    return $(idCol);
  }

  public final S setIdCol(String value) {
    return put(idCol, value);
  }

  /** Assumed fraction of users in the shuffle model who add their noise, in (0, 1]. Default 1. */
  public final DoubleParam honestFraction() {
    return honestFraction;
  }

  public final double getHonestFraction() {
    return (Double) $(honestFraction);
  }

  public final S setHonestFraction(double value) {
    return put(honestFraction, value);
  }

  /** Maximum number of rounds of the shuffle model, 3 to 40, or auto. Default auto. */
  public final Param<String> rounds() {
    return rounds;
  }

  public final String getRounds() {
    return $(rounds);
  }

  public final S setRounds(String value) {
    return put(rounds, value);
  }

  /**
   * Randomizer of vectors in the local model: auto, privUnit, privUnitG or projUnit. Default auto:
   * the least expected error.
   */
  public final Param<String> randomizer() {
    return randomizer;
  }

  public final String getRandomizer() {
    return $(randomizer);
  }

  public final S setRandomizer(String value) {
    return put(randomizer, value);
  }

  /** Returns true in the local model, where no party is trusted with the rows. */
  public final boolean isLocal() {
    return getTrustModel().equals(TRUST_MODELS.get(1));
  }

  /** Returns true in the shuffle model, where only a shuffler is trusted. */
  public final boolean isShuffle() {
    return getTrustModel().equals(TRUST_MODELS.get(2));
  }

  /** Checks the number of rows, that is of users, with its name and the remedy for the message. */
  public final void checkUsers(String name, long rows, String remedy) {
    if (rows < 1 || rows > Integer.MAX_VALUE) {
      throw ParamException.of(
          "rows",
          String.format(
              "%s must be in [1, 2^31) with {trustModel} %s, where every row is a user: %s."
                  + " Provided value: %d",
              name, getTrustModel(), remedy, rows));
    }
  }

  /** Returns the public bounds, which the local and shuffle models require. */
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

  /** Columns whose values are the key of a row's group. No default: one mean of all rows. */
  public final StringArrayParam groupCols() {
    return groupCols;
  }

  public final String[] getGroupCols() {
    return $(groupCols).clone();
  }

  public final S setGroupCols(String... value) {
    return put(groupCols, value.clone());
  }

  /** Sets {@link #groupCols} to one column. */
  public final S setGroupCol(String value) {
    return setGroupCols(value);
  }

  /** Keys of the only group column, as text. The model contains all of them. No default. */
  public final StringArrayParam publicKeys() {
    return publicKeys;
  }

  public final String[] getPublicKeys() {
    return $(publicKeys).clone();
  }

  public final S setPublicKeys(String... value) {
    return put(publicKeys, value.clone());
  }

  /** Table or view of the keys, with exactly the group columns. No default. */
  public final Param<String> publicKeysTable() {
    return publicKeysTable;
  }

  public final String getPublicKeysTable() {
    return $(publicKeysTable);
  }

  public final S setPublicKeysTable(String value) {
    return put(publicKeysTable, value);
  }

  /** Source of the keys: public (a list) or private (noisy counts). Default public. */
  public final Param<String> keySelection() {
    return keySelection;
  }

  public final String getKeySelection() {
    return $(keySelection);
  }

  public final S setKeySelection(String value) {
    return put(keySelection, value);
  }

  /**
   * Probability, in (0, 1), that a private selection shows a key of only one row or person. Default
   * half of delta; no default with rho.
   */
  public final DoubleParam keyDelta() {
    return keyDelta;
  }

  public final double getKeyDelta() {
    return (Double) $(keyDelta);
  }

  public final S setKeyDelta(double value) {
    return put(keyDelta, value);
  }

  /** Maximum number of groups of a model, at least 1. Default 1,000,000. */
  public final IntParam maxGroups() {
    return maxGroups;
  }

  public final int getMaxGroups() {
    return (Integer) $(maxGroups);
  }

  public final S setMaxGroups(int value) {
    return put(maxGroups, value);
  }

  private StringArrayParam texts(String name) {
    return new StringArrayParam(this, name, ParamTable.doc(name));
  }

  /** Returns true if each group has its own mean. */
  public final boolean isGrouped() {
    return isDefined(groupCols);
  }

  /** Returns addRemove for groups: required by a private selection, a convention for a list. */
  @Override
  final Neighbours usualNeighbours() {
    return isGrouped() ? Neighbours.ADD_REMOVE : super.usualNeighbours();
  }

  final boolean selectsKeys() {
    return isGrouped() && getKeySelection().equals(PRIVATE);
  }

  /** Returns the failure probability of the private selection of keys. */
  final double deltaOfKeys() {
    boolean approximate = isDefined(delta());
    if (!isDefined(keyDelta())) {
      if (approximate) {
        return getDelta() / 2;
      }
      throw new ParamException(
          "keyDelta",
          "{keySelection} is private, but {keyDelta} is not set",
          "set {keyDelta} far below 1 / number of rows, such as 1e-6; with {epsilon} and {delta} it"
              + " is half of {delta}");
    }
    if (approximate && getKeyDelta() >= getDelta()) {
      throw new ParamException(
          "keyDelta",
          String.format(
              "{keyDelta} must be below {delta}, which pays for it. Provided: {keyDelta} %s,"
                  + " {delta} %s",
              getKeyDelta(), getDelta()),
          "lower it, or unset it for half of {delta}");
    }
    return getKeyDelta();
  }

  /** Column that identifies a row's person: string or integer. No default: the unit is a row. */
  public final Param<String> personCol() {
    return personCol;
  }

  public final String getPersonCol() {
    return $(personCol);
  }

  public final S setPersonCol(String value) {
    return put(personCol, value);
  }

  /** Weight of a person's mean: equal, or rows up to maxRowsPerPerson. Default equal. */
  public final Param<String> personWeight() {
    return personWeight;
  }

  public final String getPersonWeight() {
    return $(personWeight);
  }

  public final S setPersonWeight(String value) {
    return put(personWeight, value);
  }

  /** Maximum weight k of a person if personWeight is rows, 1 to 2^20. No default. */
  public final IntParam maxRowsPerPerson() {
    return maxRowsPerPerson;
  }

  public final int getMaxRowsPerPerson() {
    return (Integer) $(maxRowsPerPerson);
  }

  public final S setMaxRowsPerPerson(int value) {
    return put(maxRowsPerPerson, value);
  }

  /** Maximum number of groups in which a person counts, L, at least 1. Default 1. */
  public final IntParam maxGroupsPerPerson() {
    return maxGroupsPerPerson;
  }

  public final int getMaxGroupsPerPerson() {
    return (Integer) $(maxGroupsPerPerson);
  }

  public final S setMaxGroupsPerPerson(int value) {
    return put(maxGroupsPerPerson, value);
  }

  /** Returns the request for persons; empty if the unit is a row. */
  public final Optional<PersonRequest> persons() {
    checkGroupsPerPerson();
    if (!isDefined(personCol)) {
      checkUnusedWithoutPersons();
      return Optional.empty();
    }
    if (isDefined(inputCol()) && getPersonCol().equals(getInputCol())) {
      throw new ParamException(
          "personCol", "{personCol} and {inputCol} name one column", "name the column of the ids");
    }
    return Optional.of(new PersonRequest(getPersonCol(), mostWeight(), getMaxGroupsPerPerson()));
  }

  private void checkGroupsPerPerson() {
    boolean persons = isDefined(personCol);
    if (getMaxGroupsPerPerson() > 1 && !(persons && isGrouped())) {
      throw new ParamException(
          "maxGroupsPerPerson",
          String.format(
              "{maxGroupsPerPerson} is %d, but {%s} is not set",
              getMaxGroupsPerPerson(), persons ? "groupCols" : "personCol"),
          persons
              ? "unset it, or set {groupCols}"
              : "unset it, or set {personCol}: without it the guarantee protects single rows, "
                  + "each in one group");
    }
  }

  private void checkUnusedWithoutPersons() {
    for (Param<?> param : List.of(personWeight, maxRowsPerPerson)) {
      if (isSet(param) && !$(param).equals(WEIGHTS.get(0))) {
        throw new ParamException(
            param.name(),
            "{" + param.name() + "} is set, but {personCol} is not",
            "set {personCol}, or unset it");
      }
    }
  }

  private int mostWeight() {
    boolean weighted = getPersonWeight().equals(ROWS);
    if (weighted != isDefined(maxRowsPerPerson)) {
      throw new ParamException(
          "maxRowsPerPerson",
          weighted
              ? "{personWeight} is rows, but {maxRowsPerPerson} is not set"
              : "{maxRowsPerPerson} is set, but {personWeight} is equal",
          weighted
              ? "set {maxRowsPerPerson} to a public number, the maximum weight of a person"
              : "unset it, or set {personWeight} to rows");
    }
    return weighted ? getMaxRowsPerPerson() : 1;
  }

  public MeanParams(String uid) {
    super(uid);
    setDefault(method, METHODS.get(0));
    setDefault(scaling, Scaling.STANDARD.label());
    setDefault(sampling, Sampling.AUTO.label());
    setDefault(covarianceType, CovarianceType.AUTO.label());
    setDefault(thresholdGrid, GRIDS.get(0));
    setDefault(beta, MeanSpec.DEFAULT_BETA);
    setDefault(rounds, ParamTable.AUTO);
    setDefault(trustModel, TRUST_MODELS.get(0));
    setDefault(honestFraction, 1.0);
    setDefault(randomizer, RANDOMIZERS.get(0));
    setDefault(keySelection, PUBLIC);
    setDefault(maxGroups, MAX_GROUPS);
    setDefault(personWeight, WEIGHTS.get(0));
    setDefault(maxGroupsPerPerson, 1);
  }
}
