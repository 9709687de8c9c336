package org.privatemean.query.fold;

import java.util.Arrays;

/** Difference of a row and a centre: {@code x - c}. */
public final class CentredView implements RowView {
  private static final long serialVersionUID = 1L;

  private final double[] centre;

  public CentredView(double[] centre) {
    this.centre = centre.clone();
  }

  @Override
  public int size() {
    return centre.length;
  }

  @Override
  public void coordinate(VectorBlock block, int j, int from, int to, double[] values) {
    double[] all = block.values();
    int first = block.first(j) + from;
    double c = centre[j];
    for (int i = 0; i < to - from; i++) {
      values[i] = all[first + i] - c;
    }
  }

  /** One loop, since most steps use this view. */
  @Override
  public void addSquares(
      VectorBlock block, int j, int from, int to, double[] squares, double[] values) {
    double[] all = block.values();
    int first = block.first(j);
    double c = centre[j];
    for (int i = from; i < to; i++) {
      double difference = all[first + i] - c;
      squares[i] += difference * difference;
    }
  }

  /** One loop as well. */
  @Override
  public void multiples(
      VectorBlock block, int j, int from, int to, double[] factors, double[] values) {
    double[] all = block.values();
    int first = block.first(j) + from;
    double c = centre[j];
    for (int i = 0; i < to - from; i++) {
      values[i] = Math.rint((all[first + i] - c) * factors[i]);
    }
  }

  @Override
  public double of(int j, double x) {
    return x - centre[j];
  }

  @Override
  public double valueAt(VectorBlock block, int j, int i) {
    return block.values()[block.first(j) + i] - centre[j];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CentredView view && Arrays.equals(centre, view.centre);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(centre);
  }
}
