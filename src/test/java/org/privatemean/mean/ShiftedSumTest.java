package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.geometry.ExactClipping;
import org.privatemean.mean.ClippedMean.ShiftedSum;

final class ShiftedSumTest {
  private static BigInteger[] naive(long[][] vectors, long[] centre, long norm) {
    BigInteger[] sum = new BigInteger[centre.length];
    Arrays.fill(sum, BigInteger.ZERO);
    for (long[] vector : vectors) {
      long[] difference = new long[centre.length];
      for (int j = 0; j < centre.length; j++) {
        difference[j] = Math.subtractExact(vector[j], centre[j]);
      }
      ExactClipping.clip(difference, norm);
      for (int j = 0; j < centre.length; j++) {
        sum[j] = sum[j].add(BigInteger.valueOf(difference[j]));
      }
    }
    return sum;
  }

  private static void assertSum(BigInteger[] expected, long[] totals) {
    for (int j = 0; j < expected.length; j++) {
      assertEquals(expected[j], BigInteger.valueOf(totals[j]));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "1, 1000",
    "3, 1",
    "3, 500",
    "3, 1732",
    "3, 5000",
    "20, 2600",
    "20, 2700",
    "20, 100000"
  })
  void add_anyNorm_isTheSumOfClippedDifferences(int columns, long norm) {
    SplittableRandom random = new SplittableRandom(norm);
    long[] centre = random.longs(columns, -100, 101).toArray();
    long[][] vectors = EncodedBlocks.randomVectors(random, 300, columns, 1000);
    ShiftedSum sum = new ShiftedSum(centre, norm);
    assertEquals(columns, sum.size());
    assertEquals(norm, sum.norm());
    for (boolean wide : new boolean[] {false, true}) {
      long[] totals = new long[columns];
      sum.add(EncodedBlocks.of(wide, vectors), totals);
      assertSum(naive(vectors, centre, norm), totals);
    }
  }

  @Test
  void add_rowsAtTheNormAndOnePast_areDecidedExactly() {
    // 3-4-5 and its neighbours, far above where doubles tell squares apart.
    long unit = 1L << 48;
    long[][] vectors = {
      {3 * unit, 4 * unit},
      {3 * unit + 1, 4 * unit},
      {-3 * unit, 4 * unit + 1},
      {3 * unit - 1, 4 * unit},
      {0, 5 * unit + 1}
    };
    long[] totals = new long[2];
    ShiftedSum sum = new ShiftedSum(new long[2], 5 * unit);
    sum.add(EncodedBlocks.of(true, vectors), totals);
    assertSum(naive(vectors, new long[2], 5 * unit), totals);
    long[] one = new long[2];
    sum.add(EncodedBlocks.of(true, vectors[0]), one);
    assertArrayEquals(vectors[0], one);
  }

  @Test
  void add_valuesNearTheLimitOf64Bits_isExact() {
    // 2 n B just below 2^63, all differences at their largest.
    long bound = (1L << 52) - 1;
    long[] centre = {-bound, bound};
    long[][] vectors = new long[1023][];
    Arrays.fill(vectors, new long[] {bound, -bound});
    for (long norm : new long[] {1L << 54, 1L << 53, 1000}) {
      long[] totals = new long[2];
      new ShiftedSum(centre, norm).add(EncodedBlocks.of(true, vectors), totals);
      assertSum(naive(vectors, centre, norm), totals);
    }
  }

  @Test
  void add_splitAndPermutedRows_addsUpToTheSame() {
    SplittableRandom random = new SplittableRandom(3);
    long[] centre = random.longs(5, -100, 101).toArray();
    long[][] vectors = EncodedBlocks.randomVectors(random, 60, 5, 1000);
    ShiftedSum sum = new ShiftedSum(centre, 900);
    long[] whole = new long[5];
    sum.add(EncodedBlocks.of(false, vectors), whole);
    long[] merged = new long[5];
    for (int i = 59; i >= 0; i--) {
      long[] part = new long[5];
      sum.add(EncodedBlocks.of(i % 2 == 0, vectors[i]), part);
      Arrays.setAll(merged, j -> Math.addExact(merged[j], part[j]));
    }
    assertArrayEquals(whole, merged);
  }
}
