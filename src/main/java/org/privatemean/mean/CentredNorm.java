package org.privatemean.mean;

import org.privatemean.query.NormGrid;
import org.privatemean.query.QuantileSearch.Universe;
import org.privatemean.query.RowStatistic;

/** Cell of the distance of a row to a centre; the clipping norm is a quantile. */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record CentredNorm(long[] centre, NormGrid grid) implements RowStatistic<LatticeBlock> {
  CentredNorm {
    centre = centre.clone();
  }

  @Override
  public Universe universe() {
    return grid.universe();
  }

  @Override
  public void count(LatticeBlock block, long[] base, int shift, int bits, long[] counts) {
    for (double square : block.squaredDistances(centre)) {
      long offset = grid.cell(square) - base[0];
      if (offset >>> shift >>> bits == 0) {
        counts[(int) (offset >>> shift)]++;
      }
    }
  }
}
