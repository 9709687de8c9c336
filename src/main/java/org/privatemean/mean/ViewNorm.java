package org.privatemean.mean;

import org.privatemean.query.NormGrid;
import org.privatemean.query.QuantileSearch.Universe;
import org.privatemean.query.RowStatistic;

/** Cell of a {@link NormGrid} that contains the norm of a view. */
record ViewNorm(CentredTransform view, NormGrid grid) implements RowStatistic<VectorBlock> {
  @Override
  public Universe universe() {
    return grid.universe();
  }

  @Override
  public void count(VectorBlock block, long[] base, int shift, int bits, long[] counts) {
    double[] squares = view.squaredNorms(block);
    boolean weighted = block.isWeighted();
    for (int i = 0; i < squares.length; i++) {
      // Unsigned: a cell below the base has its high bits set and is left out.
      long offset = grid.cell(squares[i]) - base[0];
      if (offset >>> shift >>> bits == 0) {
        counts[(int) (offset >>> shift)] += weighted ? block.weight(i) : 1;
      }
    }
  }
}
