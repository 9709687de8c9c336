package org.privatemean.rows;

import java.io.Serializable;
import org.privatemean.annotation.Internal;

/**
 * One pass over the blocks: adds each block to a vector of exact integers, so the result does not
 * depend on partitions, order or retries.
 */
@Internal
public interface Fold<B extends Block> extends Serializable {
  /** Length of the vector of totals. */
  int size();

  /** Length of the longest vector of this pass and of those that are sure to follow it. */
  default int longest() {
    return size();
  }

  void add(B block, long[] totals);
}
