package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;
import org.privatemean.geometry.NormRange;
import org.privatemean.mean.CellTotals.CellStatistic;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.query.RowStatistic;
import org.privatemean.query.WideSum;

@Promise("one row moves sums and counts of the one pass by no more than their noise is made for")
final class CellSensitivityTest {
  private static final PrivacyUnit REPLACE = PrivacyUnit.row(Neighbours.REPLACE);
  private static final PrivacyUnit ADD_REMOVE = PrivacyUnit.row(Neighbours.ADD_REMOVE);

  /** Rows replaced and removed: 10,000 pairs of each grid, in data of a few rows. */
  @ParameterizedTest
  @CsvSource({"1, 10000", "2, 10000", "9, 10000", "200, 500"})
  void answers_oneRowReplacedOrRemoved_moveByTheirSensitivity(int dimension, int pairs) {
    SplittableRandom random = new SplittableRandom(dimension);
    for (int run = 0; run < 10; run++) {
      double guide = CellOracle.guide(random);
      CellGrid grid = run == 0 ? CellGrid.single(guide) : CellGrid.createAbove(guide, dimension);
      CellOracle oracle = CellOracle.random(random, dimension, grid);
      double[] common = oracle.wild(random);
      for (int pair = 0; pair < pairs / 10; pair++) {
        double[] x = oracle.wild(random);
        CellTotals with = oracle.totals(common, x);
        CellTotals without = oracle.totals(new double[][] {common});
        double[] other =
            x != null && random.nextBoolean()
                ? Arrays.stream(x).map(v -> -v).toArray()
                : oracle.wild(random);
        CellTotals replaced = oracle.totals(common, other);
        for (int requested = 0; requested < 2; requested++) {
          int k = random.nextInt(grid.clips());
          assertMoves(with.clipped(k), replaced.clipped(k), REPLACE);
          assertMoves(with.clipped(k), without.clipped(k), ADD_REMOVE);
          assertMoves(with.excess(k), replaced.excess(k), REPLACE);
          assertMoves(with.excess(k), without.excess(k), ADD_REMOVE);
          if (k > 0) {
            int i = random.nextInt(k);
            assertMoves(with.between(i, k), replaced.between(i, k), REPLACE);
            assertMoves(with.between(i, k), without.between(i, k), ADD_REMOVE);
          }
        }
        assertCountsMoveByOne(with, replaced, random);
        assertCountsMoveByOne(with, without, random);
      }
    }
  }

  private static void assertMoves(WideSum sum, WideSum neighbour, PrivacyUnit unit) {
    BigInteger moved = CellOracle.squared(CellOracle.minus(sum.total(), neighbour.total()));
    assertTrue(moved.compareTo(sum.squaredSensitivity(unit)) <= 0, () -> "moved by " + moved);
  }

  private static void assertCountsMoveByOne(CellTotals a, CellTotals b, SplittableRandom random) {
    int last = random.nextInt(1, a.grid().size());
    CellStatistic norm = CellStatistic.between(random.nextInt(last), last);
    CellStatistic octave = CellStatistic.farOctave(random.nextInt(1, 1100));
    for (RowStatistic<CellTotals> statistic : List.of(norm, octave)) {
      int bits = random.nextInt(0, 9);
      int shift = random.nextInt(0, 4);
      long[] base = {random.nextInt(0, 8)};
      long[] first = new long[1 << bits];
      long[] second = new long[1 << bits];
      statistic.count(a, base, shift, bits, first);
      statistic.count(b, base, shift, bits, second);
      long moved = 0;
      for (int cell = 0; cell < first.length; cell++) {
        assertTrue(Math.abs(first[cell] - second[cell]) <= 1);
        moved += Math.abs(first[cell] - second[cell]);
      }
      assertTrue(moved <= 2, "counts moved");
    }
  }

  /** For all norms at once, with rows at each: replaced by the opposite one. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 64, 1000})
  void clipped_oppositeRowsNearANorm_moveByNearlyTheSensitivityAndNoMore(int dimension) {
    SplittableRandom random = new SplittableRandom(dimension);
    CellGrid grid = CellGrid.createAbove(CellOracle.guide(random), dimension);
    CellOracle oracle =
        new CellOracle(new double[dimension], new double[0], grid, NormRange.WIDEST);
    int passes = 0;
    for (int k = 0; k < grid.clips(); k++) {
      double[] row =
          dimension == 1 ? new double[] {grid.norm(k)} : oracle.halves(random, grid.norm(k));
      CellTotals one = oracle.totals(new double[][] {row});
      CellTotals opposite = oracle.totals(Arrays.stream(row).map(x -> -x).toArray());
      assertEquals(1, one.count(0) + countsUpTo(one, k));
      WideSum sum = one.clipped(k);
      assertMoves(sum, opposite.clipped(k), REPLACE);
      BigInteger[] moved = CellOracle.minus(sum.total(), opposite.clipped(k).total());
      // A bound without the rounding of vectors, 2^40 e_k / g, would be passed.
      BigDecimal bare =
          new BigDecimal(grid.norm(k))
              .divide(new BigDecimal(grid.norm(0)), CellOracle.DIGITS)
              .multiply(BigDecimal.valueOf(1L << 41));
      if (new BigDecimal(CellOracle.squared(moved)).compareTo(bare.pow(2)) > 0) {
        passes++;
      }
      double most = sum.squaredSensitivity(REPLACE).doubleValue();
      double share = Math.sqrt(CellOracle.squared(moved).doubleValue() / most);
      assertEquals(1, share, 1e-6 + (dimension == 1 ? 1e-6 : 0));
    }
    assertTrue(dimension == 1 ? passes > grid.clips() / 4 : passes == grid.clips(), "" + passes);
  }

  private static long countsUpTo(CellTotals totals, int k) {
    long count = 0;
    for (int cell = 1; cell <= k; cell++) {
      count += totals.count(cell);
    }
    return count;
  }

  /** A step of excess more than the bound has none to spare. */
  @Test
  void excess_rowsAtItsEnds_reachItsBounds() {
    SplittableRandom random = new SplittableRandom(1);
    long least = 0;
    long most = 0;
    for (int run = 0; run < 200; run++) {
      CellGrid grid = CellGrid.createAbove(CellOracle.guide(random), 1);
      CellOracle oracle = new CellOracle(new double[1], new double[0], grid, NormRange.WIDEST);
      int k = random.nextInt(grid.clips());
      double edge = grid.norm(k);
      for (double norm : new double[] {edge, edge * (1 + 0x1p-51), 2 * edge, 3 * edge}) {
        CellTotals totals = oracle.totals(new double[] {norm});
        long excess = totals.excess(k).total()[0].longValueExact();
        least = Math.min(least, excess);
        most = Math.max(most, excess - totals.multiple(k));
      }
    }
    assertTrue(least >= -1 && most >= 1 && most <= 2, "from " + least + " to T + " + most);
  }
}
