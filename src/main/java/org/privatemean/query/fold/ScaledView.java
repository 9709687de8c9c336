package org.privatemean.query.fold;

import java.util.Arrays;

/**
 * Difference of a row and a centre, scaled and clipped per coordinate: {@code w (x - c)}, clipped
 * to the interval from {@code -e} to e.
 */
public final class ScaledView implements RowView {
  private static final long serialVersionUID = 1L;

  private final CentredView centred;
  private final double[] weights;

  /** Empty if coordinates are not clipped. */
  private final double[] limits;

  /** Creates a view that clips no coordinate. */
  public ScaledView(double[] centre, double[] weights) {
    this(centre, weights, new double[0]);
  }

  /**
   * Creates a view.
   *
   * @param limits limits of the weighted coordinates, at least 0; empty for no clipping
   */
  public ScaledView(double[] centre, double[] weights, double[] limits) {
    this.centred = new CentredView(centre);
    this.weights = weights.clone();
    this.limits = limits.clone();
  }

  @Override
  public int size() {
    return weights.length;
  }

  @Override
  public void coordinate(VectorBlock block, int j, int from, int to, double[] values) {
    centred.coordinate(block, j, from, to, values);
    double w = weights[j];
    if (limits.length == 0) {
      for (int i = 0; i < to - from; i++) {
        values[i] *= w;
      }
      return;
    }
    double limit = limits[j];
    for (int i = 0; i < to - from; i++) {
      values[i] = Math.max(-limit, Math.min(limit, values[i] * w));
    }
  }

  private double clip(int j, double weighted) {
    return limits.length == 0 ? weighted : Math.max(-limits[j], Math.min(limits[j], weighted));
  }

  @Override
  public double of(int j, double x) {
    return clip(j, centred.of(j, x) * weights[j]);
  }

  @Override
  public double valueAt(VectorBlock block, int j, int i) {
    return clip(j, centred.valueAt(block, j, i) * weights[j]);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ScaledView view
        && centred.equals(view.centred)
        && Arrays.equals(weights, view.weights)
        && Arrays.equals(limits, view.limits);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * centred.hashCode() + Arrays.hashCode(weights)) + Arrays.hashCode(limits);
  }
}
