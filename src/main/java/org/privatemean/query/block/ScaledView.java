package org.privatemean.query.block;

import java.util.Arrays;

/** The difference of a row to a centre, coordinate by coordinate scaled: {@code w o (x - c)}. */
public final class ScaledView implements RowView {
  private static final long serialVersionUID = 1L;

  private final CentredView centred;
  private final double[] weights;

  public ScaledView(double[] centre, double[] weights) {
    this.centred = new CentredView(centre);
    this.weights = weights.clone();
  }

  @Override
  public int size() {
    return weights.length;
  }

  @Override
  public void coordinate(VectorBlock block, int j, int from, int to, double[] values) {
    centred.coordinate(block, j, from, to, values);
    double w = weights[j];
    for (int i = 0; i < to - from; i++) {
      values[i] *= w;
    }
  }

  @Override
  public double of(int j, double x) {
    return centred.of(j, x) * weights[j];
  }

  @Override
  public double at(VectorBlock block, int j, int i) {
    return centred.at(block, j, i) * weights[j];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ScaledView view
        && centred.equals(view.centred)
        && Arrays.equals(weights, view.weights);
  }

  @Override
  public int hashCode() {
    return 31 * centred.hashCode() + Arrays.hashCode(weights);
  }
}
