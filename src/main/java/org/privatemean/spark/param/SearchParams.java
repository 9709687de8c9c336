package org.privatemean.spark.param;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.DoubleArrayParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.Param;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Sampling;
import org.privatemean.request.Scaling;

/**
 * Params of the mechanism and of its private searches.
 *
 * @param <M> model type of a fit
 * @param <S> type of the stage
 */
public abstract class SearchParams<M extends Model<M>, S extends SearchParams<M, S>>
    extends BoundsParams<M, S> {
  private static final long serialVersionUID = 1L;

  /** Values of {@link #method}. */
  static final List<String> METHODS =
      List.of(
          ParamTable.AUTO,
          RecentredSpec.NAME,
          Method.SHIFTED_CLIPPED.label(),
          Method.CLIPPED.label());

  /** Values of {@link #scaling}. */
  static final List<String> SCALINGS = Scaling.named().stream().map(Scaling::label).toList();

  /** Values of {@link #sampling}. */
  static final List<String> SAMPLINGS =
      Arrays.stream(Sampling.values()).map(Sampling::label).toList();

  /** Values of {@link #thresholdGrid}. */
  static final List<String> GRIDS =
      List.of(MeanSpec.Grid.GEOMETRIC.label(), MeanSpec.Grid.SQUARED.label());

  private final Param<String> method = oneOf("method", METHODS);

  /** Mechanism: auto, recentred, shiftedClipped or clipped. Default auto, which is recentred. */
  public final Param<String> method() {
    return method;
  }

  /** Value of {@link #method}. */
  public final String getMethod() {
    return $(method);
  }

  /** Sets {@link #method}. */
  public final S setMethod(String value) {
    set(method, value);
    return self();
  }

  private final Param<String> scaling = oneOf("scaling", SCALINGS);

  /** Unit of the error of coordinates for recentred: none, auto or standard. Default standard. */
  public final Param<String> scaling() {
    return scaling;
  }

  /** Value of {@link #scaling}. */
  public final String getScaling() {
    return $(scaling);
  }

  /** Sets {@link #scaling}. */
  public final S setScaling(String value) {
    set(scaling, value);
    return self();
  }

  private final Param<String> sampling = oneOf("sampling", SAMPLINGS);

  /**
   * Sampling of the rows in the first steps of recentred: auto, none or always. With a {@link
   * #seed}, auto means none, and always gives the same bits for the same rows only in the same
   * partitions and order. Default auto.
   */
  public final Param<String> sampling() {
    return sampling;
  }

  /** Value of {@link #sampling}. */
  public final String getSampling() {
    return $(sampling);
  }

  /** Sets {@link #sampling}. */
  public final S setSampling(String value) {
    set(sampling, value);
    return self();
  }

  private final DoubleArrayParam scales =
      new DoubleArrayParam(this, "scales", ParamTable.doc("scales"));

  /** Public scales of the coordinates, data units, in [1e-100, 1e100]; one each. No default. */
  public final DoubleArrayParam scales() {
    return scales;
  }

  /** Value of {@link #scales}. */
  public final double[] getScales() {
    return $(scales).clone();
  }

  /** Sets {@link #scales}. */
  public final S setScales(double[] value) {
    set(scales, value.clone());
    return self();
  }

  private final Param<String> startFrom = text("startFrom");

  /** Path of a saved model from which method recentred starts. No default: the whole search. */
  public final Param<String> startFrom() {
    return startFrom;
  }

  /** Value of {@link #startFrom}. */
  public final String getStartFrom() {
    return $(startFrom);
  }

  private final DoubleParam clippingNorm = positive("clippingNorm");

  /** Public clipping norm, data units, positive. Default: found privately. */
  public final DoubleParam clippingNorm() {
    return clippingNorm;
  }

  /** Value of {@link #clippingNorm}. */
  public final double getClippingNorm() {
    return (Double) $(clippingNorm);
  }

  /** Sets {@link #clippingNorm}. */
  public final S setClippingNorm(double value) {
    set(clippingNorm, value);
    return self();
  }

  private final Param<String> thresholdGrid = oneOf("thresholdGrid", GRIDS);

  /** Grid of the private search for the clipping norm: geometric or squared. Default geometric. */
  public final Param<String> thresholdGrid() {
    return thresholdGrid;
  }

  /** Value of {@link #thresholdGrid}. */
  public final String getThresholdGrid() {
    return $(thresholdGrid);
  }

  /** Sets {@link #thresholdGrid}. */
  public final S setThresholdGrid(String value) {
    set(thresholdGrid, value);
    return self();
  }

  private final DoubleParam beta = share("beta", false);

  /** Failure probability of the searches, in (0, 1). Default 0.001. */
  public final DoubleParam beta() {
    return beta;
  }

  /** Value of {@link #beta}. */
  public final double getBeta() {
    return (Double) $(beta);
  }

  /** Sets {@link #beta}. */
  public final S setBeta(double value) {
    set(beta, value);
    return self();
  }

  SearchParams(String uid) {
    super(uid);
    setDefault(method, METHODS.get(0));
    setDefault(scaling, Scaling.STANDARD.label());
    setDefault(sampling, Sampling.AUTO.label());
    setDefault(thresholdGrid, GRIDS.get(0));
    setDefault(beta, MeanSpec.DEFAULT_BETA);
  }

  /**
   * Returns the unit of the error of coordinates.
   *
   * @throws ParamException if scales are out of range, or conflict with a scaling that is set
   */
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

  /**
   * Returns the sampling mode. A seed gives the same bits for any partitions, which sampling does
   * not, so auto is then none.
   */
  final Sampling firstSteps() {
    Sampling asked = Sampling.of(getSampling());
    return asked == Sampling.AUTO && isDefined(seed()) ? Sampling.NONE : asked;
  }

  /**
   * Checks that scales, if set, have one value per coordinate.
   *
   * @param dimension number of coordinates
   * @throws ParamException if their number differs
   */
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
}
