package org.privatemean.rows;

import org.privatemean.annotation.Internal;

/**
 * Encoded rows, held in memory until closed.
 *
 * @param <B> the blocks
 */
@Internal
public interface Blocks<B extends Block> extends AutoCloseable {
  /**
   * Folds all blocks once. The totals are exact functions of private data: a noise step must
   * consume them at once, and they must not be logged, stored or shown.
   *
   * @param description description of the pass for progress displays, of public values
   */
  long[] fold(Fold<B> fold, String description);

  /**
   * Checks, before any row is read, that a pass fits the memory. The default has no limit.
   *
   * @throws IllegalArgumentException naming the setting that is too small, and the required value
   */
  default void check(Fold<B> fold) {}

  /** Releases the blocks. */
  @Override
  void close();
}
