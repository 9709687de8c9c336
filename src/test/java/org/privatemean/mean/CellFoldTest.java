package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;
import org.privatemean.geometry.NormRange;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.query.WideSum;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowPasses.RowFold;

@Promise("the one pass over all rows adds exact integers of every row, each within its bound")
final class CellFoldTest {
  private static double[][] wild(CellOracle oracle, SplittableRandom random, int count) {
    return Stream.generate(() -> oracle.wild(random)).limit(count).toArray(double[][]::new);
  }

  private static CellGrid grid(SplittableRandom random, int dimension) {
    double guide = CellOracle.guide(random);
    return random.nextInt(3) == 0 ? CellGrid.single(guide) : CellGrid.createAbove(guide, dimension);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 8, 9, 64, 1000})
  void clipped_anyRows_isTheSumOfSummandsWithinTheNorm(int dimension) {
    SplittableRandom random = new SplittableRandom(dimension);
    for (int run = 0; run < 300 / dimension + 1; run++) {
      CellOracle oracle = CellOracle.random(random, dimension, grid(random, dimension));
      double[][] rows = wild(oracle, random, 20);
      assertSums(oracle, rows, oracle.totals(rows));
    }
  }

  private static void assertSums(CellOracle oracle, double[][] rows, CellTotals totals) {
    for (int k = 0; k < oracle.grid().clips(); k++) {
      WideSum sum = totals.clipped(k);
      BigInteger most = sum.squaredSensitivity(PrivacyUnit.row(Neighbours.ADD_REMOVE));
      BigInteger[] expected = CellOracle.zero(oracle.dimension());
      for (double[] row : rows) {
        BigInteger[] summand = oracle.summand(row, k);
        assertTrue(CellOracle.squared(summand).compareTo(most) <= 0, "clipped at " + k);
        expected = CellOracle.plus(expected, summand);
      }
      assertArrayEquals(expected, sum.total(), "clipped at " + k);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 9, 64})
  void between_anyNorms_isTheSumOfDifferencesWithinTheNorm(int dimension) {
    SplittableRandom random = new SplittableRandom(dimension);
    for (int run = 0; run < 20; run++) {
      CellGrid grid = CellGrid.createAbove(CellOracle.guide(random), dimension);
      CellOracle oracle = CellOracle.random(random, dimension, grid);
      double[][] rows = wild(oracle, random, 40);
      CellTotals totals = oracle.totals(rows);
      for (int pair = 0; pair < 10; pair++) {
        int k = random.nextInt(1, grid.clips());
        int i = pair == 0 ? k - 1 : random.nextInt(k);
        WideSum sum = totals.between(i, k);
        BigInteger most = sum.squaredSensitivity(PrivacyUnit.row(Neighbours.ADD_REMOVE));
        BigInteger[] expected = CellOracle.zero(dimension);
        for (double[] row : rows) {
          BigInteger[] summand = CellOracle.minus(oracle.summand(row, k), oracle.summand(row, i));
          assertTrue(CellOracle.squared(summand).compareTo(most) <= 0, "between " + i + " " + k);
          expected = CellOracle.plus(expected, summand);
        }
        assertArrayEquals(expected, sum.total());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 9, 64})
  void totals_anySplitAndOrder_areTheSame(int dimension) {
    SplittableRandom random = new SplittableRandom(dimension);
    for (int run = 0; run < 20; run++) {
      CellOracle oracle = CellOracle.random(random, dimension, grid(random, dimension));
      double[][] rows = wild(oracle, random, 60);
      long[] whole = totals(oracle, rows, 1, 1L << 30);
      for (int i = rows.length - 1; i > 0; i--) {
        int other = random.nextInt(i + 1);
        double[] row = rows[i];
        rows[i] = rows[other];
        rows[other] = row;
      }
      assertArrayEquals(whole, totals(oracle, rows, 7, 1L << 30));
      assertArrayEquals(whole, totals(oracle, rows, 1, 5));
      assertArrayEquals(whole, totals(oracle, rows, 3, 1));
    }
  }

  private static long[] totals(CellOracle oracle, double[][] rows, int tasks, long held) {
    CellFold fold = oracle.fold();
    RowFold.Adder[] adders = new RowFold.Adder[tasks];
    Arrays.setAll(adders, k -> fold.start(held));
    for (int i = 0; i < rows.length; i++) {
      boolean wellFormed = rows[i] != null && rows[i].length == oracle.dimension();
      double[] buffer = wellFormed ? rows[i].clone() : new double[oracle.dimension()];
      adders[i % tasks].addRead(buffer, wellFormed, InvalidRows.ZERO, "rows");
    }
    long[] totals = new long[fold.size()];
    for (RowFold.Adder adder : adders) {
      long[] task = adder.totals();
      Arrays.setAll(totals, k -> totals[k] + task[k]);
    }
    return totals;
  }

  /** Views that leave the doubles on either side, and weights that do. */
  @Tag("long")
  @Test
  void clipped_extremeWeights_isTheSumOfSummandsWithinTheNorm() {
    SplittableRandom random = new SplittableRandom(1);
    double[] sizes = {1e200, 1e-200, 1e155, 1e300, 1e-310, 1, 1 / Double.MIN_VALUE};
    for (int run = 0; run < 200; run++) {
      int dimension = random.nextInt(1, 20);
      double[] weights = new double[dimension];
      int used = random.nextInt(1, sizes.length + 1);
      Arrays.setAll(weights, j -> sizes[random.nextInt(used)] * random.nextDouble(0.5, 1));
      CellGrid grid = CellGrid.createAbove(CellOracle.guide(random), dimension);
      double[] limits = new double[random.nextBoolean() ? dimension : 0];
      Arrays.setAll(limits, j -> grid.norm(0) * Math.max(0, random.nextDouble(-0.5, 9)));
      CellOracle oracle =
          new CellOracle(new double[dimension], weights, limits, grid, NormRange.WIDEST);
      double[][] rows = new double[20][dimension];
      for (double[] row : rows) {
        double scale = Math.scalb(1.0, random.nextInt(-500, 500));
        Arrays.setAll(row, j -> random.nextInt(4) == 0 ? 0 : scale * random.nextGaussian());
      }
      assertSums(oracle, rows, oracle.totals(rows));
    }
  }

  /** What the proofs say of the norm in doubles. */
  @ParameterizedTest
  @ValueSource(ints = {1, 9, 1000, 1 << 16})
  void square_manyCoordinates_isOffByLittle(int dimension) {
    SplittableRandom random = new SplittableRandom(dimension);
    for (int run = 0; run < 3; run++) {
      double[] view = new double[dimension];
      double scale = Math.scalb(1.0, random.nextInt(-500, 500));
      Arrays.setAll(view, j -> scale * random.nextDouble());
      BigDecimal exact = CellOracle.norm(view);
      BigDecimal found = new BigDecimal(CellOracle.square(view)).sqrt(CellOracle.DIGITS);
      double error = found.subtract(exact).divide(exact, CellOracle.DIGITS).doubleValue();
      assertEquals(0, error, (dimension / 8.0 + 12) * 0x1p-54);
    }
  }

  @Test
  void addPlain_aRowThatItTakes_isFiniteAndNotScaled() {
    SplittableRandom random = new SplittableRandom(2);
    int taken = 0;
    for (int run = 0; run < 20_000; run++) {
      int dimension = 1 << random.nextInt(8);
      NormRange range = NormRange.covering(0x1p-498, Math.scalb(1.0, random.nextInt(-490, 498)));
      double weight = Math.scalb(1.0, random.nextInt(6) == 0 ? -random.nextInt(1070) : 0);
      double[] weights = new double[weight == 1 ? 0 : dimension];
      Arrays.fill(weights, weight);
      double[] centre = new double[dimension];
      double c = range.high() * random.nextInt(2) / Math.sqrt(dimension);
      Arrays.fill(centre, c * (1 - random.nextInt(3) * 1e-6));
      CellGrid grid = CellGrid.single(Math.min(0x1p500, range.high()));
      // Limits that hold the views back from telling how long the row is.
      double[] limits = new double[random.nextBoolean() ? dimension : 0];
      Arrays.fill(limits, grid.norm(0) * random.nextDouble(2) / dimension);
      CellFold fold = new CellFold(new CentredTransform(centre, weights, limits), grid, range);
      double[] row = new double[dimension];
      double edge = range.high() / Math.sqrt(dimension) * (1 + random.nextInt(-2, 3) * 1e-7);
      Arrays.fill(
          row, random.nextInt(3) == 0 ? centre[0] : edge * random.nextDouble(0.9999, 1.0001));
      if (random.nextInt(4) == 0) {
        row[random.nextInt(dimension)] =
            new double[] {Double.NaN, 1 / 0.0, -1 / 0.0}[random.nextInt(3)];
      }
      if (fold.start().addPlain(row)) {
        taken++;
        assertTrue(Arrays.stream(row).allMatch(Double::isFinite));
        double[] scaled = new double[dimension];
        range.scale(row, scaled);
        assertArrayEquals(row, scaled);
      }
    }
    assertTrue(taken > 1000, "rows taken: " + taken);
  }

  /** Their views have coordinates whose squares underflow: the sum says nothing of their length. */
  @Test
  void addPlain_squaresThatUnderflow_areNotPlain() {
    double[] weights = new double[100];
    Arrays.fill(weights, 0x1p-537);
    NormRange range = new NormRange(0x1p-10, 1);
    CellFold fold =
        new CellFold(
            new CentredTransform(new double[100], weights, new double[0]),
            CellGrid.single(0x1p-500),
            range);
    double[] row = new double[100];
    Arrays.fill(row, 0.7);
    assertEquals(0, CellOracle.square(Arrays.stream(row).map(x -> x * 0x1p-537).toArray()));
    RowFold.Adder adder = fold.start();
    assertEquals(false, adder.addPlain(row));
    adder.add(row);
    assertEquals(1, fold.totals(adder.totals()).count(0));
  }

  @Test
  void totals_rowAtANorm_isWhole() {
    CellGrid grid = CellGrid.createAbove(3, 1);
    CellOracle oracle = new CellOracle(new double[1], new double[0], grid, NormRange.WIDEST);
    for (int k = 0; k < grid.clips(); k++) {
      double edge = grid.norm(k);
      long steps = (long) Math.rint(edge * (0x1p20 / 3));
      CellTotals totals = oracle.totals(new double[] {edge});
      assertEquals(1, totals.count(k));
      assertEquals(BigInteger.valueOf(steps << 20), totals.clipped(k).total()[0]);
      double longer = edge * (1 + 0x1p-51);
      assertEquals(1, oracle.totals(new double[] {longer}).count(k + 1));
      long direction = (long) Math.rint((0x1p20 - 0.5) * (1 - 1e-9));
      BigInteger cut =
          BigInteger.valueOf(oracle.multiple(k)).multiply(BigInteger.valueOf(direction));
      assertEquals(cut, oracle.totals(new double[] {longer}).clipped(k).total()[0]);
    }
  }

  @Test
  void above_firstNormWithSquaresBeyondDoubles_isTheNearestOther() {
    for (double norm : new double[] {0x1p-504, 1, 0x1p504}) {
      CellGrid grid = CellGrid.createAbove(norm, 3);
      IntStream.range(0, grid.size()).forEach(k -> assertEquals(k, grid.cell(square(grid, k))));
      assertEquals(grid.size(), grid.cell(Math.nextUp(square(grid, grid.size() - 1))));
    }
    for (double norm : new double[] {0, -1, 0x1p-505, 0x1p505, Double.NaN, 1 / 0.0}) {
      double nearest = norm < 1 ? 0x1p-504 : 0x1p504;
      assertEquals(nearest, CellGrid.createAbove(norm, 3).norm(0));
      assertEquals(nearest, CellGrid.single(norm).norm(0));
    }
  }

  private static double square(CellGrid grid, int k) {
    return grid.norm(k) * grid.norm(k);
  }

  @Test
  void grid_ofADimension_endsAnOctaveAboveItsClips() {
    assertEquals(96, CellGrid.createAbove(1, 1).clips());
    assertEquals(96, CellGrid.createAbove(1, 2730).clips());
    assertEquals(32, CellGrid.createAbove(1, 8192).clips());
    assertEquals(24, CellGrid.createAbove(1, 1 << 20).clips());
    assertEquals(1, CellGrid.single(1).clips());
    for (CellGrid grid : new CellGrid[] {CellGrid.createAbove(1.1, 5), CellGrid.single(1.7)}) {
      for (int k = 0; k < grid.clips(); k++) {
        assertEquals(2 * grid.norm(k), grid.norm(k + CellGrid.PER_OCTAVE));
        assertEquals(k, grid.indexOf(grid.norm(k)));
      }
      assertThrows(IllegalArgumentException.class, () -> grid.indexOf(grid.norm(grid.clips())));
    }
  }

  @Test
  void totals_exactValues_stayInTheProcessAndAreWiped() {
    CellGrid grid = CellGrid.single(1);
    CellOracle oracle = new CellOracle(new double[2], new double[0], grid, NormRange.WIDEST);
    CellTotals totals = oracle.totals(new double[] {0.5, 0}, new double[] {3, 4});
    assertEquals(1, totals.count(0));
    assertThrows(UnsupportedOperationException.class, totals::rows);
    assertThrows(UnsupportedOperationException.class, totals::toBytes);
    assertThrows(NotSerializableException.class, () -> write(totals));
    totals.close();
    assertEquals(0, totals.count(0));
    assertArrayEquals(CellOracle.zero(2), totals.clipped(0).total());
  }

  private static void write(Object value) throws IOException {
    try (ObjectOutputStream out = new ObjectOutputStream(new ByteArrayOutputStream())) {
      out.writeObject(value);
    }
  }
}
