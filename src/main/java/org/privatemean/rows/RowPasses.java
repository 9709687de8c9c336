package org.privatemean.rows;

import org.privatemean.annotation.Internal;

/** Rows that each pass reads again, or that are held in memory if reading them is expensive. */
@Internal
public interface RowPasses extends AutoCloseable {
  /**
   * A sample of the rows, held in this process.
   *
   * @param blocks the rows
   * @param rows number of sampled rows: a function of the bits and of the number of rows, so it is
   *     public if that is, and otherwise private
   * @param <B> the blocks
   */
  record Sample<B extends Block>(Blocks<B> blocks, long rows) {}

  /**
   * Reads all rows and keeps a sample.
   *
   * @param encoder encodes the sampled rows
   * @param sample selects them
   * @throws IllegalArgumentException before any row is read, if this process has no memory for the
   *     largest possible sample
   */
  <B extends Block> Sample<B> sample(RowEncoder<B> encoder, RowSample sample);

  /**
   * Reads all rows and folds them.
   *
   * <p>The totals are exact functions of private data. Noise steps must consume them; they must not
   * be logged, stored or shown.
   *
   * @param description description of the pass for progress displays, of public values
   * @throws IllegalArgumentException before any row is read, if the totals do not fit the memory
   */
  long[] fold(RowFold fold, String description);

  /** Releases the held rows. */
  @Override
  void close();
}
