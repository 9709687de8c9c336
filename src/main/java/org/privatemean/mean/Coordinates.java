package org.privatemean.mean;

import org.privatemean.query.QuantileSearch.Universe;
import org.privatemean.query.RowStatistic;

/** Coordinates of lattice vectors: the statistic of the medians. */
record Coordinates(int width, Universe universe) implements RowStatistic<LatticeBlock> {
  @Override
  public void count(LatticeBlock block, long[] base, int shift, int bits, long[] counts) {
    for (int j = 0; j < width; j++) {
      block.count(j, base[j], shift, bits, counts, j << bits);
    }
  }
}
