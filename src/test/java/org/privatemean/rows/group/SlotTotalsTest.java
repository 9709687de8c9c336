package org.privatemean.rows.group;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.privatemean.rows.group.GroupedBlocks.SlotTotals;

/** The sparse totals of a task, against an array of all of them. */
final class SlotTotalsTest {
  @Test
  void totals_ofAnySlotsInAnyOrder_areThoseOfAnArray() {
    SplittableRandom random = new SplittableRandom(1);
    for (int run = 0; run < 50; run++) {
      int width = 1 + random.nextInt(5);
      int slots = 1 + random.nextInt(5000);
      int stride = run % 2 == 0 ? 1 : 1 << random.nextInt(10);
      long[] expected = new long[slots * width];
      SlotTotals totals = new SlotTotals(slots, width);
      for (int i = 0; i < 5000; i++) {
        int slot = random.nextInt(slots) / stride * stride;
        int j = random.nextInt(width);
        long amount = random.nextLong(-1000, 1000);
        int at = totals.groupAt(slot);
        totals.values()[at + j] += amount;
        expected[slot * width + j] += amount;
      }
      assertArrayEquals(expected, totals.dense());
    }
  }

  /** The array of values is another one after a new slot. */
  private static void put(SlotTotals totals, int slot, int j, long value) {
    int at = totals.groupAt(slot);
    totals.values()[at + j] = value;
  }

  @Test
  void addTo_ofTwoTasks_addsThem() {
    SlotTotals one = new SlotTotals(4, 2);
    put(one, 3, 0, 5);
    SlotTotals other = new SlotTotals(4, 2);
    put(other, 3, 0, 7);
    put(other, 0, 1, 1);
    long[] all = one.dense();
    other.addTo(all);
    assertArrayEquals(new long[] {0, 1, 0, 0, 0, 0, 12, 0}, all);
  }

  @Test
  void addTo_beyondALong_throws() {
    SlotTotals one = new SlotTotals(1, 1);
    put(one, 0, 0, Long.MAX_VALUE);
    long[] all = one.dense();
    assertThrows(ArithmeticException.class, () -> one.addTo(all));
    assertEquals(Long.MAX_VALUE, all[0]);
  }
}
