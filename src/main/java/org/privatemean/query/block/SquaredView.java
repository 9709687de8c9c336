package org.privatemean.query.block;

/**
 * The squares of the coordinates of a centred row in units of a power of two: {@code z o z} with
 * {@code z = (x - c) / unit}. No coordinate is negative.
 */
public final class SquaredView implements RowView {
  private static final long serialVersionUID = 1L;

  private final CentredView centred;
  private final double perUnit;

  /**
   * A view.
   *
   * @param centre what is subtracted
   * @param unit a power of two near the rows' distances, so that fourth powers stay in range
   */
  public SquaredView(double[] centre, double unit) {
    this.centred = new CentredView(centre);
    this.perUnit = 1 / unit;
  }

  @Override
  public int size() {
    return centred.size();
  }

  @Override
  public void coordinate(VectorBlock block, int j, int from, int to, double[] values) {
    centred.coordinate(block, j, from, to, values);
    for (int i = 0; i < to - from; i++) {
      double z = values[i] * perUnit;
      values[i] = z * z;
    }
  }

  @Override
  public double at(VectorBlock block, int j, int i) {
    double z = centred.at(block, j, i) * perUnit;
    return z * z;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SquaredView view
        && centred.equals(view.centred)
        && Double.compare(perUnit, view.perUnit) == 0;
  }

  @Override
  public int hashCode() {
    return 31 * centred.hashCode() + Double.hashCode(perUnit);
  }
}
