package org.privatemean.mean.clipped;

import org.privatemean.query.RowStatistic;
import org.privatemean.query.Universe;

/** Coordinates of lattice vectors: the statistic of the medians. */
public final class Coordinates implements RowStatistic<LatticeBlock> {
  private static final long serialVersionUID = 1L;

  private final int width;
  private final Universe universe;

  public Coordinates(int width, Universe universe) {
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
    for (int j = 0; j < width; j++) {
      block.count(j, base[j], shift, bits, counts, j << bits);
    }
  }
}
