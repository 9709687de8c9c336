package org.privatemean.query.block;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;

final class OctaveCountsTest {
  private static final int CELLS = OctaveCounts.CELLS;

  /** The cell of a value by comparing it with every power of two, in exact decimals. */
  private static int cell(double value) {
    if (Double.isInfinite(value) || Double.isNaN(value)) {
      return CELLS - 1;
    }
    BigDecimal size = new BigDecimal(value).abs();
    int cell = 0;
    while (cell < CELLS - 1
        && size.compareTo(new BigDecimal(Math.scalb(1.0, cell + 1 + OctaveCounts.LOWEST))) >= 0) {
      cell++;
    }
    return cell;
  }

  @Test
  void add_anyRows_isTheHistogramByBruteForce() {
    SplittableRandom random = new SplittableRandom(1);
    for (int k = 0; k < 40; k++) {
      int dimension = 1 + random.nextInt(5);
      double[] centre =
          random.nextBoolean() ? new double[dimension] : random.doubles(dimension, -3, 3).toArray();
      double[][] rows = Replay.wildRows(random, 60, dimension);
      long[] expected = new long[dimension * CELLS];
      for (double[] row : rows) {
        for (int j = 0; j < dimension; j++) {
          expected[j * CELLS + cell(row[j] - centre[j])]++;
        }
      }
      OctaveCounts counts = new OctaveCounts(centre);
      assertArrayEquals(expected, Replay.totals(counts, rows));
      Replay.assertSplitDoesNotMatter(counts, random, rows);
    }
  }

  /** Edges, what lies a hair below them, and all that has no exponent of its own. */
  @Test
  void add_edgesAndOddValues_areInTheirCells() {
    OctaveCounts counts = new OctaveCounts(new double[1]);
    int one = -OctaveCounts.LOWEST;
    double[][] expected = {
      {1, one},
      {-1, one},
      {Math.nextDown(1.0), one - 1},
      {Math.nextDown(2.0), one},
      {2, one + 1},
      {0x1p-120, 0},
      {Math.nextDown(0x1p-119), 0},
      {0x1p-119, 1},
      {0x1p-121, 0},
      {0.0, 0},
      {-0.0, 0},
      {Double.MIN_VALUE, 0},
      {0x1p120, CELLS - 1},
      {Math.nextDown(0x1p120), CELLS - 2},
      {1e300, CELLS - 1},
      {Double.NEGATIVE_INFINITY, CELLS - 1},
      {Double.NaN, CELLS - 1}
    };
    for (double[] pair : expected) {
      long[] cells = new long[CELLS];
      cells[(int) pair[1]] = 1;
      assertArrayEquals(cells, Replay.totals(counts, new double[] {pair[0]}), "of " + pair[0]);
    }
  }

  @Test
  void squaredSensitivity_neighbours_isReachedAndNotPassed() {
    SplittableRandom random = new SplittableRandom(2);
    for (int k = 0; k < 300; k++) {
      int dimension = 1 + random.nextInt(6);
      OctaveCounts counts = new OctaveCounts(random.doubles(dimension, -1, 1).toArray());
      Replay.assertClaimHolds(
          counts, random, Replay.wildRows(random, 1 + random.nextInt(8), dimension));
    }
    OctaveCounts counts = new OctaveCounts(new double[3]);
    BigInteger replaced =
        Replay.squaredChange(
            Replay.totals(counts, new double[] {1, 1, 1}),
            Replay.totals(counts, new double[] {2, 0, 8}));
    BigInteger removed =
        Replay.squaredChange(Replay.totals(counts, new double[] {1, 1, 1}), new long[3 * CELLS]);
    assertEquals(BigInteger.valueOf(6), replaced);
    assertEquals(BigInteger.valueOf(3), removed);
    assertEquals(replaced, counts.squaredSensitivity(PrivacyUnit.row(Neighbours.REPLACE)));
    assertEquals(removed, counts.squaredSensitivity(PrivacyUnit.row(Neighbours.ADD_REMOVE)));
  }

  /** A row's own vector of counts has the norm that it is said to have. */
  @Test
  void norm_ofOneRow_isNotPassed() {
    for (int dimension : new int[] {1, 2, 3, 16, 100}) {
      OctaveCounts counts = new OctaveCounts(new double[dimension]);
      long[] row = Replay.totals(counts, new double[dimension]);
      double square = Replay.squaredChange(row, new long[row.length]).doubleValue();
      assertEquals(dimension, square);
      assertEquals(Math.ceil(Math.sqrt(dimension)), (double) counts.norm());
      assertEquals(dimension * CELLS, counts.size());
    }
  }
}
