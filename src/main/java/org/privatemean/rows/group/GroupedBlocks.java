package org.privatemean.rows.group;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.privatemean.rows.Block;

/** Encoded rows of groups, held in memory until closed. */
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
        SlotTotals totals = new SlotTotals(fold.slots(), fold.width());
        blocks.forEach(block -> fold.add(block, totals));
        return totals.dense();
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

  /** One pass over blocks of groups that adds to a vector of exact integers for each slot. */
  interface SlotFold<B extends Block> extends Serializable {
    int slots();

    /** Length of the vector of totals of a slot. */
    int width();

    void add(B block, SlotTotals totals);
  }

  /** Totals of a task by slot: the vectors of those slots that have rows, in one array. */
  final class SlotTotals {
    private final int width;

    /** One more than the number of a slot's vector; 0 if the slot has none. */
    private final int[] places;

    private long[] values;
    private int held;

    public SlotTotals(int slots, int width) {
      this.width = width;
      this.places = new int[slots];
      this.values = new long[width];
    }

    /** Returns all totals; another array after {@link #groupAt} of a new slot. */
    public long[] values() {
      return values;
    }

    /** Returns the held slots, ascending. */
    public int[] slots() {
      return IntStream.range(0, places.length).filter(slot -> places[slot] > 0).toArray();
    }

    /** Returns where the vector of a slot starts in {@link #values}. */
    public int groupAt(int slot) {
      if (places[slot] == 0) {
        held++;
        places[slot] = held;
        if (Math.multiplyExact(held, width) > values.length) {
          int room = (int) Math.min(Integer.MAX_VALUE - 8L, 2L * values.length);
          values = Arrays.copyOf(values, room);
        }
      }
      return (places[slot] - 1) * width;
    }

    /** Returns the totals of all slots. */
    public long[] dense() {
      long[] all = new long[Math.multiplyExact(places.length, width)];
      addTo(all);
      return all;
    }

    /** Adds these totals to those of all slots; throws ArithmeticException beyond a long. */
    public void addTo(long[] all) {
      for (int slot : slots()) {
        int to = slot * width;
        int from = groupAt(slot);
        for (int j = 0; j < width; j++) {
          all[to + j] = Math.addExact(all[to + j], values[from + j]);
        }
      }
    }
  }
}
