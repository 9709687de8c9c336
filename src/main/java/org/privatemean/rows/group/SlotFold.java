package org.privatemean.rows.group;

import java.io.Serializable;
import org.privatemean.annotation.Internal;
import org.privatemean.rows.Block;

/**
 * One pass over blocks of groups: adds each block to vectors of exact integers, one for each slot:
 * a group, a class of groups or all of them.
 */
@Internal
public interface SlotFold<B extends Block> extends Serializable {
  int slots();

  /** Length of the vector of totals of a slot. */
  int width();

  void add(B block, SlotTotals totals);
}
