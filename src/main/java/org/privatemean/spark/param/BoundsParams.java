package org.privatemean.spark.param;

import java.util.List;
import java.util.Optional;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.DoubleParam;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.Bounds;

/**
 * Params for public bounds on the location of the rows.
 *
 * @param <M> model type of a fit
 * @param <S> type of the stage
 */
public abstract class BoundsParams<M extends Model<M>, S extends BoundsParams<M, S>>
    extends NormParams<M, S> {
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
   * Returns the public bounds on the rows; empty if none are set.
   *
   * @throws IllegalArgumentException if params contradict each other
   */
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
      if (!isDefined(param)) {
        throw new ParamException(
            param.name(),
            "{" + param.name() + "} is not set",
            "{radius}, {sigmaMin} and {sigmaMax} go together");
      }
    }
    return new Bounds.Statistical(getRadius(), getSigmaMin(), getSigmaMax());
  }
}
