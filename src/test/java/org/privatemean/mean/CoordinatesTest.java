package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.mean.ClippedMean.Coordinates;
import org.privatemean.query.QuantileSearch.Universe;

final class CoordinatesTest {
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void count_cells_areTheValuesInThem(boolean wide) {
    SplittableRandom random = new SplittableRandom(1);
    long[][] vectors = EncodedBlocks.randomVectors(random, 50, 3, 200);
    LatticeBlock block = EncodedBlocks.of(wide, vectors);
    Coordinates statistic = new Coordinates(3, new Universe(-200, 200));
    assertEquals(3, statistic.width());
    assertEquals(new Universe(-200, 200), statistic.universe());
    long[] base = {-200, -30, 64};
    for (int bits = 1; bits <= 5; bits++) {
      for (int shift = 0; shift <= 4; shift++) {
        long[] counts = new long[3 << bits];
        long[] expected = new long[3 << bits];
        counts[0] = 7;
        expected[0] = 7;
        statistic.count(block, base, shift, bits, counts);
        for (long[] vector : vectors) {
          for (int j = 0; j < 3; j++) {
            long cell = Math.floorDiv(vector[j] - base[j], 1L << shift);
            if (cell >= 0 && cell < 1 << bits) {
              expected[(j << bits) + (int) cell]++;
            }
          }
        }
        assertArrayEquals(expected, counts);
      }
    }
  }

  @Test
  void count_valuesFarFromTheInterval_areLeftOut() {
    long far = 1L << 52;
    LatticeBlock block =
        EncodedBlocks.of(true, new long[] {-far}, new long[] {far}, new long[] {3});
    long[] counts = new long[2];
    new Coordinates(1, new Universe(-far, far)).count(block, new long[] {2}, 0, 1, counts);
    assertArrayEquals(new long[] {0, 1}, counts);
  }
}
