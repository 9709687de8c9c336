package org.privatemean.spark.param;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.DoubleParam;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.Bounds;

/**
 * Params of what is publicly known of where the rows lie.
 *
 * @param <M> the model that a fit gives
 * @param <S> the stage itself
 */
public abstract class BoundsParams<M extends Model<M>, S extends BoundsParams<M, S>>
    extends BudgetParams<M, S> {
  private static final long serialVersionUID = 1L;

  private final DoubleParam radius = positive("radius");

  /** Bound on the l2 norm of the mean, data units, positive; with sigmaMin and sigmaMax. */
  public final DoubleParam radius() {
    return radius;
  }

  /** Value of {@link #radius}. */
  public final double getRadius() {
    return (Double) $(radius);
  }

  /** Sets {@link #radius}. */
  public final S setRadius(double value) {
    set(radius, value);
    return self();
  }

  private final DoubleParam sigmaMin = positive("sigmaMin");

  /** Lower bound on the standard deviation in every direction, data units, positive. */
  public final DoubleParam sigmaMin() {
    return sigmaMin;
  }

  /** Value of {@link #sigmaMin}. */
  public final double getSigmaMin() {
    return (Double) $(sigmaMin);
  }

  /** Sets {@link #sigmaMin}. */
  public final S setSigmaMin(double value) {
    set(sigmaMin, value);
    return self();
  }

  private final DoubleParam sigmaMax = positive("sigmaMax");

  /** Upper bound on the standard deviation in every direction, data units, positive. */
  public final DoubleParam sigmaMax() {
    return sigmaMax;
  }

  /** Value of {@link #sigmaMax}. */
  public final double getSigmaMax() {
    return (Double) $(sigmaMax);
  }

  /** Sets {@link #sigmaMax}. */
  public final S setSigmaMax(double value) {
    set(sigmaMax, value);
    return self();
  }

  private final DoubleParam bound = positive("bound");

  /** Bound on the l2 norm of every row, data units, positive; not needed for recentred. */
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

  /** Norm below which recentred need not look, data units, positive. No default. */
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

  private final DoubleParam resolution = positive("resolution");

  /** Resolution alpha, an l2 length in data units, positive; with bound or coordinateBound. */
  public final DoubleParam resolution() {
    return resolution;
  }

  /** Value of {@link #resolution}. */
  public final double getResolution() {
    return (Double) $(resolution);
  }

  /** Sets {@link #resolution}. */
  public final S setResolution(double value) {
    set(resolution, value);
    return self();
  }

  BoundsParams(String uid) {
    super(uid);
  }

  /**
   * What is publicly known of where the rows lie; empty if nothing is.
   *
   * @throws IllegalArgumentException if params contradict each other
   */
  final Optional<Bounds> bounds() {
    boolean statistical = isDefined(radius) || isDefined(sigmaMin) || isDefined(sigmaMax);
    int kinds =
        (statistical ? 1 : 0) + (isDefined(bound) ? 1 : 0) + (isDefined(coordinateBound) ? 1 : 0);
    if (kinds > 1) {
      throw new ParamException(
          "bound",
          "more than one kind of bounds is set",
          "set either {radius} with {sigmaMin} and {sigmaMax}, or {bound}, or {coordinateBound}");
    }
    if (isDefined(resolution) && (statistical || kinds == 0)) {
      throw new ParamException(
          "resolution",
          "{resolution} goes with {bound} or {coordinateBound} only",
          "with {radius}, {sigmaMin} sets it");
    }
    if (statistical) {
      return Optional.of(statisticalBounds());
    }
    if (isDefined(bound)) {
      return Optional.of(new Bounds.Ball(getBound(), optional(resolution)));
    }
    if (isDefined(coordinateBound)) {
      return Optional.of(new Bounds.Box(getCoordinateBound(), optional(resolution)));
    }
    return Optional.empty();
  }

  private Bounds statisticalBounds() {
    for (DoubleParam param : List.of(radius, sigmaMin, sigmaMax)) {
      if (!isDefined(param)) {
        throw new ParamException(
            param.name(),
            "{" + param.name() + "} is not set",
            "{radius}, {sigmaMin} and {sigmaMax} go together");
      }
    }
    return new Bounds.Statistical(getRadius(), getSigmaMin(), getSigmaMax());
  }

  final OptionalDouble optional(DoubleParam param) {
    return isDefined(param) ? OptionalDouble.of((Double) $(param)) : OptionalDouble.empty();
  }
}
