package org.privatemean.query.fold;

/**
 * Squares of the coordinates of a view: {@code u o u}. No coordinate is negative.
 *
 * <p>Coordinates beyond 2^249 are clipped to it, so that squares of squares stay in range.
 */
public final class SquaredView implements RowView {
  private static final long serialVersionUID = 1L;

  private static final double LARGEST = 0x1p249;

  private final RowView view;

  /**
   * Creates the squares of a view.
   *
   * @param view view in units near the coordinates' deviations
   */
  public SquaredView(RowView view) {
    this.view = view;
  }

  @Override
  public int size() {
    return view.size();
  }

  @Override
  public void coordinate(VectorBlock block, int j, int from, int to, double[] values) {
    view.coordinate(block, j, from, to, values);
    for (int i = 0; i < to - from; i++) {
      values[i] = square(values[i]);
    }
  }

  @Override
  public double of(int j, double x) {
    return square(view.of(j, x));
  }

  @Override
  public double valueAt(VectorBlock block, int j, int i) {
    return square(view.valueAt(block, j, i));
  }

  private static double square(double u) {
    double cut = Math.min(Math.abs(u), LARGEST);
    return cut * cut;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SquaredView squared && view.equals(squared.view);
  }

  @Override
  public int hashCode() {
    return 31 * view.hashCode() + 1;
  }
}
