package org.privatemean.rows;

import org.privatemean.annotation.Internal;

/**
 * Encoded rows, held where they are until closed.
 *
 * @param <B> the blocks
 */
@Internal
public interface Blocks<B extends Block> extends AutoCloseable {
  /**
   * Folds all blocks once.
   *
   * <p>The totals are exact functions of private data. They must be consumed at once by a noise
   * step and must not be logged, stored or shown.
   *
   * @param fold the pass
   * @param description what the pass is for, in public words, for progress displays
   */
  long[] fold(Fold<B> fold, String description);

  /**
   * Checks, before a row is read, that a pass fits the memory; the default knows of no bound.
   *
   * @throws IllegalArgumentException naming the setting that is too small, and what it needs
   */
  default void check(Fold<B> fold) {}

  /** Gives the blocks up. */
  @Override
  void close();
}
