package org.privatemean.query.fold;

import org.privatemean.query.RowStatistic;
import org.privatemean.query.Universe;

/**
 * Octave of a row beyond the last norm for clipping: 0 within it, and i if the row is at most 2^i
 * times as long. (A row of exactly that length may count in the next octave.)
 */
public final class FarOctave implements RowStatistic<CellTotals> {
  private static final long serialVersionUID = 1L;

  private final int last;

  /**
   * Creates the statistic up to an octave.
   *
   * @param last index of the last octave, at least 1; public
   */
  public FarOctave(int last) {
    this.last = last;
  }

  @Override
  public int width() {
    return 1;
  }

  @Override
  public Universe universe() {
    return new Universe(0, last);
  }

  @Override
  public void count(CellTotals block, long[] base, int shift, int bits, long[] counts) {
    int clips = block.grid().clips();
    long within = 0;
    for (int cell = 0; cell < clips; cell++) {
      within += block.count(cell);
    }
    long next = 0;
    for (int cell = clips; cell < block.grid().size(); cell++) {
      next += block.count(cell);
    }
    add(0, within, base, shift, bits, counts);
    add(1, next, base, shift, bits, counts);
    for (int octave = 0; octave < CellLayout.OCTAVES; octave++) {
      add(octave + 2, block.octave(octave), base, shift, bits, counts);
    }
  }

  private void add(int value, long rows, long[] base, int shift, int bits, long[] counts) {
    long offset = Math.min(value, last + 1) - base[0];
    if (offset >>> shift >>> bits == 0) {
      counts[(int) (offset >>> shift)] += rows;
    }
  }
}
