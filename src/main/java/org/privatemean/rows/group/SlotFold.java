package org.privatemean.rows.group;

import java.io.Serializable;
import org.privatemean.annotation.Internal;
import org.privatemean.rows.Block;

/**
 * One pass over blocks of groups: adds each block to vectors of exact integers, one for each slot.
 * A slot is a group, a class of groups or all of them.
 *
 * @param <B> the blocks
 */
@Internal
public interface SlotFold<B extends Block> extends Serializable {
  /** Number of slots. */
  int slots();

  /** Length of the vector of totals of a slot. */
  int width();

  /** Adds the contribution of a block to the totals. */
  void add(B block, SlotTotals totals);
}
