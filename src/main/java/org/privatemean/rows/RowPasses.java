package org.privatemean.rows;

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
}
