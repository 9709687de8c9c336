package org.privatemean.query.fold;

import org.privatemean.query.NormGrid;
import org.privatemean.query.RowStatistic;
import org.privatemean.query.Universe;

/** Counts of rows by the cell of a {@link NormGrid} that contains a length of the row. */
abstract class GridStatistic implements RowStatistic<VectorBlock> {
  private static final long serialVersionUID = 1L;

  private final NormGrid grid;

  GridStatistic(NormGrid grid) {
    this.grid = grid;
  }

  /** Returns the squares of the rows' lengths, each a function of one row; not NaN. */
  abstract double[] squares(VectorBlock block);

  @Override
  public final int width() {
    return 1;
  }

  @Override
  public final Universe universe() {
    return grid.universe();
  }

  @Override
  public final void count(VectorBlock block, long[] base, int shift, int bits, long[] counts) {
    if (block.isWeighted()) {
      weigh(block, base[0], shift, bits, counts);
      return;
    }
    for (double square : squares(block)) {
      // Unsigned: a cell below the base has its high bits set and is left out.
      long offset = grid.cell(square) - base[0];
      if (offset >>> shift >>> bits == 0) {
        counts[(int) (offset >>> shift)]++;
      }
    }
  }

  /** Counts rows with weights. */
  private void weigh(VectorBlock block, long base, int shift, int bits, long[] counts) {
    double[] squares = squares(block);
    for (int i = 0; i < squares.length; i++) {
      long offset = grid.cell(squares[i]) - base;
      if (offset >>> shift >>> bits == 0) {
        counts[(int) (offset >>> shift)] += block.weight(i);
      }
    }
  }
}
