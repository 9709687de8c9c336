package org.privatemean.mean;

import org.privatemean.query.QuantileSearch.Universe;
import org.privatemean.query.RowStatistic;

/** Norm of a row, as an integer that depends on its cell, or on its octave beyond all cells. */
record CellStatistic(CellGrid grid, boolean isOctave, int first, int last)
    implements RowStatistic<CellTotals> {
  /** Creates the index of the cell between two norms: 0 for rows of earlier cells. */
  public static CellStatistic between(CellGrid grid, int first, int last) {
    return new CellStatistic(grid, false, first, last - first);
  }

  /** Creates the octave beyond the last norm for clipping: 0 within it, at most {@code last}. */
  public static CellStatistic farOctave(CellGrid grid, int last) {
    return new CellStatistic(grid, true, 0, last);
  }

  @Override
  public Universe universe() {
    return new Universe(0, last);
  }

  @Override
  public void count(CellTotals block, long[] base, int shift, int bits, long[] counts) {
    for (int cell = 0; cell < grid.size(); cell++) {
      int octave = cell < grid.clips() ? 0 : 1;
      add(isOctave ? octave : cell - first, block.count(cell), base[0], shift, bits, counts);
    }
    for (int octave = 0; octave < CellGrid.COUNTS; octave++) {
      int value = isOctave ? octave + 2 : grid.size() - first;
      add(value, block.octave(octave), base[0], shift, bits, counts);
    }
  }

  private void add(int value, long rows, long base, int shift, int bits, long[] counts) {
    // Unsigned: a value below the base has its high bits set and is left out.
    long offset = Math.max(0, Math.min(last + 1, value)) - base;
    if (offset >>> shift >>> bits == 0) {
      counts[(int) (offset >>> shift)] += rows;
    }
  }
}
