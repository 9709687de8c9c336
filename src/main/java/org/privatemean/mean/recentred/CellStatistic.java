package org.privatemean.mean.recentred;

import org.privatemean.query.RowStatistic;
import org.privatemean.query.Universe;

/** Norm of a row, as an integer that depends on its cell, or on its octave beyond all cells. */
final class CellStatistic implements RowStatistic<CellTotals> {
  private static final long serialVersionUID = 1L;

  private final CellGrid grid;
  private final boolean isOctave;
  private final int first;
  private final int last;

  private CellStatistic(CellGrid grid, boolean isOctave, int first, int last) {
    this.grid = grid;
    this.isOctave = isOctave;
    this.first = first;
    this.last = last;
  }

  /**
   * Creates the index of the cell between two norms of a grid: rows of earlier cells have the value
   * 0, and those of later cells are beyond the last value.
   */
  public static CellStatistic between(CellGrid grid, int first, int last) {
    return new CellStatistic(grid, false, first, last - first);
  }

  /**
   * Creates the octave beyond the last norm for clipping: 0 within it, and i if the row is at most
   * 2^i times as long. (A row of exactly that length may count in the next octave.)
   *
   * @param last the last octave, at least 1; public
   */
  public static CellStatistic farOctave(CellGrid grid, int last) {
    return new CellStatistic(grid, true, 0, last);
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
