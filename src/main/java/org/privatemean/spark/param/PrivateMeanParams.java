package org.privatemean.spark.param;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.Zcdp;
import org.privatemean.release.Guarantee;
import org.privatemean.request.Bounds;
import org.privatemean.request.BudgetSplit;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;
import org.privatemean.request.RecentredSpec;
import org.privatemean.rows.InvalidRows;

/** The params of {@code PrivateMean}, their getters, and the request that they add up to. */
public interface PrivateMeanParams extends Params {
  String AUTO = "auto";
  String ERROR = "error";
  String ZERO = "zero";
  String SKIP = "skip";
  String CENTRAL = "central";
  String LOCAL = "local";
  String SHUFFLE = "shuffle";

  /** Values of {@link #trustModel}. */
  List<String> TRUST_MODELS = List.of(CENTRAL, LOCAL, SHUFFLE);

  /** Values of {@link #method}. */
  List<String> METHODS =
      List.of(AUTO, RecentredSpec.NAME, Method.SHIFTED_CLIPPED.label(), Method.CLIPPED.label());

  /** Values of {@link #thresholdGrid}. */
  List<String> GRIDS = List.of(MeanSpec.Grid.GEOMETRIC.label(), MeanSpec.Grid.SQUARED.label());

  /** Values of {@link #handleInvalid}. */
  List<String> HANDLE_INVALID = List.of(ERROR, ZERO, SKIP);

  /** Values of {@link #scaling}. */
  List<String> SCALINGS =
      List.of(RecentredSpec.Scaling.NONE.label(), RecentredSpec.Scaling.AUTO.label());

  /** Values of {@link #neighbours}. */
  List<String> NEIGHBOURS = List.of(Neighbours.REPLACE.label(), Neighbours.ADD_REMOVE.label());

  /** Input column: ml Vector, array of double or array of float. No default. */
  Param<String> inputCol();

  /** Output column. Default: uid + "__output". */
  Param<String> outputCol();

  /** Who is trusted with the rows: central, local or shuffle. Default central. */
  Param<String> trustModel();

  /** Column that identifies the users of local and shuffle. No default: the place of the row. */
  Param<String> idCol();

  /** Share of the users whose noise the shuffle model counts on, in (0, 1]. Default 1. */
  DoubleParam honestFraction();

  /** Budget in rho-zCDP, positive. No default; either this or epsilon and delta. */
  DoubleParam rho();

  /** Budget epsilon of (epsilon, delta)-DP, positive; alone in the local model. No default. */
  DoubleParam epsilon();

  /** Budget delta of (epsilon, delta)-DP, in (0, 1). No default. */
  DoubleParam delta();

  /** Mechanism: auto, recentred, shiftedClipped or clipped. Default auto, which is recentred. */
  Param<String> method();

  /** Bound on the l2 norm of the mean, data units, positive; with sigmaMin and sigmaMax. */
  DoubleParam radius();

  /** Lower bound on the standard deviation in every direction, data units, positive. */
  DoubleParam sigmaMin();

  /** Upper bound on the standard deviation in every direction, data units, positive. */
  DoubleParam sigmaMax();

  /** Bound on the l2 norm of every row, data units, positive; not needed for recentred. */
  DoubleParam bound();

  /** Another name for {@link #bound}, for recentred; data units, positive. No default. */
  DoubleParam maxNorm();

  /** Norm below which recentred need not look, data units, positive. No default. */
  DoubleParam minNorm();

  /** What recentred does about coordinates of unequal spread: none or auto. Default none. */
  Param<String> scaling();

  /** Whom the guarantee protects: replace or addRemove. Default replace. */
  Param<String> neighbours();

  /** Bound on the absolute value of every coordinate, data units, positive. */
  DoubleParam coordinateBound();

  /** Resolution alpha, an l2 length in data units, positive; with bound or coordinateBound. */
  DoubleParam resolution();

  /** Public clipping norm, data units, positive. Default: found privately. */
  DoubleParam clippingNorm();

  /** Grid of the private clipping norm: geometric or squared. Default geometric. */
  Param<String> thresholdGrid();

  /** Number of coordinates, at least 1. Default: the column's metadata. */
  IntParam dimension();

  /** Failure probability of the searches, in (0, 1). Default 0.001. */
  DoubleParam beta();

  /** What becomes of invalid rows: error, zero, or skip under addRemove. Default error. */
  Param<String> handleInvalid();

  /** Seed for tests and reproduction; whoever knows it can undo the noise. No default. */
  LongParam seed();

  /** Value of {@link #inputCol}. */
  default String getInputCol() {
    return $(inputCol());
  }

  /** Value of {@link #outputCol}. */
  default String getOutputCol() {
    return $(outputCol());
  }

  /** Value of {@link #trustModel}. */
  default String getTrustModel() {
    return $(trustModel());
  }

  /** Value of {@link #idCol}. */
  default String getIdCol() {
    return $(idCol());
  }

  /** Value of {@link #honestFraction}. */
  default double getHonestFraction() {
    return (Double) $(honestFraction());
  }

  /** Value of {@link #rho}. */
  default double getRho() {
    return (Double) $(rho());
  }

  /** Value of {@link #epsilon}. */
  default double getEpsilon() {
    return (Double) $(epsilon());
  }

  /** Value of {@link #delta}. */
  default double getDelta() {
    return (Double) $(delta());
  }

  /** Value of {@link #method}. */
  default String getMethod() {
    return $(method());
  }

  /** Value of {@link #radius}. */
  default double getRadius() {
    return (Double) $(radius());
  }

  /** Value of {@link #sigmaMin}. */
  default double getSigmaMin() {
    return (Double) $(sigmaMin());
  }

  /** Value of {@link #sigmaMax}. */
  default double getSigmaMax() {
    return (Double) $(sigmaMax());
  }

  /** Value of {@link #bound}. */
  default double getBound() {
    return (Double) $(bound());
  }

  /** Value of {@link #coordinateBound}. */
  default double getCoordinateBound() {
    return (Double) $(coordinateBound());
  }

  /** Value of {@link #maxNorm}. */
  default double getMaxNorm() {
    return (Double) $(maxNorm());
  }

  /** Value of {@link #minNorm}. */
  default double getMinNorm() {
    return (Double) $(minNorm());
  }

  /** Value of {@link #scaling}. */
  default String getScaling() {
    return $(scaling());
  }

  /** Value of {@link #neighbours}. */
  default String getNeighbours() {
    return $(neighbours());
  }

  /** Value of {@link #resolution}. */
  default double getResolution() {
    return (Double) $(resolution());
  }

  /** Value of {@link #clippingNorm}. */
  default double getClippingNorm() {
    return (Double) $(clippingNorm());
  }

  /** Value of {@link #thresholdGrid}. */
  default String getThresholdGrid() {
    return $(thresholdGrid());
  }

  /** Value of {@link #dimension}. */
  default int getDimension() {
    return (Integer) $(dimension());
  }

  /** Value of {@link #beta}. */
  default double getBeta() {
    return (Double) $(beta());
  }

  /** Value of {@link #handleInvalid}. */
  default String getHandleInvalid() {
    return $(handleInvalid());
  }

  /** Value of {@link #seed}. */
  default long getSeed() {
    return (Long) $(seed());
  }

  /** Whether nobody is trusted with the rows. */
  default boolean isLocal() {
    return getTrustModel().equals(LOCAL);
  }

  /** Whether a shuffler alone is trusted. */
  default boolean isShuffle() {
    return getTrustModel().equals(SHUFFLE);
  }

  /** The rule for invalid rows. */
  default InvalidRows invalidRows() {
    return InvalidRows.valueOf(getHandleInvalid().toUpperCase(Locale.ROOT));
  }

  /**
   * The guarantee asked for in the central model.
   *
   * @throws IllegalArgumentException unless exactly one of rho and (epsilon, delta) is set
   */
  default Guarantee guarantee() {
    boolean approximate = isDefined(epsilon()) || isDefined(delta());
    if (isDefined(rho()) == approximate) {
      throw new IllegalArgumentException(
          approximate
              ? "both rho and epsilon or delta are set: set either rho, or epsilon and delta"
              : "the privacy budget is not set: set either rho, or epsilon and delta");
    }
    PrivacyUnit unit = PrivacyUnit.row(Neighbours.of(getNeighbours()));
    if (!approximate) {
      return new Guarantee.Concentrated(new Zcdp(getRho()), unit);
    }
    if (!isDefined(epsilon()) || !isDefined(delta())) {
      throw new IllegalArgumentException(
          "epsilon and delta must be set together: the central model has no pure epsilon-DP method"
              + " (trustModel local has)");
    }
    ApproxDp asked = new ApproxDp(getEpsilon(), getDelta());
    return new Guarantee.Approximate(asked, Conversions.rhoDown(asked), unit);
  }

  /**
   * The request for a guarantee in the central model.
   *
   * @throws IllegalArgumentException if params are missing, contradict each other or are out of
   *     range
   */
  default MeanRequest request(Guarantee guarantee) {
    refuseUsersParam(isDefined(idCol()), "idCol is set, but it belongs to trustModel local and");
    refuseUsersParam(
        isSet(honestFraction()), "honestFraction is set, but it belongs to trustModel");
    PrivacyUnit unit = guarantee.unit();
    if (invalidRows() == InvalidRows.SKIP && unit.isCountPublic()) {
      throw new IllegalArgumentException(
          "handleInvalid skip changes the number of rows, which neighbours replace makes public: set"
              + " neighbours to addRemove, or handleInvalid to zero");
    }
    double rho = guarantee.zcdp().rho();
    return isRecentred() ? recentred(rho, unit) : clipped(rho, unit);
  }

  private void refuseUsersParam(boolean set, String fact) {
    if (set) {
      throw new IllegalArgumentException(fact + " shuffle: unset it");
    }
  }

  private boolean isRecentred() {
    return getMethod().equals(AUTO) || getMethod().equals(RecentredSpec.NAME);
  }

  private RecentredSpec recentred(double rho, PrivacyUnit unit) {
    refuse(
        List.of(resolution(), clippingNorm()),
        "recentred finds its own: unset it, or choose shiftedClipped or clipped");
    RecentredSpec.Scaling wanted =
        getScaling().equals(AUTO) ? RecentredSpec.Scaling.AUTO : RecentredSpec.Scaling.NONE;
    return new RecentredSpec(rho, optional(minNorm()), bounds(), wanted, unit);
  }

  private MeanSpec clipped(double rho, PrivacyUnit unit) {
    refuse(List.of(minNorm(), maxNorm()), "it belongs to method recentred: unset it or set bound");
    Method clipped =
        getMethod().equals(Method.CLIPPED.label()) ? Method.CLIPPED : Method.SHIFTED_CLIPPED;
    OptionalDouble norm = optional(clippingNorm());
    return new MeanSpec(
        clipped,
        rho,
        bounds(),
        norm,
        getBeta(),
        MeanSpec.Grid.of(getThresholdGrid()),
        BudgetSplit.paper(clipped == Method.SHIFTED_CLIPPED, norm.isEmpty()),
        unit);
  }

  private void refuse(List<DoubleParam> params, String remedy) {
    for (DoubleParam param : params) {
      if (isDefined(param)) {
        throw new IllegalArgumentException(
            String.format(
                "%s is set, but the chosen method is %s: %s", param.name(), getMethod(), remedy));
      }
    }
  }

  /**
   * What is publicly known of where the rows lie; empty if nothing is.
   *
   * @throws IllegalArgumentException if params contradict each other
   */
  default Optional<Bounds> bounds() {
    boolean statistical = isDefined(radius()) || isDefined(sigmaMin()) || isDefined(sigmaMax());
    int kinds = statistical ? 1 : 0;
    for (DoubleParam param : List.of(bound(), maxNorm(), coordinateBound())) {
      kinds += isDefined(param) ? 1 : 0;
    }
    if (kinds > 1) {
      throw new IllegalArgumentException(
          "more than one kind of bounds is set: set either radius with sigmaMin and sigmaMax, or"
              + " bound (for method recentred also called maxNorm), or coordinateBound");
    }
    if (isDefined(resolution()) && (statistical || kinds == 0)) {
      throw new IllegalArgumentException(
          "resolution goes with bound or coordinateBound only: with radius, sigmaMin sets it");
    }
    if (statistical) {
      return Optional.of(statisticalBounds());
    }
    if (isDefined(bound())) {
      return Optional.of(new Bounds.Ball(getBound(), optional(resolution())));
    }
    if (isDefined(maxNorm())) {
      return Optional.of(new Bounds.Ball(getMaxNorm(), OptionalDouble.empty()));
    }
    if (isDefined(coordinateBound())) {
      return Optional.of(new Bounds.Box(getCoordinateBound(), optional(resolution())));
    }
    return Optional.empty();
  }

  private Bounds statisticalBounds() {
    for (DoubleParam param : List.of(radius(), sigmaMin(), sigmaMax())) {
      if (!isDefined(param)) {
        throw new IllegalArgumentException(
            param.name() + " is not set: radius, sigmaMin and sigmaMax go together");
      }
    }
    return new Bounds.Statistical(getRadius(), getSigmaMin(), getSigmaMax());
  }

  private OptionalDouble optional(DoubleParam param) {
    return isDefined(param) ? OptionalDouble.of((Double) $(param)) : OptionalDouble.empty();
  }
}
