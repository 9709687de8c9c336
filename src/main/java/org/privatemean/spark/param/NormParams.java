package org.privatemean.spark.param;

import java.util.OptionalDouble;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.ParamValidators;
import org.privatemean.request.RecentredSpec;

/**
 * Params for public bounds on the norms of rows and on values.
 *
 * @param <M> model type of a fit
 * @param <S> type of the stage
 */
public abstract class NormParams<M extends Model<M>, S extends NormParams<M, S>>
    extends RegionParams<M, S> {
  private static final long serialVersionUID = 1L;

  private final DoubleParam bound = positive("bound");

  /** Bound on the l2 norm of every row, data units, positive. Optional for recentred. */
  public final DoubleParam bound() {
    return bound;
  }

  /** Value of {@link #bound}. */
  public final double getBound() {
    return (Double) $(bound);
  }

  /** Sets {@link #bound}. */
  public final S setBound(double value) {
    set(bound, value);
    return self();
  }

  private final DoubleParam minNorm = positive("minNorm");

  /** Norm below which recentred does not search, data units, positive. No default. */
  public final DoubleParam minNorm() {
    return minNorm;
  }

  /** Value of {@link #minNorm}. */
  public final double getMinNorm() {
    return (Double) $(minNorm);
  }

  /** Sets {@link #minNorm}. */
  public final S setMinNorm(double value) {
    set(minNorm, value);
    return self();
  }

  private final DoubleParam coordinateBound = positive("coordinateBound");

  /** Bound on the absolute value of every coordinate, data units, positive. */
  public final DoubleParam coordinateBound() {
    return coordinateBound;
  }

  /** Value of {@link #coordinateBound}. */
  public final double getCoordinateBound() {
    return (Double) $(coordinateBound);
  }

  /** Sets {@link #coordinateBound}. */
  public final S setCoordinateBound(double value) {
    set(coordinateBound, value);
    return self();
  }

  private final DoubleParam rareUnit =
      new DoubleParam(
          this,
          "rareUnit",
          ParamTable.doc("rareUnit"),
          ParamValidators.inRange(0.0, Double.MAX_VALUE));

  /**
   * Unit of a column in which the private queries of recentred detect only one value, data units,
   * finite and not negative; 0 for none. Default 1.
   */
  public final DoubleParam rareUnit() {
    return rareUnit;
  }

  /** Value of {@link #rareUnit}. */
  public final double getRareUnit() {
    return (Double) $(rareUnit);
  }

  /** Sets {@link #rareUnit}. */
  public final S setRareUnit(double value) {
    set(rareUnit, value);
    return self();
  }

  public NormParams(String uid) {
    super(uid);
    setDefault(rareUnit, RecentredSpec.RARE_UNIT);
  }

  final OptionalDouble optional(DoubleParam param) {
    return isDefined(param) ? OptionalDouble.of((Double) $(param)) : OptionalDouble.empty();
  }
}
