package org.privatemean.geometry;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LatticeTest {
  private static final MathContext DIGITS = new MathContext(60);

  private static long[] quantise(Lattice lattice, double... row) {
    double[] rounded = new double[row.length];
    lattice.quantise(row, rounded);
    long[] quantised = Arrays.stream(rounded).mapToLong(x -> (long) x).toArray();
    return quantised;
  }

  private static BigInteger squaredNorm(long[] vector) {
    BigInteger sum = BigInteger.ZERO;
    for (long v : vector) {
      sum = sum.add(BigInteger.valueOf(v).pow(2));
    }
    return sum;
  }

  /** The row after clipping to the ball, in steps, to 60 digits. */
  private static BigDecimal[] exactInBall(double[] row, double radius, double step) {
    BigDecimal square = BigDecimal.ZERO;
    for (double x : row) {
      square = square.add(new BigDecimal(x).pow(2, DIGITS), DIGITS);
    }
    BigDecimal norm = square.sqrt(DIGITS);
    BigDecimal bound = new BigDecimal(radius);
    boolean longer = norm.compareTo(bound) > 0;
    BigDecimal[] steps = new BigDecimal[row.length];
    for (int j = 0; j < row.length; j++) {
      BigDecimal x = new BigDecimal(row[j]);
      x = longer ? x.multiply(bound, DIGITS).divide(norm, DIGITS) : x;
      steps[j] = x.divide(new BigDecimal(step), DIGITS);
    }
    return steps;
  }

  private static void assertRounds(BigDecimal[] exact, long[] quantised) {
    for (int j = 0; j < exact.length; j++) {
      double off = exact[j].subtract(BigDecimal.valueOf(quantised[j])).abs().doubleValue();
      double slack = 1e-14 * exact[j].abs().doubleValue();
      assertTrue(off <= 0.5 + slack, () -> Arrays.toString(quantised));
    }
  }

  @Test
  void quantise_rowWithin_roundsToTheNearestPoint() {
    Lattice lattice = Lattice.inBall(4, 10, 0.25);
    assertArrayEquals(new long[] {4, -5, 0, 12}, quantise(lattice, 1.0, -1.3, 0.124, 3.1));
    assertArrayEquals(new long[4], quantise(lattice, 0, -0.0, 1e-320, -0.12));
  }

  @Test
  void quantise_longRow_isScaledToTheBall() {
    Lattice lattice = Lattice.inBall(2, 10, 0.01);
    assertArrayEquals(new long[] {600, -800}, quantise(lattice, 30, -40));
    assertArrayEquals(new long[] {600, -800}, quantise(lattice, 3e307, -4e307));
    assertArrayEquals(new long[] {707, 707}, quantise(lattice, 1e308, 1e308));
    assertArrayEquals(
        new long[] {-1000, 0}, quantise(lattice, -Double.MAX_VALUE, Double.MIN_VALUE));
  }

  @Test
  void quantise_inABox_cutsEveryCoordinate() {
    Lattice lattice = Lattice.inBox(5, 2, 0.5);
    assertArrayEquals(
        new long[] {4, -4, 4, 0, 1}, quantise(lattice, 2.2, -1e308, 1e308, -1e-310, 0.4));
  }

  @ParameterizedTest
  @CsvSource({"1e150, 1e140", "1e-150, 1e-150", "1, 1e-18", "1e150, 1e150", "3, 7"})
  void quantise_extremeScales_equalsExactArithmetic(double radius, double step) {
    Lattice lattice = Lattice.inBall(3, radius, step);
    SplittableRandom random = new SplittableRandom(1);
    double[] scales = {Double.MIN_VALUE, 1e-200, 1e-150, 1e-20, 1, 1e20, 1e149, 1e200, 1e307};
    for (double scale : scales) {
      for (int trial = 0; trial < 20; trial++) {
        double[] row = random.doubles(3, -10, 10).map(x -> x * scale).toArray();
        assertRounds(exactInBall(row, radius, step), quantise(lattice, row));
      }
    }
  }

  @Test
  void quantise_randomRows_equalsExactArithmetic() {
    SplittableRandom random = new SplittableRandom(2);
    for (int trial = 0; trial < 2000; trial++) {
      int dimension = 1 + random.nextInt(8);
      double radius = Math.exp(random.nextDouble(-5, 5));
      double step = radius * Math.exp(random.nextDouble(-15, 1));
      double[] row = random.doubles(dimension, -1, 1).map(x -> 2 * x * radius).toArray();
      assertRounds(
          exactInBall(row, radius, step), quantise(Lattice.inBall(dimension, radius, step), row));
    }
  }

  /** Rows that are long in every way that could pass the bound: ends, ties, boundary, extremes. */
  private static List<double[]> adversarialRows(int dimension, double radius, double step) {
    List<double[]> rows = new ArrayList<>();
    double even = radius / Math.sqrt(dimension);
    double tie = (Math.floor(even / step) + 0.5) * step;
    double[] fills = {
      Double.MAX_VALUE, 1e308, even, -even, Math.nextUp(even), tie, step / 2, 1.5 * step, 1e-320
    };
    for (double fill : fills) {
      double[] row = new double[dimension];
      Arrays.fill(row, fill);
      rows.add(row);
      double[] single = new double[dimension];
      single[dimension - 1] = fill * dimension;
      rows.add(single);
    }
    rows.add(new SplittableRandom(3).doubles(dimension, -1, 1).map(x -> 1e308 * x).toArray());
    rows.removeIf(row -> !Double.isFinite(row[dimension - 1]));
    return rows;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 17, 1000, 1 << 17})
  void bounds_adversarialRows_hold(int dimension) {
    for (double step : new double[] {0.3, 1e-3, 1e-9, 5}) {
      for (Lattice lattice :
          List.of(Lattice.inBall(dimension, 2, step), Lattice.inBox(dimension, 2, step))) {
        BigDecimal norm = new BigDecimal(lattice.normBound());
        BigInteger largestSquare = BigInteger.ZERO;
        for (double[] row : adversarialRows(dimension, 2, step)) {
          long[] quantised = quantise(lattice, row);
          BigInteger square = squaredNorm(quantised);
          largestSquare = largestSquare.max(square);
          assertTrue(new BigDecimal(square).compareTo(norm.pow(2)) <= 0);
          double sum = Arrays.stream(quantised).mapToDouble(q -> Math.abs((double) q)).sum();
          assertTrue(sum <= lattice.absoluteSumBound(), () -> "absolute sum " + sum);
        }
        // The bound is not idle either: some row comes near it where steps are fine.
        double ratio = Math.sqrt(largestSquare.doubleValue()) / lattice.normBound();
        assertTrue(step > 1e-9 || ratio > 0.99, () -> "largest norm over bound " + ratio);
      }
    }
  }

  @Test
  void quantise_rowOnTheTieOfEveryCoordinate_staysWithinTheBound() {
    // 1.5 steps in each of 9 coordinates has norm 4.5; rounded up to 2 it has norm 6.
    Lattice lattice = Lattice.inBall(9, 4.5, 1);
    double[] row = new double[9];
    Arrays.fill(row, 1.5);
    assertEquals(BigInteger.valueOf(36), squaredNorm(quantise(lattice, row)));
    assertTrue(lattice.normBound() >= 6);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 1, dimension",
    "-3, 1, 1, dimension",
    "2, 0, 1, radius",
    "2, -1, 1, radius",
    "2, NaN, 1, radius",
    "2, Infinity, 1, radius",
    "2, 1e-151, 1e-151, radius",
    "2, 1e151, 1, radius",
    "2, 1, 0, lattice step",
    "2, 1, NaN, lattice step",
    "2, 1, 1e-151, lattice step",
    "2, 1, 1e-19, resolution"
  })
  void inBall_outOfRange_namesTheParameter(int dimension, double radius, double step, String name) {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> Lattice.inBall(dimension, radius, step));
    assertTrue(refusal.getMessage().contains(name), refusal::getMessage);
  }

  @Test
  void inBox_outOfRange_namesTheCoordinateBound() {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> Lattice.inBox(1, -2, 1));
    assertEquals(
        "coordinate bound must be in [1.0E-150, 1.0E150]. Provided value: -2.0",
        refusal.getMessage());
  }

  @Test
  void accessors_ofALattice_giveItsShape() {
    Lattice lattice = Lattice.inBox(3, 2, 0.5);
    assertEquals(3, lattice.dimension());
    assertEquals(0.5, lattice.step());
  }
}
