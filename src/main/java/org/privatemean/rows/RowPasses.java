package org.privatemean.rows;

import org.privatemean.annotation.Internal;

/** Rows that are read anew by each pass, or held as they are where reading them is dear. */
@Internal
public interface RowPasses extends AutoCloseable {
  /**
   * A sample of the rows, held in this process.
   *
   * @param blocks the rows
   * @param rows how many came: a function of the bits and of the number of rows, so public where
   *     that is, and private elsewhere
   * @param <B> the blocks
   */
  record Sample<B extends Block>(Blocks<B> blocks, long rows) {}

  /**
   * Reads all rows and keeps a sample.
   *
   * @param encoder for the rows that are kept
   * @param sample says which
   * @throws IllegalArgumentException before any row is read, if this process has no room for the
   *     most rows that the sample may have
   */
  <B extends Block> Sample<B> sample(RowEncoder<B> encoder, RowSample sample);

  /**
   * Reads all rows and adds them up.
   *
   * <p>The totals are exact functions of private data. They must be consumed by noise steps and
   * must not be logged, stored or shown.
   *
   * @param description what the pass is for, in public words, for progress displays
   * @throws IllegalArgumentException before any row is read, if the totals do not fit the memory
   */
  long[] fold(RowFold fold, String description);

  /** Gives up what is held. */
  @Override
  void close();
}
