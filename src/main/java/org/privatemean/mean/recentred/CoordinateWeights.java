package org.privatemean.mean.recentred;

import java.util.Arrays;
import org.privatemean.mean.recentred.plan.ColumnScales;
import org.privatemean.query.block.CentredView;
import org.privatemean.query.block.RowView;
import org.privatemean.query.block.ScaledView;
import org.privatemean.release.Noise;

/** Factors and limits of the coordinates in the last steps; released or public. */
final class CoordinateWeights {
  private static final double[] NONE = {};

  /** Empty where all are 1. */
  private final double[] values;

  /** Empty where coordinates are not clipped. */
  private final double[] limits;

  /** Factors of the errors of weighted coordinates where errors are compared. */
  private final double[] measures;

  private final int size;

  private CoordinateWeights(double[] values, double[] limits, double[] measures, int size) {
    this.values = values;
    this.limits = limits;
    this.measures = measures;
    this.size = size;
  }

  private static double[] ones(int size) {
    double[] ones = new double[size];
    Arrays.fill(ones, 1);
    return ones;
  }

  /** Coordinates as they are. */
  static CoordinateWeights none(int size) {
    return new CoordinateWeights(NONE, NONE, ones(size), size);
  }

  /**
   * The weights {@code s_j^(-1/2)}, scaled to a mean square of 1. Among all weights they make the
   * noise smallest: for rows of deviations s_j its mean square is {@code (sum w_j^2 s_j^2)(sum
   * w_j^-2)} up to a constant, which is at least {@code (sum s_j)^2} by Cauchy and Schwarz.
   *
   * @param deviations positive
   */
  static CoordinateWeights of(double[] deviations) {
    int size = deviations.length;
    double square = Arrays.stream(deviations).map(s -> 1 / s).sum() / size;
    double[] values = Arrays.stream(deviations).map(s -> 1 / Math.sqrt(s * square)).toArray();
    return new CoordinateWeights(values, NONE, inverse(values), size);
  }

  private static double[] inverse(double[] values) {
    return Arrays.stream(values).map(x -> 1 / x).toArray();
  }

  /** Coordinates divided by scales. */
  static CoordinateWeights dividing(double[] scales) {
    return dividing(scales, NONE);
  }

  /**
   * Coordinates divided by scales and then clipped.
   *
   * @param limits what each is clipped to, in its scale
   */
  static CoordinateWeights dividing(double[] scales, double[] limits) {
    return new CoordinateWeights(inverse(scales), limits, ones(scales.length), scales.length);
  }

  /** Coordinates weighted and clipped so that each column pays for its own tail. */
  static CoordinateWeights of(ColumnScales scales) {
    double[] values = scales.weights();
    double[] deviations = scales.deviations();
    double[] measures = new double[values.length];
    Arrays.setAll(measures, j -> 1 / (values[j] * deviations[j]));
    return new CoordinateWeights(values, scales.limits(), measures, values.length);
  }

  /** Number of coordinates. */
  int size() {
    return size;
  }

  boolean isNone() {
    return values.length == 0;
  }

  /** One a coordinate, as a copy; empty where all are 1. */
  double[] values() {
    return values.clone();
  }

  /** One a weighted coordinate, as a copy; empty where coordinates are not clipped. */
  double[] limits() {
    return limits.clone();
  }

  /** Returns whether a coordinate is not left out by a limit of 0. */
  boolean sees(int j) {
    return limits.length == 0 || limits[j] > 0;
  }

  /** The most that each weighted coordinate may be; infinite where coordinates are not clipped. */
  double[] limitsOrNone() {
    double[] most = limits.clone();
    if (most.length == 0) {
      most = new double[size];
      Arrays.fill(most, Double.POSITIVE_INFINITY);
    }
    return most;
  }

  /** The centred rows with these weights. */
  RowView view(double[] centre) {
    return isNone() ? new CentredView(centre) : new ScaledView(centre, values, limits);
  }

  /** Puts the weights on a vector. */
  double[] apply(double[] vector) {
    double[] weighted = vector.clone();
    for (int j = 0; j < values.length; j++) {
      weighted[j] *= values[j];
    }
    return weighted;
  }

  /** Returns how much longer rows of given variances become, in the root mean square. */
  double stretch(double[] variances) {
    double before = 0;
    double after = 0;
    for (int j = 0; j < values.length; j++) {
      before += variances[j];
      after += values[j] * values[j] * variances[j];
    }
    return isNone() ? 1 : Math.sqrt(after / before);
  }

  /** Takes the weights off a vector. */
  double[] undo(double[] weighted) {
    double[] vector = weighted.clone();
    for (int j = 0; j < values.length; j++) {
      vector[j] /= values[j];
    }
    return vector;
  }

  /** The squared norm of a vector of the weighted coordinates, as errors are measured. */
  double toDataUnits(double[] weighted) {
    double square = 0;
    for (int j = 0; j < size; j++) {
      double measured = weighted[j] * measures[j];
      square += measured * measured;
    }
    return square;
  }

  /** The same of a vector that has this length in every weighted coordinate. */
  double toDataUnits(double deviation) {
    return deviation * deviation * Arrays.stream(measures).map(m -> m * m).sum();
  }

  /** The norm that a vector of a given norm in the weighted coordinates has at most. */
  double longest(double norm) {
    return norm / Arrays.stream(values).min().orElse(1);
  }

  /** The square of the length of a vector that has this length in every weighted coordinate. */
  double square(double deviation) {
    double perCoordinate = isNone() ? size : Arrays.stream(values).map(w -> 1 / (w * w)).sum();
    return deviation * deviation * perCoordinate;
  }

  /** The report of a mean that has noise of one standard deviation in the weighted coordinates. */
  Noise report(double deviation, double clippingBiasBound) {
    if (isNone()) {
      return Noise.of(size, deviation, clippingBiasBound);
    }
    double[] deviations = new double[size];
    Arrays.fill(deviations, deviation);
    return Noise.of(undo(deviations), clippingBiasBound);
  }
}
