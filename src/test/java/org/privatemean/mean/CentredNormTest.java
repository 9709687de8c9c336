package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.mean.ClippedMean.CentredNorm;
import org.privatemean.query.NormGrid;

final class CentredNormTest {
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void squares_ofSmallVectors_areExact(boolean wide) {
    SplittableRandom random = new SplittableRandom(1);
    long[][] vectors = EncodedBlocks.randomVectors(random, 40, 6, 1000);
    long[] centre = random.longs(6, -500, 500).toArray();
    double[] squares = EncodedBlocks.of(wide, vectors).squaredDistances(centre);
    assertEquals(40, squares.length);
    for (int i = 0; i < 40; i++) {
      long exact = 0;
      for (int j = 0; j < 6; j++) {
        exact += (vectors[i][j] - centre[j]) * (vectors[i][j] - centre[j]);
      }
      assertEquals((double) exact, squares[i]);
    }
  }

  @Test
  void squares_ofHugeVectors_areAddedInCoordinateOrder() {
    long[] vector = {(1L << 51) + 1, -7, 1L << 50, 3};
    long[] centre = {-(1L << 51) + 4, 5, 0, 3};
    double[] expected = new double[1];
    for (int j = 0; j < 4; j++) {
      double difference = (double) (vector[j] - centre[j]);
      expected[0] += difference * difference;
    }
    assertArrayEquals(expected, EncodedBlocks.of(true, vector).squaredDistances(centre));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void count_cells_areTheGridsOwn(boolean squared) {
    NormGrid grid = squared ? NormGrid.squares(60) : NormGrid.geometric(60);
    long[] centre = {10, -10, 3};
    long[][] vectors = EncodedBlocks.randomVectors(new SplittableRandom(2), 200, 3, 60);
    CentredNorm statistic = new CentredNorm(centre, grid);
    assertEquals(1, statistic.width());
    assertEquals(grid.universe(), statistic.universe());
    long base = grid.universe().high() / 2;
    for (int bits = 1; bits <= 6; bits++) {
      long[] counts = new long[1 << bits];
      long[] expected = new long[1 << bits];
      statistic.count(EncodedBlocks.of(false, vectors), new long[] {base}, 2, bits, counts);
      for (long[] vector : vectors) {
        long square = 0;
        for (int j = 0; j < 3; j++) {
          square += (vector[j] - centre[j]) * (vector[j] - centre[j]);
        }
        long cell = Math.floorDiv(grid.cell((double) square) - base, 4L);
        if (cell >= 0 && cell < 1 << bits) {
          expected[(int) cell]++;
        }
      }
      assertArrayEquals(expected, counts);
    }
  }

  @Test
  void centre_changedByTheCaller_staysAsGiven() {
    long[] centre = {5};
    CentredNorm statistic = new CentredNorm(centre, NormGrid.squares(10));
    centre[0] = 0;
    long[] counts = new long[2];
    statistic.count(EncodedBlocks.of(false, new long[] {5}), new long[1], 0, 1, counts);
    assertArrayEquals(new long[] {1, 0}, counts);
  }
}
