package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

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
    int[][] narrow = new int[columns][capacity];
    long[][] wide = new long[columns][capacity];
    for (int j = 0; j < columns; j++) {
      // Also what lies beyond the rows is filled: none of it may show.
      for (int i = 0; i < capacity; i++) {
        wide[j][i] = random.nextLong();
        narrow[j][i] = (int) wide[j][i];
      }
    }
    if (rows > 0) {
      wide[0][0] = Long.MIN_VALUE;
      narrow[0][0] = Integer.MIN_VALUE;
    }
    return width == 32 ? LatticeBlock.ofInts(rows, narrow) : LatticeBlock.ofLongs(rows, wide);
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
    long[] scratch = new long[rows];
    long[] other = new long[rows];
    for (int j = 0; j < columns; j++) {
      for (int i = 0; i < rows; i++) {
        assertEquals(block.at(i, j), read.at(i, j));
        assertEquals(block.at(i, j), block.column(j, scratch)[i]);
        assertEquals(block.at(i, j), read.column(j, other)[i]);
      }
    }
  }
}
