package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.mean.GroupBlock;
import org.privatemean.rows.group.GroupedBlocks.SlotFold;
import org.privatemean.rows.group.GroupedBlocks.SlotTotals;

final class PassTotalsTest {
  private static byte[] pack(long... totals) {
    return PassTotals.part(totals, 0).toBytes();
  }

  private static long[] unpacked(byte[] packed, int length) {
    PassTotals totals = new PassTotals(length);
    totals.add(packed);
    return totals.totals();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 127, 128, 129, 5000, 300_000})
  void add_ofBytes_givesTheTotalsBack(int length) {
    SplittableRandom random = new SplittableRandom(length);
    for (int share : new int[] {0, 1, 50, 100}) {
      long[] totals = new long[length];
      for (int k = 0; k < length; k++) {
        totals[k] =
            random.nextInt(100) < share ? random.nextLong() >> random.nextInt(Long.SIZE) : 0;
      }
      assertArrayEquals(totals, unpacked(pack(totals), length));
    }
  }

  @Test
  void add_extremes_areKept() {
    long[] totals = {Long.MAX_VALUE, Long.MIN_VALUE, 0, -1, 1, 63, 64, -64, -65};
    assertArrayEquals(totals, unpacked(pack(totals), totals.length));
  }

  /** The form itself, byte for byte. */
  @Test
  void toBytes_totals_areSevenBitsAByteAndRunsOfZeros() {
    long[] totals = new long[204];
    totals[0] = 1;
    totals[1] = -64;
    totals[202] = 64;
    byte[] expected = {2, 127, 0, (byte) 200, 1, (byte) 128, 1, 0, 1};
    byte[] packed = pack(totals);
    assertArrayEquals(expected, Arrays.copyOfRange(packed, PassTotals.HEADER, packed.length));
    assertEquals(PassTotals.HEADER + 10, pack(Long.MIN_VALUE).length);
  }

  @Test
  void toBytes_mostlyZero_isShort() {
    long[] totals = new long[1 << 18];
    totals[77] = 5;
    assertTrue(pack(totals).length < PassTotals.HEADER + 10);
    assertEquals(PassTotals.HEADER, pack().length);
  }

  @Test
  void add_toOthers_addsAndRefusesToWrap() {
    PassTotals totals = new PassTotals(3);
    totals.add(pack(1, 2, 3));
    totals.add(pack(10, 0, -3));
    assertArrayEquals(new long[] {11, 2, 0}, totals.totals());
    assertEquals(2, totals.parts());
    byte[] large = pack(Long.MAX_VALUE, 0, 0);
    assertThrows(ArithmeticException.class, () -> totals.add(large));
  }

  /** One total of each of these slots, in the order in which they are met. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Ones(int slots, int... met) implements SlotFold<GroupBlock> {
    @Override
    public int width() {
      return 2;
    }

    @Override
    public void add(GroupBlock block, SlotTotals totals) {
      for (int slot : met) {
        int at = totals.groupAt(slot);
        totals.values()[at + 1] += 300;
      }
    }
  }

  /** The slots of a task are the nonzero totals of all slots. */
  @Test
  void run_slotsWithRows_givesTheTotalsOfAllSlots() {
    GroupBlock block = new GroupBlock(1, new double[3], new int[3], new int[0]);
    FingerprintedBlock<GroupBlock> read = new FingerprintedBlock<>(block, 11);
    byte[] packed = PassTotals.foldSlots(new Ones(9, 8, 2, 3)).run(List.of(read, read).iterator());
    long[] expected = new long[18];
    for (int slot : new int[] {2, 3, 8}) {
      expected[2 * slot + 1] = 600;
    }
    PassTotals all = new PassTotals(18);
    all.add(packed);
    all.add(PassTotals.foldSlots(new Ones(9)).run(Collections.emptyIterator()));
    assertArrayEquals(expected, all.totals());
    assertEquals(6, all.rows());
    assertEquals(22, all.fingerprint());
    assertEquals(2, all.parts());
  }
}
