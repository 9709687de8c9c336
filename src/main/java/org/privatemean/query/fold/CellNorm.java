package org.privatemean.query.fold;

import org.privatemean.query.RowStatistic;
import org.privatemean.query.Universe;

/**
 * Norm of a row as the index of its cell, restricted to a range of cells: rows of earlier cells
 * have the first index, 0, and those of later cells are beyond the last.
 */
public final class CellNorm implements RowStatistic<CellTotals> {
  private static final long serialVersionUID = 1L;

  private final int first;
  private final int last;
  private final int cells;

  private CellNorm(int first, int last, int cells) {
    this.first = first;
    this.last = last;
    this.cells = cells;
  }

  /**
   * Creates the statistic between two norms of a grid.
   *
   * @param first index of the norm with value 0
   * @param last index of the last norm
   */
  public static CellNorm between(CellGrid grid, int first, int last) {
    return new CellNorm(first, last, grid.size() + 1);
  }

  @Override
  public int width() {
    return 1;
  }

  @Override
  public Universe universe() {
    return new Universe(0, last - first);
  }

  @Override
  public void count(CellTotals block, long[] base, int shift, int bits, long[] counts) {
    for (int cell = 0; cell < cells; cell++) {
      long value = Math.max(0, Math.min(last - first + 1, cell - first));
      // Unsigned: a value below the base has its high bits set and is left out.
      long offset = value - base[0];
      if (offset >>> shift >>> bits == 0) {
        counts[(int) (offset >>> shift)] += block.count(cell);
      }
    }
  }
}
