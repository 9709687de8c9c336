package org.privatemean.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TotalsTest {
  private static long[] unpacked(byte[] packed, int length) {
    long[] totals = new long[length];
    Totals.addPacked(packed, totals);
    return totals;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 127, 128, 129, 5000, 300_000})
  void addPacked_ofPack_givesTheTotalsBack(int length) {
    SplittableRandom random = new SplittableRandom(length);
    for (int share : new int[] {0, 1, 50, 100}) {
      long[] totals = new long[length];
      for (int k = 0; k < length; k++) {
        totals[k] =
            random.nextInt(100) < share ? random.nextLong() >> random.nextInt(Long.SIZE) : 0;
      }
      assertArrayEquals(totals, unpacked(Totals.pack(totals), length));
    }
  }

  @Test
  void addPacked_extremes_areKept() {
    long[] totals = {Long.MAX_VALUE, Long.MIN_VALUE, 0, -1, 1, 63, 64, -64, -65};
    assertArrayEquals(totals, unpacked(Totals.pack(totals), totals.length));
  }

  /** The form itself, byte for byte. */
  @Test
  void pack_totals_areSevenBitsAByteAndRunsOfZeros() {
    long[] totals = new long[204];
    totals[0] = 1;
    totals[1] = -64;
    totals[202] = 64;
    byte[] expected = {2, 127, 0, (byte) 200, 1, (byte) 128, 1, 0, 1};
    assertArrayEquals(expected, Totals.pack(totals));
    assertEquals(10, Totals.pack(new long[] {Long.MIN_VALUE}).length);
  }

  @Test
  void pack_mostlyZero_isShort() {
    long[] totals = new long[1 << 18];
    totals[77] = 5;
    assertTrue(Totals.pack(totals).length < 10);
    assertEquals(0, Totals.pack(new long[0]).length);
  }

  @Test
  void addPacked_toOthers_addsAndRefusesToWrap() {
    long[] totals = {1, 2, 3};
    Totals.addPacked(Totals.pack(new long[] {10, 0, -3}), totals);
    assertArrayEquals(new long[] {11, 2, 0}, totals);
    byte[] large = Totals.pack(new long[] {Long.MAX_VALUE, 0, 0});
    assertThrows(ArithmeticException.class, () -> Totals.addPacked(large, totals));
  }
}
