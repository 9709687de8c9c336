package org.privatemean.rows;

import org.privatemean.annotation.Internal;

/** Rows that each pass reads again, or that are held in memory if reading them is expensive. */
@Internal
public interface RowPasses extends AutoCloseable {
  /**
   * Sample of the rows, held in this process.
   *
   * @param rows number of sampled rows: as public or private as the number of rows
   */
  record Sample<B extends Block>(Blocks<B> blocks, long rows) {}

  /**
   * Reads all rows and keeps a sample.
   *
   * @throws IllegalArgumentException before any row is read, if this process has no memory for the
   *     largest possible sample
   */
  <B extends Block> Sample<B> sample(RowEncoder<B> encoder, RowSample sample);

  /**
   * Reads all rows and folds them. The totals are exact functions of private data: noise steps must
   * consume them, and they must not be logged, stored or shown.
   *
   * @param description description of the pass for progress displays, of public values
   * @throws IllegalArgumentException before any row is read, if the totals do not fit the memory
   */
  long[] fold(RowFold fold, String description);

  /** Releases the held rows. */
  @Override
  void close();
}
