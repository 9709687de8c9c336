package org.privatemean.query.fold;

import org.privatemean.query.NormGrid;
import org.privatemean.query.RowStatistic;
import org.privatemean.query.Universe;

/**
 * l2 norm of a view: the statistic of the radii and of the clipping norm. Counts rows by the cell
 * of a {@link NormGrid} that contains the norm.
 */
public final class ViewNorm implements RowStatistic<VectorBlock> {
  private static final long serialVersionUID = 1L;

  private final CentredTransform view;
  private final NormGrid grid;

  public ViewNorm(CentredTransform view, NormGrid grid) {
    this.view = view;
    this.grid = grid;
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
  public void count(VectorBlock block, long[] base, int shift, int bits, long[] counts) {
    if (block.isWeighted()) {
      weigh(block, base[0], shift, bits, counts);
      return;
    }
    for (double square : view.squaredNorms(block)) {
      // Unsigned: a cell below the base has its high bits set and is left out.
      long offset = grid.cell(square) - base[0];
      if (offset >>> shift >>> bits == 0) {
        counts[(int) (offset >>> shift)]++;
      }
    }
  }

  /** Counts rows with weights. */
  private void weigh(VectorBlock block, long base, int shift, int bits, long[] counts) {
    double[] squares = view.squaredNorms(block);
    for (int i = 0; i < squares.length; i++) {
      long offset = grid.cell(squares[i]) - base;
      if (offset >>> shift >>> bits == 0) {
        counts[(int) (offset >>> shift)] += block.weight(i);
      }
    }
  }
}
