package org.privatemean.rows;

import java.io.Serializable;
import org.privatemean.annotation.Internal;

/**
 * One pass over the rows as they are read, which holds none of them: adds what each contributes to
 * a vector of exact integers. What a row contributes depends on that row and on public or released
 * values alone, so the result does not depend on partitions, order or retries.
 */
@Internal
public interface RowFold extends Serializable {
  /** Length of the vector of totals. */
  int size();

  /** For the rows of one task; used by one thread. */
  Adder start();

  /** Adds rows up. */
  interface Adder {
    /**
     * Adds a row if the sums that it makes anyway show that all of its coordinates are finite and
     * need no scaling; else does nothing.
     *
     * @param row as many coordinates as the fold's dimension, of any value; not kept
     * @return whether the row was added
     */
    boolean addPlain(double[] row);

    /**
     * Adds a row with few non-zero coordinates, if these show that it is what {@link #addPlain}
     * adds; else does nothing. It is added to the same integers: how a row is stored changes
     * nothing.
     *
     * @param indices of coordinates, ascending, below the fold's dimension
     * @param values theirs, of any value; all others are 0
     * @param count how many there are
     * @return whether the row was added
     */
    default boolean addSparse(int[] indices, double[] values, int count) {
      return false;
    }

    /**
     * Adds a row.
     *
     * @param row as many finite coordinates as the fold's dimension; not kept
     */
    void add(double[] row);

    /** The totals of the rows added; called once, last. */
    long[] totals();

    /**
     * Adds a row as it was read, by the rule for invalid ones.
     *
     * @param row a buffer; set to zero where the rule says so
     * @param wellFormed whether the row was there, and had the declared length
     * @param source the column or source to name in the error
     * @return whether the row counts
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
