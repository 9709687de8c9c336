package org.privatemean.rows.group;

import java.io.Serializable;
import java.util.List;
import org.privatemean.annotation.Internal;
import org.privatemean.rows.Block;

/** Encoded rows of groups, held in memory until closed. */
@Internal
public interface GroupedBlocks<B extends Block> extends AutoCloseable {
  /** Folds all blocks, as {@code Blocks#fold}; the totals of slot k begin at {@code k * width}. */
  long[] fold(SlotFold<B> fold, String description);

  /** Passes on released numbers of rows, to distribute large groups; totals do not change. */
  void setSizes(double[] counts);

  /** Returns blocks in the memory of this process, in a list that can be cleared. */
  static <B extends Block> GroupedBlocks<B> held(List<B> blocks) {
    return new GroupedBlocks<>() {
      @Override
      public long[] fold(SlotFold<B> fold, String description) {
        SlotTotals totals = new SlotTotals(fold.width());
        blocks.forEach(block -> fold.add(block, totals));
        return totals.dense(fold.slots());
      }

      @Override
      public void setSizes(double[] counts) {
        // One thread folds all blocks, in any order.
      }

      @Override
      public void close() {
        blocks.clear();
      }
    };
  }

  @Override
  void close();

  /**
   * One pass over blocks of groups: adds each block to vectors of exact integers, one for each
   * slot: a group, a class of groups or all of them.
   */
  interface SlotFold<B extends Block> extends Serializable {
    int slots();

    /** Length of the vector of totals of a slot. */
    int width();

    void add(B block, SlotTotals totals);
  }
}
