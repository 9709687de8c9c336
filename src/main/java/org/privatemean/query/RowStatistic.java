package org.privatemean.query;

import java.io.Serializable;
import org.privatemean.query.QuantileSearch.Universe;
import org.privatemean.rows.Block;

/** Integers per row, functions of it and of public or released values, counted for whole blocks. */
public interface RowStatistic<B extends Block> extends Serializable {
  /** Returns the number of integers per row: the coordinates searched in lockstep. */
  default int width() {
    return 1;
  }

  /** Returns the public interval that contains every integer. */
  Universe universe();

  /**
   * Counts, for every coordinate j, the rows with a value in each of {@code 2^bits} cells of {@code
   * 2^shift} integers, from {@code base[j]} on, into entries from {@code j * 2^bits} on.
   */
  void count(B block, long[] base, int shift, int bits, long[] counts);
}
