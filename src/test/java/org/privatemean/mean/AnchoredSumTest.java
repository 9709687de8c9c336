package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.geometry.NormRange;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;

final class AnchoredSumTest {
  private static final MathContext DIGITS = new MathContext(40);
  private static final long NORM = 1 << 20;

  private static long[] summand(AnchoredSum sum, double... row) {
    long[] totals = new long[row.length];
    sum.add(EncodedBlocks.of(row), totals);
    return totals;
  }

  private static BigInteger squaredNorm(long[] vector) {
    return Arrays.stream(vector)
        .mapToObj(z -> BigInteger.valueOf(z).pow(2))
        .reduce(BigInteger.ZERO, BigInteger::add);
  }

  private static void assertWithinNorm(long[] vector) {
    assertTrue(
        squaredNorm(vector).compareTo(BigInteger.valueOf(NORM).pow(2)) <= 0,
        () -> "longer than the norm: " + Arrays.toString(vector));
  }

  private static double[] direction(SplittableRandom random, int dimension) {
    double[] direction = new double[dimension];
    Arrays.setAll(direction, j -> random.nextGaussian());
    double norm = Math.sqrt(Arrays.stream(direction).map(x -> x * x).sum());
    return Arrays.stream(direction).map(x -> x / norm).toArray();
  }

  /** Any finite row: of any length, on the axes, on the radius, huge, subnormal or zero. */
  private static double[] wildRow(SplittableRandom random, int dimension, double radius) {
    double[] direction = direction(random, dimension);
    double ulps = 1 + random.nextInt(-40, 41) * 0x1p-53;
    double[] row =
        switch (random.nextInt(8)) {
          case 0 -> Arrays.stream(direction).map(x -> radius * ulps * x).toArray();
          case 1 -> Arrays.stream(direction).map(Math::signum).map(x -> 1.79e308 * x).toArray();
          case 2 -> Arrays.stream(direction).map(x -> x * 1e-310).toArray();
          case 3 -> Arrays.stream(direction).map(x -> x * 1.7e308).toArray();
          case 4 -> new double[dimension];
          case 5 ->
              // All coordinates alike, so that roundings add up.
              Arrays.stream(direction).map(x -> radius * ulps / Math.sqrt(dimension)).toArray();
          case 6 -> {
            double power = random.nextInt(-1000, 1000);
            yield Arrays.stream(direction).map(x -> x * Math.pow(2, power)).toArray();
          }
          default ->
              Arrays.stream(direction).map(x -> radius * 2 * random.nextDouble() * x).toArray();
        };
    if (random.nextInt(6) == 0) {
      double kept = row[0];
      Arrays.fill(row, 0);
      row[0] = random.nextBoolean() ? kept : radius * ulps;
    }
    return row;
  }

  @Test
  void add_anyFiniteRows_addsSummandsWithinTheNorm() {
    SplittableRandom random = new SplittableRandom(1);
    for (int k = 0; k < 30_000; k++) {
      int dimension = 1 << random.nextInt(6);
      double radius = Math.scalb(random.nextDouble(1, 2), random.nextInt(-498, 498));
      double[] centre = Arrays.stream(direction(random, dimension)).map(x -> x * radius).toArray();
      double[][] rows = new double[3][];
      Arrays.setAll(rows, i -> wildRow(random, dimension, radius));
      CentredTransform view =
          switch (random.nextInt(4)) {
            case 0 -> new CentredTransform(random.nextBoolean() ? new double[dimension] : centre);
            case 1 ->
                new CentredTransform(
                    centre, random.doubles(dimension, 0.01, 10).toArray(), new double[0]);
            case 2 -> limited(random, centre, radius);
            default -> squares(centre, Math.scalb(1.0, Math.getExponent(radius)));
          };
      assertSummandsWithinNorm(AnchoredSum.of(view, radius), rows);
    }
  }

  /** A view whose coordinates are clipped: some to less than the radius, some to 0. */
  private static CentredTransform limited(SplittableRandom random, double[] centre, double radius) {
    double[] weights = random.doubles(centre.length, 0.01, 10).toArray();
    double[] limits = random.doubles(centre.length, -0.3, 2).toArray();
    Arrays.setAll(limits, j -> Math.max(0, limits[j] * radius));
    return new CentredTransform(centre, weights, limits);
  }

  /** More rows than are added at once, in any order. */
  @Test
  void add_manyRowsOfOneBlock_isTheSumOverRows() {
    SplittableRandom random = new SplittableRandom(8);
    int dimension = 3;
    double[] centre = {0.2, -0.5, 0.1};
    double[][] rows = new double[2 * CentredTransform.CHUNK + 900][];
    Arrays.setAll(rows, i -> wildRow(random, dimension, 1));
    for (CentredTransform view :
        List.of(
            new CentredTransform(centre),
            new CentredTransform(centre, new double[] {0.3, 1, 4}, new double[0]),
            new CentredTransform(centre, new double[] {0.3, 1, 4}, new double[] {0.5, 0, 9}),
            squares(centre, 1))) {
      assertSummandsWithinNorm(AnchoredSum.of(view, 1), rows);
      assertSummandsWithinNorm(AnchoredSum.forExcess(view, 0.4, 1), rows);
    }
  }

  /** Where the check of the integer norm begins: all roundings go up, and none passes the norm. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 64, 1024, 4096, 1 << 16})
  void add_rowsAtTheEndOfTheCertain_areRoundedAndWithinTheNorm(int dimension) {
    double root = Math.sqrt(dimension);
    double certain = (NORM - root) * (1 - 1e-9);
    // Of all coordinates alike, and a last one that makes up for the length.
    double alike = Math.floor(certain / root) - 0.4;
    for (int ulps = -40; ulps <= 40; ulps++) {
      double length = certain * (1 + ulps * 0x1p-53);
      double[] row = new double[dimension];
      Arrays.fill(row, alike);
      row[0] = Math.sqrt(length * length - (dimension - 1) * alike * alike);
      long[] summand =
          summand(AnchoredSum.of(new CentredTransform(new double[dimension]), NORM), row);
      assertWithinNorm(summand);
      assertArrayEquals(Arrays.stream(row).mapToLong(x -> (long) Math.rint(x)).toArray(), summand);
    }
  }

  /** Each row by itself, and all of them together as the sum of what each adds. */
  private static void assertSummandsWithinNorm(AnchoredSum sum, double[][] rows) {
    long[] expected = new long[sum.size()];
    double[][] scaled = new double[rows.length][sum.size()];
    for (int i = 0; i < rows.length; i++) {
      NormRange.WIDEST.scale(rows[i], scaled[i]);
      long[] summand = summand(sum, scaled[i]);
      assertWithinNorm(summand);
      // Unscaled rows never reach a sum, but they would do no harm either.
      assertWithinNorm(summand(sum, rows[i]));
      Arrays.setAll(expected, j -> expected[j] + summand[j]);
    }
    long[] together = new long[sum.size()];
    sum.add(EncodedBlocks.of(scaled), together);
    assertArrayEquals(expected, together);
  }

  @Test
  void add_rowsRoundedPastTheNorm_areShrunk() {
    // Every coordinate is k + 0.6 steps: to nearest, the norm passes 2^20 although the row does
    // not.
    int dimension = 1 << 12;
    double coordinate = 16_383.6;
    double radius = coordinate * Math.sqrt(dimension);
    double[] row = new double[dimension];
    Arrays.fill(row, coordinate);
    assertTrue(radius <= NORM);
    long[] summand =
        summand(AnchoredSum.of(new CentredTransform(new double[dimension]), NORM), row);
    assertWithinNorm(summand);
    double norm = Math.sqrt(squaredNorm(summand).doubleValue());
    assertTrue(norm > NORM * (1 - 1e-4), "shrunk to " + norm);
    Arrays.fill(row, 16_384);
    assertArrayEquals(
        Arrays.stream(row).mapToLong(x -> (long) x).toArray(),
        summand(AnchoredSum.of(new CentredTransform(new double[dimension]), NORM), row));
  }

  @Test
  void add_ordinaryRows_isTheClippedSumToHalfAStepARow() {
    SplittableRandom random = new SplittableRandom(2);
    for (int k = 0; k < 300; k++) {
      int dimension = 1 + random.nextInt(9);
      double radius = Math.exp(random.nextDouble(-300, 300));
      double[] centre = random.doubles(dimension, -radius, radius).toArray();
      double[][] rows = new double[40][];
      Arrays.setAll(
          rows,
          i -> {
            double[] direction = direction(random, dimension);
            double length = radius * 2 * random.nextDouble();
            return Arrays.stream(direction).map(x -> x * length).toArray();
          });
      AnchoredSum sum = AnchoredSum.of(new CentredTransform(centre), radius);
      assertEquals(radius / NORM, sum.step());
      long[] totals = new long[dimension];
      sum.add(EncodedBlocks.of(rows), totals);
      assertClose(rows, centre, radius, totals);
    }
  }

  /**
   * Half a step for a row within the radius; a step for one that is scaled to it, which is cut
   * toward zero; a hair of both for the arithmetic in doubles.
   */
  private static void assertClose(double[][] rows, double[] centre, double radius, long[] totals) {
    BigDecimal[] expected = new BigDecimal[totals.length];
    Arrays.fill(expected, BigDecimal.ZERO);
    double allowed = 0;
    for (double[] row : rows) {
      BigDecimal[] view = new BigDecimal[row.length];
      Arrays.setAll(view, j -> new BigDecimal(row[j] - centre[j]));
      BigDecimal square = BigDecimal.ZERO;
      for (BigDecimal v : view) {
        square = square.add(v.multiply(v));
      }
      BigDecimal norm = square.sqrt(DIGITS);
      boolean within = norm.doubleValue() < radius * (1 - 1e-5);
      BigDecimal perStep =
          BigDecimal.valueOf(NORM).divide(norm.max(new BigDecimal(radius)), DIGITS);
      for (int j = 0; j < view.length; j++) {
        expected[j] = expected[j].add(view[j].multiply(perStep));
      }
      allowed += within ? 0.5 : 1;
    }
    for (int j = 0; j < totals.length; j++) {
      double off = expected[j].subtract(BigDecimal.valueOf(totals[j])).abs().doubleValue();
      double most = allowed + 1e-6;
      assertTrue(off <= most, () -> "off by " + off + " steps, allowed " + most);
    }
  }

  /** What clipping to the larger norm leaves, less what clipping to the smaller one does. */
  @Test
  void add_excess_isTheDifferenceOfTwoClippings() {
    SplittableRandom random = new SplittableRandom(5);
    for (int k = 0; k < 20_000; k++) {
      int dimension = 1 + random.nextInt(9);
      double outer = Math.exp(random.nextDouble(-300, 300));
      double inner = outer * random.nextDouble(0.5, 0.99);
      CentredTransform view = new CentredTransform(new double[dimension]);
      AnchoredSum sum = AnchoredSum.forExcess(view, inner, outer);
      double[] direction = direction(random, dimension);
      double length = outer * random.nextDouble(2);
      double[] row = Arrays.stream(direction).map(x -> x * length).toArray();
      long[] summand = summand(sum, row);
      assertWithinNorm(summand);
      assertWithinNorm(summand(sum, wildRow(random, dimension, outer)));
      double excess = Math.max(0, Math.min(length, outer) - inner);
      for (int j = 0; j < dimension; j++) {
        // A step, and what a few roundings of numbers of the outer norm make in steps.
        double slack = 1 + 1e-15 * 8 * outer / sum.step();
        assertEquals(direction[j] * excess / sum.step(), (double) summand[j], slack);
      }
    }
  }

  @Test
  void add_cutRows_areCutTowardZero() {
    AnchoredSum sum = AnchoredSum.of(new CentredTransform(new double[2]), 1);
    assertArrayEquals(new long[] {741455, -741455}, summand(sum, 5, -5));
    assertArrayEquals(new long[] {NORM, 0}, summand(sum, 1, 0));
    assertArrayEquals(new long[] {-NORM, 0}, summand(sum, -0x1p498, 0));
    assertArrayEquals(new long[] {NORM / 2, 0}, summand(sum, 0.5, 1e-300));
  }

  @Test
  void add_squaresThatWouldOverflow_areCut() {
    CentredTransform view = squares(new double[2], 0x1p-498);
    AnchoredSum sum = AnchoredSum.of(view, 64);
    // Both coordinates count as 2^249.
    assertArrayEquals(new long[] {741455, 741455}, summand(sum, 0x1p498, 1));
  }

  @ParameterizedTest
  @EnumSource(Neighbours.class)
  void squaredSensitivity_isThatOfTheNeighbours(Neighbours neighbours) {
    CentredTransform view = new CentredTransform(new double[3]);
    AnchoredSum sum = AnchoredSum.of(view, 5);
    AnchoredSum squares = AnchoredSum.of(squares(new double[3], 1), 5);
    BigInteger one = BigInteger.ONE.shiftLeft(40);
    PrivacyUnit unit = PrivacyUnit.row(neighbours);
    boolean replace = neighbours == Neighbours.REPLACE;
    assertEquals(one.multiply(BigInteger.valueOf(replace ? 4 : 1)), sum.squaredSensitivity(unit));
    assertEquals(
        one.multiply(BigInteger.valueOf(replace ? 2 : 1)), squares.squaredSensitivity(unit));
    assertEquals(NORM, sum.norm());
    assertEquals(3, sum.size());
  }

  /** Clipped coordinates leave rows functions of themselves: the sum moves by at most 2 C. */
  @Test
  void squaredSensitivity_ofClippedCoordinates_isReachedAndNotPassed() {
    SplittableRandom random = new SplittableRandom(9);
    double most = 0;
    for (int k = 0; k < 500; k++) {
      double[] centre = direction(random, 4);
      AnchoredSum sum = AnchoredSum.of(limited(random, centre, 1), 1);
      double[][] rows = {wildRow(random, 4, 1), wildRow(random, 4, 1)};
      most = Math.max(most, Replay.assertClaimHolds(sum, random, rows));
    }
    assertTrue(most > 0.999, "reached " + most);
  }

  /** Two orthogonal rows of squares reach the sensitivity that squares claim, to a step. */
  @Test
  void squaredSensitivity_ofSquares_isReachedAndNotPassed() {
    SplittableRandom random = new SplittableRandom(3);
    double[] centre = {0.25, -0.5, 1, 0};
    AnchoredSum sum = AnchoredSum.of(squares(centre, 2), 3);
    BigInteger claimed = sum.squaredSensitivity(PrivacyUnit.row(Neighbours.REPLACE));
    double most = 0;
    for (int k = 0; k < 20_000; k++) {
      long[] one = summand(sum, wildRow(random, 4, 3));
      long[] other = summand(sum, wildRow(random, 4, 3));
      assertTrue(Arrays.stream(one).allMatch(z -> z >= 0), "a square was negative");
      long[] change = new long[4];
      Arrays.setAll(change, j -> one[j] - other[j]);
      BigInteger squared = squaredNorm(change);
      assertTrue(squared.compareTo(claimed) <= 0);
      most = Math.max(most, squared.doubleValue() / claimed.doubleValue());
    }
    assertTrue(most > 0.999, "reached " + most);
  }

  @Test
  void add_placeInTheBlock_doesNotMatter() {
    SplittableRandom random = new SplittableRandom(4);
    double[] centre = random.doubles(16, -1, 1).toArray();
    AnchoredSum sum = AnchoredSum.of(new CentredTransform(centre), 3);
    double[][] rows = new double[64][];
    Arrays.setAll(rows, i -> wildRow(random, 16, 3));
    long[] expected = new long[16];
    for (double[] row : rows) {
      long[] summand = summand(sum, row);
      Arrays.setAll(expected, j -> expected[j] + summand[j]);
    }
    for (int shift = 0; shift < 64; shift += 7) {
      int start = shift;
      double[][] turned = new double[64][];
      Arrays.setAll(turned, i -> rows[(i + start) % 64]);
      long[] totals = new long[16];
      sum.add(EncodedBlocks.of(turned), totals);
      assertArrayEquals(expected, totals);
    }
  }

  /** Squares of centred rows in a unit. */
  private static CentredTransform squares(double[] centre, double unit) {
    double[] weights = new double[centre.length];
    Arrays.fill(weights, 1 / unit);
    return new CentredTransform(centre, weights, new double[0]).withSquares();
  }

  /** Every number of entries left over, and none at all. */
  @Test
  void sumInParts_integers_isTheirSum() {
    SplittableRandom random = new SplittableRandom(1);
    for (int size = 0; size < 100; size++) {
      long[] values = random.longs(size, -(1L << 40), 1L << 40).toArray();
      double[] doubles = Arrays.stream(values).asDoubleStream().toArray();
      assertEquals((double) Arrays.stream(values).sum(), AnchoredSum.sumInParts(doubles));
    }
  }

  @Test
  void sumInParts_withNaN_isNaN() {
    double[] values = new double[9];
    values[1] = Double.NaN;
    assertEquals(Double.NaN, AnchoredSum.sumInParts(values));
  }
}
