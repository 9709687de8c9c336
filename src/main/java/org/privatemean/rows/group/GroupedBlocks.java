package org.privatemean.rows.group;

import org.privatemean.annotation.Internal;
import org.privatemean.rows.Block;

/**
 * Encoded rows of groups, held where they are until closed.
 *
 * @param <B> the blocks
 */
@Internal
public interface GroupedBlocks<B extends Block> extends AutoCloseable {
  /**
   * Folds all blocks once.
   *
   * <p>The totals are exact functions of private data. They must be consumed at once by a noise
   * step and must not be logged, stored or shown.
   *
   * @param fold the pass
   * @param description what the pass is for, in public words
   * @return the totals of slot k from entry {@code k * width} on, for every slot, with rows or
   *     without
   */
  long[] fold(SlotFold<B> fold, String description);

  /**
   * Reports how many rows each group is known to have, so that the rows of large ones can be spread
   * evenly. May do nothing. Totals do not depend on it.
   *
   * @param counts released numbers of rows, one for each group
   */
  void setSizes(double[] counts);

  /** Gives the blocks up. */
  @Override
  void close();
}
