package org.privatemean.query.block;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.privatemean.query.NormGrid;

final class ParticipationTest {
  private static double ratio(double[] centre, double unit, double... row) {
    NormGrid grid = NormGrid.octaves(1, row.length, 7);
    double[] squares = new Participation(centre, unit, grid).squares(EncodedBlocks.of(row));
    assertEquals(1, squares.length);
    return Math.sqrt(squares[0]);
  }

  @Test
  void ratio_rowOnTheCentre_isOne() {
    double[] centre = {1e9, -3, 0.1};
    assertEquals(1, ratio(centre, 0x1p-40, centre));
    assertEquals(1, ratio(new double[3], 1, new double[3]));
  }

  @Test
  void ratio_oneCoordinate_isOneWhateverItsSize() {
    SplittableRandom random = new SplittableRandom(1);
    for (int k = 0; k < 1000; k++) {
      int power = random.nextInt(-400, 400);
      double[] row = new double[5];
      row[k % 5] = Math.scalb(random.nextDouble(-2, 2), power);
      assertEquals(1, ratio(new double[5], Math.scalb(1.0, power), row));
    }
  }

  @Test
  void ratio_flatRow_isTheDimension() {
    for (int dimension : new int[] {1, 2, 16, 100}) {
      double[] row = new double[dimension];
      Arrays.fill(row, 0.3);
      row[0] = -0.3;
      assertEquals(dimension, ratio(new double[dimension], 0.25, row), 1e-12 * dimension);
    }
  }

  @Test
  void ratio_ordinaryRow_isItsDefinition() {
    // (1 + 4 + 9)^2 / (1 + 16 + 81).
    assertEquals(2, ratio(new double[3], 1, 1, -2, 3), 1e-15);
    assertEquals(2, ratio(new double[] {5, 5, 5}, 1, 6, 3, 8), 1e-15);
  }

  @Test
  void ratio_farEndsOfTheDoubles_isDefinedAndFromOneToTheDimension() {
    SplittableRandom random = new SplittableRandom(2);
    for (int k = 0; k < 20_000; k++) {
      int powerOfUnit = random.nextInt(-500, 501);
      double[] row =
          random.doubles(4, -1, 1).map(x -> Math.scalb(x, random.nextInt(-1074, 500))).toArray();
      double ratio = ratio(new double[4], Math.scalb(1.0, powerOfUnit), row);
      assertFalse(Double.isNaN(ratio));
      assertTrue(ratio >= 1 && ratio <= 4 * (1 + 1e-12), () -> Arrays.toString(row));
    }
  }

  @Test
  void count_ofMixedRows_putsEachInItsCell() {
    NormGrid grid = NormGrid.octaves(1, 4, 1);
    Participation ratio = new Participation(new double[4], 1, grid);
    // Ratios 1, 1 (no length at all), 2 and 4: grid 1, 2, 4.
    VectorBlock block =
        EncodedBlocks.of(
            new double[] {3, 0, 0, 0},
            new double[4],
            new double[] {0, 1, 0, -1},
            new double[] {1, 1, 1, 1});
    long[] counts = new long[4];
    ratio.count(block, new long[1], 0, 2, counts);
    assertEquals(List.of(2L, 1L, 1L, 0L), Arrays.stream(counts).boxed().toList());
  }
}
