package org.privatemean.mean;

/** The difference of a row to a centre: {@code x - c}. */
final class CentredView implements RowView {
  private static final long serialVersionUID = 1L;

  private final double[] centre;

  CentredView(double[] centre) {
    this.centre = centre.clone();
  }

  @Override
  public int size() {
    return centre.length;
  }

  @Override
  public void coordinate(VectorBlock block, int j, double[] values) {
    double[] column = block.column(j);
    double c = centre[j];
    for (int i = 0; i < block.rows(); i++) {
      values[i] = column[i] - c;
    }
  }
}
