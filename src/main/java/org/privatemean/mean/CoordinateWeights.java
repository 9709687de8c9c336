package org.privatemean.mean;

import java.util.Arrays;

/**
 * Released or public factors of the coordinates, and limits that the products are clipped to.
 *
 * @param values empty if all are 1
 * @param limits empty if coordinates are not clipped
 * @param measures factors of the error of weighted coordinates in comparisons of errors
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record CoordinateWeights(double[] values, double[] limits, double[] measures, int size) {
  private static final double[] NONE = {};

  static double[] filled(int size, double value) {
    double[] filled = new double[size];
    Arrays.fill(filled, value);
    return filled;
  }

  static CoordinateWeights none(int size) {
    return new CoordinateWeights(NONE, NONE, filled(size, 1), size);
  }

  /** Returns the weights of least l2 noise, {@code s_j^(-1/2)}, scaled to mean square 1. */
  static CoordinateWeights of(double[] deviations) {
    int size = deviations.length;
    double square = Arrays.stream(deviations).map(s -> 1 / s).sum() / size;
    double[] values = Arrays.stream(deviations).map(s -> 1 / Math.sqrt(s * square)).toArray();
    return new CoordinateWeights(values, NONE, inverse(values), size);
  }

  static double[] inverse(double[] values) {
    return Arrays.stream(values).map(x -> 1 / x).toArray();
  }

  static CoordinateWeights dividing(double[] scales) {
    return dividing(scales, NONE);
  }

  /** Returns weights that divide coordinates by scales and then clip them. */
  static CoordinateWeights dividing(double[] scales, double[] limits) {
    return new CoordinateWeights(inverse(scales), limits, filled(scales.length, 1), scales.length);
  }

  static CoordinateWeights of(ColumnScales scales) {
    double[] values = scales.weights();
    double[] deviations = scales.deviations();
    double[] measures = new double[values.length];
    Arrays.setAll(measures, j -> 1 / (values[j] * deviations[j]));
    return new CoordinateWeights(values, scales.limits(), measures, values.length);
  }

  boolean isNone() {
    return values.length == 0;
  }

  CoordinateWeights withoutLimits() {
    return new CoordinateWeights(values, NONE, measures, size);
  }

  /** True if a coordinate is not excluded by a limit of 0. */
  boolean sees(int j) {
    return limits.length == 0 || limits[j] > 0;
  }

  /** Upper bound on each weighted coordinate; infinite if coordinates are not clipped. */
  double[] limitsOrNone() {
    return limits.length == 0 ? filled(size, Double.POSITIVE_INFINITY) : limits.clone();
  }

  CentredTransform view(double[] centre) {
    return new CentredTransform(centre, values, limits);
  }

  double[] apply(double[] vector) {
    double[] weighted = vector.clone();
    for (int j = 0; j < values.length; j++) {
      weighted[j] *= values[j];
    }
    return weighted;
  }

  /** The factor by which the weights lengthen rows of given variances, in the root mean square. */
  double stretch(double[] variances) {
    double before = 0;
    double after = 0;
    for (int j = 0; j < values.length; j++) {
      before += variances[j];
      after += values[j] * values[j] * variances[j];
    }
    return isNone() ? 1 : Math.sqrt(after / before);
  }

  double[] undo(double[] weighted) {
    double[] vector = weighted.clone();
    for (int j = 0; j < values.length; j++) {
      vector[j] /= values[j];
    }
    return vector;
  }

  /** Divides a vector that has this length in every weighted coordinate by the weights. */
  double[] undo(double length) {
    return undo(filled(size, length));
  }

  /** The squared norm of a vector of weighted coordinates, in the measure of the weights. */
  double squaredError(double[] weighted) {
    double square = 0;
    for (int j = 0; j < size; j++) {
      double measured = weighted[j] * measures[j];
      square += measured * measured;
    }
    return square;
  }

  /** The squared norm, in that measure, of a vector of this length in every weighted coordinate. */
  double squaredError(double deviation) {
    return deviation * deviation * Arrays.stream(measures).map(m -> m * m).sum();
  }

  /** The largest norm of a vector that has a given norm in the weighted coordinates. */
  double longest(double norm) {
    return norm / Arrays.stream(values).min().orElse(1);
  }
}
