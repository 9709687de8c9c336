package org.privatemean.rows.group;

import org.privatemean.annotation.Internal;
import org.privatemean.rows.Block;

/**
 * Encoded rows of groups, held in memory until closed.
 *
 * @param <B> the blocks
 */
@Internal
public interface GroupedBlocks<B extends Block> extends AutoCloseable {
  /**
   * Folds all blocks once. The totals are exact functions of private data: a noise step must
   * consume them at once, and they must not be logged, stored or shown.
   *
   * @param description description of the pass, of public values
   * @return the totals of slot k from entry {@code k * width} on, for every slot
   */
  long[] fold(SlotFold<B> fold, String description);

  /**
   * Passes on the released number of rows of each group, so that large groups can be distributed
   * evenly. Totals do not depend on it.
   */
  void setSizes(double[] counts);

  /** Releases the blocks. */
  @Override
  void close();
}
