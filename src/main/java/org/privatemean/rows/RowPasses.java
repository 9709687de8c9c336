package org.privatemean.rows;

import java.io.Serializable;
import org.privatemean.annotation.Internal;

/** Rows that each pass reads again, or that are held in memory if reading them is expensive. */
@Internal
public interface RowPasses extends AutoCloseable {
  /** Sample of the rows, held in this process; their number is as private as that of all rows. */
  record Sample<B extends Block>(Blocks<B> blocks, long rows) {}

  /** Reads all rows and keeps a sample, if the largest possible sample fits the memory. */
  <B extends Block> Sample<B> sample(RowEncoder<B> encoder, RowSample sample);

  /** Reads all rows and folds them, under the terms of {@link Blocks#fold}, if the totals fit. */
  long[] fold(RowFold fold, String description);

  /** Releases the held rows, if any. */
  @Override
  default void close() {}

  /** A pass that holds no rows: adds to integers a function of each and of released values. */
  interface RowFold extends Serializable {
    int size();

    /** Returns an accumulator for the rows of one task, used by one thread. */
    Adder start();

    interface Adder {
      /**
       * Adds a row, which is not kept, if its sums, which are needed anyway, show that it is finite
       * and needs no scaling. Otherwise returns false.
       */
      boolean addPlain(double[] row);

      /** Does as {@link #addPlain} for a row's nonzero coordinates, whose indices ascend. */
      default boolean addSparse(int[] indices, double[] values, int count) {
        return false;
      }

      /** Adds a row of finite coordinates, which is not kept. */
      void add(double[] row);

      /** Returns the totals of the added rows. Called once, last. */
      long[] totals();

      /** Adds a row as it was read, by the rule for invalid rows; returns true if it counts. */
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
}
