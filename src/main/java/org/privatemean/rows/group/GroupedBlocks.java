package org.privatemean.rows.group;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
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

  /** One pass over blocks of groups that adds to a vector of exact integers for each slot. */
  interface SlotFold<B extends Block> extends Serializable {
    int slots();

    /** Length of the vector of totals of a slot. */
    int width();

    void add(B block, SlotTotals totals);
  }

  /** Totals of a task by slot, of those that have rows: a hash table to positions in an array. */
  final class SlotTotals {
    private static final int LEAST = 16;

    private final int width;
    private int[] slots = new int[LEAST];

    /** One more than the number of the slot's vector, or 0. */
    private int[] places = new int[LEAST];

    private long[] values;
    private int held;

    public SlotTotals(int width) {
      this.width = width;
      this.values = new long[width];
    }

    /** Returns all totals; another array after {@link #groupAt} of a new slot. */
    public long[] values() {
      return values;
    }

    /** Returns the held slots, ascending. */
    public int[] slots() {
      int[] all = new int[held];
      int next = 0;
      for (int k = 0; k < slots.length; k++) {
        if (places[k] > 0) {
          all[next++] = slots[k];
        }
      }
      Arrays.sort(all);
      return all;
    }

    /** Returns where the vector of a slot starts in {@link #values}. */
    public int groupAt(int slot) {
      int k = find(slots, places, slot);
      if (places[k] == 0) {
        if (2 * (held + 1) > places.length) {
          grow();
          k = find(slots, places, slot);
        }
        slots[k] = slot;
        held++;
        places[k] = held;
        if (Math.multiplyExact(held, width) > values.length) {
          int room = (int) Math.min(Integer.MAX_VALUE - 8L, 2L * values.length);
          values = Arrays.copyOf(values, room);
        }
      }
      return (places[k] - 1) * width;
    }

    private static int find(int[] slots, int[] places, int slot) {
      int mask = slots.length - 1;
      int k = ((slot * 0x9E3779B1) >>> 1) & mask;
      while (places[k] != 0 && slots[k] != slot) {
        k = (k + 1) & mask;
      }
      return k;
    }

    private void grow() {
      int[] oldSlots = slots;
      int[] oldPlaces = places;
      slots = new int[2 * oldSlots.length];
      places = new int[slots.length];
      for (int i = 0; i < oldSlots.length; i++) {
        if (oldPlaces[i] != 0) {
          int k = find(slots, places, oldSlots[i]);
          slots[k] = oldSlots[i];
          places[k] = oldPlaces[i];
        }
      }
    }

    public long[] dense(int count) {
      long[] all = new long[Math.multiplyExact(count, width)];
      addTo(all);
      return all;
    }

    /** Adds these totals to those of all slots; throws ArithmeticException beyond a long. */
    public void addTo(long[] all) {
      for (int k = 0; k < slots.length; k++) {
        int to = slots[k] * width;
        int from = (places[k] - 1) * width;
        for (int j = 0; places[k] > 0 && j < width; j++) {
          all[to + j] = Math.addExact(all[to + j], values[from + j]);
        }
      }
    }
  }
}
