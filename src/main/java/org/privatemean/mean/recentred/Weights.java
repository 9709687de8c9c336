package org.privatemean.mean.recentred;

import java.util.Arrays;
import org.privatemean.query.block.CentredView;
import org.privatemean.query.block.RowView;
import org.privatemean.query.block.ScaledView;
import org.privatemean.release.Noise;

/** What every coordinate is multiplied by before the last steps; released or public. */
final class Weights {
  /** Empty where all are 1. */
  private final double[] values;

  private final int size;

  private Weights(double[] values, int size) {
    this.values = values;
    this.size = size;
  }

  /** Coordinates as they are. */
  static Weights none(int size) {
    return new Weights(new double[0], size);
  }

  /**
   * The weights {@code s_j^(-1/2)}, scaled to a mean square of 1. Among all weights they make the
   * noise smallest: for rows of deviations s_j its mean square is {@code (sum w_j^2 s_j^2)(sum
   * w_j^-2)} up to a constant, which is at least {@code (sum s_j)^2} by Cauchy and Schwarz.
   *
   * @param deviations positive
   */
  static Weights of(double[] deviations) {
    double square = Arrays.stream(deviations).map(s -> 1 / s).sum() / deviations.length;
    return new Weights(
        Arrays.stream(deviations).map(s -> 1 / Math.sqrt(s * square)).toArray(), deviations.length);
  }

  /** Coordinates divided by scales. */
  static Weights dividing(double[] scales) {
    return new Weights(Arrays.stream(scales).map(s -> 1 / s).toArray(), scales.length);
  }

  boolean isNone() {
    return values.length == 0;
  }

  /** One a coordinate, as a copy; empty where all are 1. */
  double[] values() {
    return values.clone();
  }

  /** The centred rows with these weights. */
  RowView view(double[] centre) {
    return isNone() ? new CentredView(centre) : new ScaledView(centre, values);
  }

  /** Puts the weights on a vector. */
  double[] apply(double[] vector) {
    double[] weighted = vector.clone();
    for (int j = 0; j < values.length; j++) {
      weighted[j] *= values[j];
    }
    return weighted;
  }

  /** How much longer rows of given variances become, in the root mean square. */
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

  /** The squared norm of a vector of the weighted coordinates without the weights. */
  double squaredNorm(double[] weighted) {
    return Arrays.stream(undo(weighted)).map(x -> x * x).sum();
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
