package org.privatemean.geometry;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class WalshHadamardTest {
  /** Entry (i, j) of the natural-order matrix: -1 to the number of ones that i and j share. */
  private static long entry(int i, int j) {
    return Integer.bitCount(i & j) % 2 == 0 ? 1 : -1;
  }

  private static long[] naive(long[] x) {
    long[] y = new long[x.length];
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < x.length; j++) {
        y[i] += entry(i, j) * x[j];
      }
    }
    return y;
  }

  private static long[] random(SplittableRandom random, int size, long bound) {
    return random.longs(size, -bound, bound + 1).toArray();
  }

  private static long[] rowForm(long[] x) {
    double[] values = Arrays.stream(x).asDoubleStream().toArray();
    WalshHadamard.transform(values);
    return Arrays.stream(values).mapToLong(v -> (long) v).toArray();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "2, 2",
    "3, 4",
    "4, 4",
    "5, 8",
    "784, 1024",
    "131072, 131072",
    "131073, 262144"
  })
  void paddedSize_ofADimension_isTheNextPowerOfTwo(int dimension, int size) {
    assertEquals(size, WalshHadamard.paddedSize(dimension));
  }

  @Test
  void paddedSize_outOfRange_isRefused() {
    for (int dimension : new int[] {0, -1, (1 << 30) + 1}) {
      IllegalArgumentException refusal =
          assertThrows(IllegalArgumentException.class, () -> WalshHadamard.paddedSize(dimension));
      assertTrue(refusal.getMessage().contains("dimension"), refusal::getMessage);
      assertTrue(refusal.getMessage().contains("" + dimension), refusal::getMessage);
    }
    assertEquals(1 << 30, WalshHadamard.paddedSize(1 << 30));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8, 64, 256, 1024})
  void transform_anyForm_equalsTheMatrix(int size) {
    SplittableRandom random = new SplittableRandom(size);
    // Spans more than one chunk of rows, and the last chunk is not full.
    int rows = size <= 64 ? 300 : 3;
    int capacity = rows + 5;
    int[][] narrow = new int[size][capacity];
    long[][] wide = new long[size][capacity];
    long[][] expected = new long[rows][];
    long[][] expectedWide = new long[rows][];
    for (int i = 0; i < rows; i++) {
      long[] x = random(random, size, Integer.MAX_VALUE / size);
      long[] z = random(random, size, (1L << 52) / size);
      for (int j = 0; j < size; j++) {
        narrow[j][i] = (int) x[j];
        wide[j][i] = z[j];
      }
      expected[i] = naive(x);
      expectedWide[i] = naive(z);
      assertArrayEquals(expected[i], rowForm(x));
      assertArrayEquals(expectedWide[i], rowForm(z));
    }
    WalshHadamard.transformColumns(narrow, rows);
    WalshHadamard.transformColumns(wide, rows);
    for (int j = 0; j < size; j++) {
      for (int i = 0; i < capacity; i++) {
        assertEquals(i < rows ? expected[i][j] : 0, narrow[j][i]);
        assertEquals(i < rows ? expectedWide[i][j] : 0, wide[j][i]);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 16, 512, 1 << 17})
  void transform_twice_multipliesByTheSize(int size) {
    SplittableRandom random = new SplittableRandom(size);
    long[] x = random(random, size, 1 << 12);
    int[][] narrow = new int[size][1];
    long[][] wide = new long[size][1];
    for (int j = 0; j < size; j++) {
      narrow[j][0] = (int) (x[j] % 16);
      wide[j][0] = x[j];
    }
    WalshHadamard.transformColumns(wide, 1);
    WalshHadamard.transformColumns(wide, 1);
    WalshHadamard.transformColumns(narrow, 1);
    if (size <= 512) {
      WalshHadamard.transformColumns(narrow, 1);
    }
    double[] row = Arrays.stream(x).asDoubleStream().toArray();
    WalshHadamard.transform(row);
    WalshHadamard.transform(row);
    for (int j = 0; j < size; j++) {
      assertEquals(size * x[j], wide[j][0]);
      assertEquals((double) size * x[j], row[j]);
      if (size <= 512) {
        assertEquals(size * (x[j] % 16), narrow[j][0]);
      }
    }
  }

  @Test
  void transform_largestLegalInts_doesNotWrap() {
    int size = 1 << 10;
    int[][] columns = new int[size][1];
    int each = Integer.MAX_VALUE / size;
    Arrays.setAll(columns, j -> new int[] {(j & 1) == 0 ? each : -each});
    WalshHadamard.transformColumns(columns, 1);
    for (int j = 0; j < size; j++) {
      assertEquals(j == 1 ? size * each : 0, columns[j][0]);
    }
  }

  @Test
  void transform_notAPowerOfTwo_isRefused() {
    for (int size : new int[] {0, 3, 12}) {
      assertThrows(IllegalArgumentException.class, () -> WalshHadamard.transform(new double[size]));
      assertThrows(
          IllegalArgumentException.class,
          () -> WalshHadamard.transformColumns(new int[size][1], 1));
      assertThrows(
          IllegalArgumentException.class,
          () -> WalshHadamard.transformColumns(new long[size][1], 1));
    }
  }
}
