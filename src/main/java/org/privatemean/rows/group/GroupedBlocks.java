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
   * Folds all blocks once.
   *
   * <p>The totals are exact functions of private data. A noise step must consume them at once; they
   * must not be logged, stored or shown.
   *
   * @param fold the pass
   * @param description description of the pass, of public values
   * @return the totals of slot k from entry {@code k * width} on, for every slot, with or without
   *     rows
   */
  long[] fold(SlotFold<B> fold, String description);

  /**
   * Passes on the known number of rows of each group, so that the rows of large groups can be
   * distributed evenly. May do nothing. Totals do not depend on it.
   *
   * @param counts released numbers of rows, one for each group
   */
  void setSizes(double[] counts);

  /** Releases the blocks. */
  @Override
  void close();
}
