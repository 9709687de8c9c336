package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.geometry.NormRange;
import org.privatemean.mean.CellTotals.CellStatistic;
import org.privatemean.query.RowStatistic;
import org.privatemean.query.WideSum;

/** What the cells answer, against the same asked of the rows. */
final class CellCountsTest {
  private static final int ROWS = 300;

  private static double[][] rows(CellOracle oracle, SplittableRandom random) {
    double[][] rows = new double[ROWS][];
    for (int i = 0; i < ROWS; i++) {
      double norm = oracle.grid().norm(0) * Math.exp(random.nextDouble(-1, i % 5 == 0 ? 9 : 3));
      rows[i] = oracle.row(oracle.scaled(random, norm));
    }
    return rows;
  }

  private static CellOracle oracle(SplittableRandom random, int dimension) {
    CellGrid grid =
        random.nextInt(4) == 0
            ? CellGrid.single(CellOracle.guide(random))
            : CellGrid.createAbove(CellOracle.guide(random), dimension);
    CellOracle any = CellOracle.random(random, dimension, grid);
    return new CellOracle(any.centre(), any.weights(), grid, NormRange.WIDEST);
  }

  private static double norm(CellOracle oracle, double[] row) {
    return Math.sqrt(CellOracle.square(oracle.view(row)));
  }

  /** The number of each value of the universe, and of what is beyond, however counts are cut. */
  private static long[] counts(RowStatistic<CellTotals> statistic, CellTotals totals, int values) {
    long[] counts = new long[values];
    for (int value = 0; value < values; value++) {
      long[] one = new long[1];
      statistic.count(totals, new long[] {value}, 0, 0, one);
      counts[value] = one[0];
    }
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(values);
    long[] all = new long[1 << bits];
    statistic.count(totals, new long[] {0}, 0, bits, all);
    assertArrayEquals(counts, Arrays.copyOf(all, values));
    long[] pairs = new long[1 << bits];
    statistic.count(totals, new long[] {1}, 1, bits, pairs);
    for (int pair = 0; 2 * pair + 2 < values; pair++) {
      assertEquals(counts[2 * pair + 1] + counts[2 * pair + 2], pairs[pair]);
    }
    return counts;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 50})
  void cellNorm_betweenNorms_countsRows(int dimension) {
    SplittableRandom random = new SplittableRandom(dimension);
    for (int run = 0; run < 8; run++) {
      CellOracle oracle = oracle(random, dimension);
      CellGrid grid = oracle.grid();
      double[][] rows = rows(oracle, random);
      int last = random.nextInt(1, grid.size());
      int first = run == 0 ? 0 : random.nextInt(last);
      CellStatistic statistic = CellStatistic.between(first, run == 0 ? grid.size() - 1 : last);
      int top = (int) statistic.universe().high();
      long[] expected = new long[top + 2];
      for (double[] row : rows) {
        double norm = norm(oracle, row);
        int value = 0;
        while (value <= top && norm > grid.norm(first + value)) {
          value++;
        }
        expected[value]++;
      }
      assertArrayEquals(expected, counts(statistic, oracle.totals(rows), top + 2));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 50})
  void farOctave_anyRows_countsOctavesBeyondTheLastClip(int dimension) {
    SplittableRandom random = new SplittableRandom(dimension);
    for (int run = 0; run < 8; run++) {
      CellOracle oracle = oracle(random, dimension);
      double end = oracle.grid().norm(oracle.grid().clips() - 1);
      double[][] rows = rows(oracle, random);
      rows[0] = oracle.row(oracle.scaled(random, end * 0x1.8p150));
      int last = random.nextInt(1, 200);
      long[] expected = new long[last + 2];
      for (double[] row : rows) {
        double ratio = norm(oracle, row) / end;
        double octaves = Math.ceil(Math.log(ratio) / Math.log(2));
        expected[(int) Math.max(0, Math.min(last + 1, octaves))]++;
      }
      CellStatistic statistic = CellStatistic.farOctave(last);
      assertEquals(last, statistic.universe().high());
      assertArrayEquals(expected, counts(statistic, oracle.totals(rows), last + 2));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 50})
  void excess_anyRows_isTheSumOfWhatClippingTakes(int dimension) {
    SplittableRandom random = new SplittableRandom(dimension);
    for (int run = 0; run < 8; run++) {
      CellOracle oracle = oracle(random, dimension);
      double[][] rows = rows(oracle, random);
      CellTotals totals = oracle.totals(rows);
      for (int k = 0; k < oracle.grid().clips(); k++) {
        double clip = oracle.grid().norm(k);
        double expected = 0;
        long beyond = 0;
        for (double[] row : rows) {
          double norm = norm(oracle, row);
          expected += Math.min(Math.max(norm - clip, 0), clip);
          beyond += norm > clip ? 1 : 0;
        }
        WideSum excess = totals.excess(k);
        double steps = excess.total()[0].doubleValue();
        assertEquals(expected / excess.step(), steps, beyond + 0.5);
      }
    }
  }

  /**
   * Rows within the norm are rounded twice, to the lattices of both, and longer ones are rounded
   * and shortened by both, by at most {@code sqrt(d) / 2} each here and by {@code sqrt(d)} in all
   * there; the floor in M_k and slacks are a step.
   */
  @Tag("long")
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 9, 64, 700})
  void clipped_anyNorm_isTheAnchoredSumButForRounding(int dimension) {
    SplittableRandom random = new SplittableRandom(dimension);
    CellOracle oracle = oracle(random, dimension);
    double root = Math.sqrt(dimension);
    CentredTransform view =
        oracle.weights().length == 0
            ? new CentredTransform(oracle.centre())
            : new CentredTransform(oracle.centre(), oracle.weights(), new double[0]);
    for (int run = 0; run < 3; run++) {
      double[][] rows = Arrays.copyOf(rows(oracle, random), run == 0 ? 1 : ROWS);
      CellTotals totals = oracle.totals(rows);
      for (int k = 0; k < oracle.grid().clips(); k += random.nextInt(1, 8)) {
        double clip = oracle.grid().norm(k);
        AnchoredSum anchored = AnchoredSum.of(view, clip);
        long[] expected = new long[dimension];
        anchored.add(EncodedBlocks.of(rows), expected);
        WideSum sum = totals.clipped(k);
        double square = 0;
        for (int j = 0; j < dimension; j++) {
          double found = sum.total()[j].doubleValue() * sum.step() / anchored.step();
          square += (found - expected[j]) * (found - expected[j]);
        }
        double within = Arrays.stream(rows).filter(row -> norm(oracle, row) <= clip).count();
        double most = within * root + (rows.length - within) * (2 * root + 1) + 1e-3;
        assertTrue(Math.sqrt(square) <= most, Math.sqrt(square) + " above " + most);
      }
    }
  }
}
