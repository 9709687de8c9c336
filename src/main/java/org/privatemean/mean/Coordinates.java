package org.privatemean.mean;

/** The coordinates of lattice vectors themselves: the statistic of the medians. */
final class Coordinates implements RowStatistic<LatticeBlock> {
  private static final long serialVersionUID = 1L;

  private final int width;
  private final Universe universe;

  Coordinates(int width, Universe universe) {
    this.width = width;
    this.universe = universe;
  }

  @Override
  public int width() {
    return width;
  }

  @Override
  public Universe universe() {
    return universe;
  }

  @Override
  public void count(LatticeBlock block, long[] base, int shift, int bits, long[] counts) {
    long[] scratch = new long[block.rows()];
    for (int j = 0; j < width; j++) {
      long[] column = block.column(j, scratch);
      int first = j << bits;
      for (int i = 0; i < block.rows(); i++) {
        // Unsigned: a value below the base has its high bits set and is left out.
        long offset = column[i] - base[j];
        if (offset >>> shift >>> bits == 0) {
          counts[first + (int) (offset >>> shift)]++;
        }
      }
    }
  }
}
