package org.privatemean.mean;

/**
 * Counts rows by the cell that their distance to a centre falls in: the statistic of which the
 * clipping norm is a quantile.
 */
final class CentredNorm implements RowStatistic<LatticeBlock> {
  private static final long serialVersionUID = 1L;

  private final long[] centre;
  private final ThresholdGrid grid;

  CentredNorm(long[] centre, ThresholdGrid grid) {
    this.centre = centre.clone();
    this.grid = grid;
  }

  /**
   * Squared distances of all rows of a block to a centre, in doubles. The squares of one row are
   * added in coordinate order whatever the row's place, so equal rows give equal bits.
   */
  static double[] squares(LatticeBlock block, long[] centre) {
    double[] sums = new double[block.rows()];
    long[] scratch = new long[block.rows()];
    for (int j = 0; j < centre.length; j++) {
      long[] column = block.column(j, scratch);
      for (int i = 0; i < sums.length; i++) {
        double difference = (double) (column[i] - centre[j]);
        sums[i] += difference * difference;
      }
    }
    return sums;
  }

  @Override
  public int width() {
    return 1;
  }

  @Override
  public Universe universe() {
    return grid.universe();
  }

  @Override
  public void count(LatticeBlock block, long[] base, int shift, int bits, long[] counts) {
    for (double square : squares(block, centre)) {
      long offset = grid.cell(square) - base[0];
      if (offset >>> shift >>> bits == 0) {
        counts[(int) (offset >>> shift)]++;
      }
    }
  }
}
