package org.privatemean.rows;

import java.io.Serializable;
import org.privatemean.annotation.Internal;

/**
 * One pass over the rows that holds none of them: adds the contribution of each row to a vector of
 * exact integers. A contribution depends only on its row and on public or released values, so the
 * result does not depend on partitions, order or retries.
 */
@Internal
public interface RowFold extends Serializable {
  /** Length of the vector of totals. */
  int size();

  /** Returns an accumulator for the rows of one task, used by one thread. */
  Adder start();

  /** Accumulator of rows. */
  interface Adder {
    /**
     * Adds a row if its sums, which are needed anyway, show that all of its coordinates are finite
     * and need no scaling. Otherwise does nothing.
     *
     * @param row a row of the fold's dimension, with coordinates of any value; not kept
     * @return true if the row was added
     */
    boolean addPlain(double[] row);

    /**
     * Adds a row with few nonzero coordinates, if these show that {@link #addPlain} would add it;
     * otherwise does nothing. The result is the same: the storage of a row does not matter.
     *
     * @param indices of coordinates, ascending, below the fold's dimension
     * @param values of these coordinates, of any value; all others are 0
     * @param count number of these coordinates
     * @return true if the row was added
     */
    default boolean addSparse(int[] indices, double[] values, int count) {
      return false;
    }

    /**
     * Adds a row.
     *
     * @param row a row of the fold's dimension with finite coordinates; not kept
     */
    void add(double[] row);

    /** Returns the totals of the added rows. Called once, last. */
    long[] totals();

    /**
     * Adds a row as it was read, by the rule for invalid rows.
     *
     * @param row a buffer; set to zero if the rule requires it
     * @param wellFormed true if the row was not null and had the declared length
     * @param source the column or source for the error message
     * @return true if the row counts
     * @throws InvalidRowException under {@link InvalidRows#ERROR} if the row is invalid
     */
    default boolean addRead(double[] row, boolean wellFormed, InvalidRows rule, String source) {
      if (wellFormed && addPlain(row)) {
        return true;
      }
      boolean counts = wellFormed ? rule.apply(row, source) : rule.applyToMisshapen(row, source);
      if (counts) {
        add(row);
      }
      return counts;
    }
  }
}
