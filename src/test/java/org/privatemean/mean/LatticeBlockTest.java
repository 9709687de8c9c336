package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LatticeBlockTest {
  /** Width in bits, rows, columns, capacity. */
  static Stream<Arguments> shapes() {
    return Stream.of(
        arguments(32, 1, 1, 1),
        arguments(64, 1, 1, 1),
        arguments(32, 5, 3, 8),
        arguments(64, 5, 3, 8),
        arguments(32, 8, 7, 8),
        arguments(64, 8, 7, 8),
        arguments(32, 0, 2, 8),
        arguments(64, 0, 2, 8));
  }

  private static LatticeBlock block(int width, int rows, int columns, int capacity) {
    SplittableRandom random = new SplittableRandom(1);
    int[] narrow = new int[columns * capacity];
    long[] wide = new long[columns * capacity];
    // Also what lies beyond the rows is filled: none of it may show.
    for (int k = 0; k < wide.length; k++) {
      wide[k] = random.nextLong();
      narrow[k] = (int) wide[k];
    }
    if (rows > 0) {
      wide[0] = Long.MIN_VALUE;
      narrow[0] = Integer.MIN_VALUE;
    }
    return width == 32
        ? LatticeBlock.of(rows, columns, narrow)
        : LatticeBlock.of(rows, columns, wide);
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void fromBytes_ofToBytes_isTheBlock(int width, int rows, int columns, int capacity) {
    LatticeBlock block = block(width, rows, columns, capacity);
    byte[] bytes = block.toBytes();
    assertEquals(12 + rows * columns * width / 8, bytes.length);
    LatticeBlock read = LatticeBlock.fromBytes(bytes);
    assertEquals(rows, read.rows());
    assertEquals(columns, read.columns());
    for (int j = 0; j < columns; j++) {
      for (int i = 0; i < rows; i++) {
        assertEquals(block.valueAt(i, j), read.valueAt(i, j));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {32, 64})
  void squaredDistances_otherCentre_areNotThoseOfTheLast(int width) {
    LatticeBlock block = EncodedBlocks.of(width == 64, new long[] {3, 4}, new long[] {-1, 0});
    assertArrayEquals(new double[] {25, 1}, block.squaredDistances(new long[] {0, 0}));
    assertArrayEquals(new double[] {32, 0}, block.squaredDistances(new long[] {-1, 0}));
    assertArrayEquals(new double[] {25, 1}, block.squaredDistances(new long[] {0, 0}));
  }

  /** Few, half and most rows inside, more and fewer rows than cells: every way to count. */
  @ParameterizedTest
  @ValueSource(ints = {32, 64})
  void count_anyShareOfRowsInside_isTheNaiveHistogram(int width) {
    SplittableRandom random = new SplittableRandom(4);
    for (int share : new int[] {0, 1, 50, 99, 100}) {
      for (int rows : new int[] {1, 63, 64, 500}) {
        long[][] vectors = new long[rows][1];
        for (long[] vector : vectors) {
          boolean inside = random.nextInt(100) < share;
          vector[0] = inside ? random.nextInt(-40, 40) : random.nextInt();
        }
        LatticeBlock block = EncodedBlocks.of(width == 64, vectors);
        for (int bits = 0; bits <= 6; bits++) {
          int shift = random.nextInt(3);
          long[] expected = new long[(1 << bits) + 2];
          for (long[] vector : vectors) {
            long cell = Math.floorDiv(vector[0] + 40, 1L << shift);
            if (cell >= 0 && cell < 1 << bits) {
              expected[(int) cell + 1]++;
            }
          }
          long[] counts = new long[expected.length];
          block.count(0, -40, shift, bits, counts, 1);
          assertArrayEquals(expected, counts);
        }
      }
    }
  }

  /** Cells at both ends of the integers of 32 bits and past them, tiles all in, all out, mixed. */
  @ParameterizedTest
  @CsvSource({
    "-2147483648, 21, 11",
    "-2147483648, 20, 11",
    "-2147483000, 22, 10",
    "2147483000, 3, 4",
    "0, 24, 7",
    "0, 24, 8",
    "-5, 31, 1",
    "-9000000000, 29, 6",
    "3000000000, 10, 4",
    "-8, 33, 2"
  })
  void count_atTheEndsOfTheIntegers_isTheNaiveHistogram(long base, int shift, int bits) {
    SplittableRandom random = new SplittableRandom(5);
    int[] ends = {Integer.MIN_VALUE, Integer.MIN_VALUE + 1, -6, -5, 0, Integer.MAX_VALUE};
    for (int kind = 0; kind < 3; kind++) {
      long[][] vectors = new long[700][1];
      for (int i = 0; i < vectors.length; i++) {
        long near = base + random.nextLong(1L << (shift + bits));
        boolean isInt = near == (int) near && (kind == 0 || (kind == 1 && i % 300 < 200));
        vectors[i][0] = isInt ? near : ends[i % ends.length] + (i % 2) * (i % 6 == 5 ? 0 : i % 6);
      }
      long[] expected = new long[1 << bits];
      for (long[] vector : vectors) {
        long cell = Math.floorDiv(vector[0] - base, 1L << shift);
        if (cell >= 0 && cell < expected.length) {
          expected[(int) cell]++;
        }
      }
      long[] counts = new long[expected.length];
      EncodedBlocks.of(false, vectors).count(0, base, shift, bits, counts, 0);
      assertArrayEquals(expected, counts);
    }
  }

  /** All rows of a tile in one cell, in neighbours, or one of them apart, also at both ends. */
  @ParameterizedTest
  @CsvSource({
    "-2147483648, 26, 6",
    "-3000000000, 27, 6",
    "-1000, 4, 6",
    "-2147483000, 28, 4",
    "-2147483649, 26, 6",
    "2147483000, 3, 7"
  })
  void count_rowsInFewCells_isTheNaiveHistogram(long base, int shift, int bits) {
    SplittableRandom random = new SplittableRandom(6);
    long end = base + (1L << (shift + bits));
    for (int trial = 0; trial < 400; trial++) {
      long start = base + random.nextLong(1L << (shift + bits));
      long width = 1 + random.nextLong((long) random.nextInt(1, 4) << shift);
      long[][] vectors = new long[200][1];
      for (int i = 0; i < vectors.length; i++) {
        boolean apart = trial % 4 == 3 && i % 150 == 140;
        long value = apart ? random.nextInt() : Math.min(end - 1, start + random.nextLong(width));
        vectors[i][0] = Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, value));
      }
      long[] expected = new long[1 << bits];
      for (long[] vector : vectors) {
        long cell = Math.floorDiv(vector[0] - base, 1L << shift);
        if (cell >= 0 && cell < expected.length) {
          expected[(int) cell]++;
        }
      }
      long[] counts = new long[expected.length];
      EncodedBlocks.of(false, vectors).count(0, base, shift, bits, counts, 0);
      assertArrayEquals(expected, counts, () -> "rows from " + start);
    }
  }
}
