package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;

final class ExcessSumTest {
  private static final MathContext DIGITS = new MathContext(40);
  private static final long NORM = AnchoredSum.NORM;

  /** Steps of what clipping takes off a row and a clipping to twice the norm leaves, exactly. */
  private static BigDecimal steps(double[] row, double norm) {
    BigDecimal square = BigDecimal.ZERO;
    for (double x : row) {
      square = square.add(new BigDecimal(x).pow(2));
    }
    BigDecimal c = new BigDecimal(norm);
    return square
        .sqrt(DIGITS)
        .subtract(c)
        .max(BigDecimal.ZERO)
        .min(c)
        .multiply(BigDecimal.valueOf(NORM))
        .divide(c, DIGITS);
  }

  /** Rounded up, so never below the exact value by more than rounding of doubles. */
  @Test
  void add_anyRows_isTheExactExcessRoundedUp() {
    SplittableRandom random = new SplittableRandom(1);
    for (int k = 0; k < 300; k++) {
      int dimension = 1 + random.nextInt(5);
      double norm = Math.scalb(random.nextDouble(1, 2), random.nextInt(-120, 120));
      double[][] rows = Replay.wildRows(random, 30, dimension);
      for (int i = 0; i < 15; i++) {
        double length = norm * random.nextDouble(0, 3) / Math.sqrt(dimension);
        for (int j = 0; j < dimension; j++) {
          rows[i][j] = length;
        }
      }
      ExcessSum sum = new ExcessSum(new CentredTransform(new double[dimension]), norm);
      long total = 0;
      for (double[] row : rows) {
        long term = Replay.totals(sum, row)[0];
        total += term;
        BigDecimal exact = steps(row, norm);
        assertTrue(term >= 0 && term <= NORM, "a term of " + term);
        // A few roundings of numbers of twice the norm are this part of a step.
        BigDecimal slack = BigDecimal.valueOf(1e-8);
        BigDecimal least = exact.subtract(slack).setScale(0, RoundingMode.CEILING);
        BigDecimal most = exact.add(slack).setScale(0, RoundingMode.CEILING);
        assertTrue(
            least.longValue() <= term && term <= most.longValue(),
            () -> term + " steps, exactly " + exact);
      }
      assertEquals(total, Replay.totals(sum, rows)[0]);
      Replay.assertSplitDoesNotMatter(sum, random, rows);
    }
  }

  @Test
  void add_edgesAndUnusualRows_addTheExpectedCounts() {
    ExcessSum sum = new ExcessSum(new CentredTransform(new double[1]), 4);
    assertEquals(4.0 / NORM, sum.step());
    double[][] expected = {
      {4, 0},
      {Math.nextUp(4.0), 1},
      {-6, NORM / 2},
      {8, NORM},
      {Math.nextDown(8.0), NORM},
      {-1e300, NORM},
      {Double.POSITIVE_INFINITY, NORM},
      {Double.NaN, 0},
      {0, 0},
      {Double.MIN_VALUE, 0}
    };
    for (double[] pair : expected) {
      assertArrayEquals(
          new long[] {(long) pair[1]}, Replay.totals(sum, new double[] {pair[0]}), "of " + pair[0]);
    }
  }

  /** What the sum is for: it bounds the bias of clipping. */
  @Test
  void add_manyRows_boundsTheClippingBiasOfTheSum() {
    SplittableRandom random = new SplittableRandom(3);
    for (int k = 0; k < 50; k++) {
      double[][] rows = new double[100][3];
      double[] bias = new double[3];
      for (double[] row : rows) {
        double square = 0;
        for (int j = 0; j < 3; j++) {
          row[j] = random.nextDouble(-0.5, 2);
          square += row[j] * row[j];
        }
        double norm = Math.sqrt(square);
        for (int j = 0; j < 3; j++) {
          bias[j] += row[j] * (Math.min(1, 2 / norm) - Math.min(1, 1 / norm));
        }
      }
      ExcessSum sum = new ExcessSum(new CentredTransform(new double[3]), 1);
      double length = Math.sqrt(bias[0] * bias[0] + bias[1] * bias[1] + bias[2] * bias[2]);
      double bound = Replay.totals(sum, rows)[0] * sum.step();
      assertTrue(length <= bound, length + " is above " + bound);
      assertTrue(length > 0.7 * bound, length + " is far below " + bound);
    }
  }

  @Test
  void squaredSensitivity_neighbours_isReachedAndNotPassed() {
    SplittableRandom random = new SplittableRandom(2);
    double most = 0;
    for (int k = 0; k < 300; k++) {
      int dimension = 1 + random.nextInt(3);
      ExcessSum sum = new ExcessSum(new CentredTransform(new double[dimension]), 1);
      most =
          Math.max(
              most,
              Replay.assertClaimHolds(
                  sum, random, Replay.wildRows(random, 1 + random.nextInt(8), dimension)));
    }
    assertEquals(1, most);
    ExcessSum sum = new ExcessSum(new CentredTransform(new double[1]), 1);
    for (Neighbours neighbours : Neighbours.values()) {
      assertEquals(BigInteger.TWO.pow(40), sum.squaredSensitivity(PrivacyUnit.row(neighbours)));
    }
    assertEquals(NORM, sum.norm());
    assertEquals(1, sum.size());
  }
}
