package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;

final class SquaredViewTest {
  private static final long NORM = AnchoredSum.NORM;

  @Test
  void at_anyRows_isTheSquareInUnitsAndTheSameByColumns() {
    SplittableRandom random = new SplittableRandom(1);
    for (int k = 0; k < 100; k++) {
      int dimension = 1 + random.nextInt(4);
      double[] centre = random.doubles(dimension, -2, 2).toArray();
      double[] weights = random.doubles(dimension, 1e-3, 1e3).toArray();
      double limit = random.nextBoolean() ? random.nextDouble(2) : Double.POSITIVE_INFINITY;
      double[] limits = new double[dimension];
      Arrays.fill(limits, limit);
      CentredTransform scaled = new CentredTransform(centre, weights, limits);
      CentredTransform squares = scaled.withSquares();
      double[][] rows = Replay.wildRows(random, 20, dimension);
      VectorBlock block = EncodedBlocks.of(rows);
      double[] column = new double[rows.length];
      for (int j = 0; j < dimension; j++) {
        squares.coordinate(block, j, 0, rows.length, column);
        for (int i = 0; i < rows.length; i++) {
          double v = Math.min(limit, Math.abs((rows[i][j] - centre[j]) * weights[j]));
          double u = Math.min(v, 0x1p249);
          assertEquals(u * u, squares.valueAt(block, j, i));
          assertEquals(u * u, column[i]);
          assertTrue(u * u * u * u < Double.POSITIVE_INFINITY);
        }
      }
    }
  }

  @Test
  void at_unusualValues_areInRange() {
    CentredTransform squares = new CentredTransform(new double[1]).withSquares();
    double[][] expected = {
      {0, 0},
      {-0.0, 0},
      {-3, 9},
      {Double.MIN_VALUE, 0},
      {0x1p249, 0x1p498},
      {0x1p250, 0x1p498},
      {-1e300, 0x1p498},
      {Double.NEGATIVE_INFINITY, 0x1p498},
      {Double.NaN, Double.NaN}
    };
    for (double[] pair : expected) {
      assertEquals(pair[1], squares.valueAt(EncodedBlocks.of(new double[] {pair[0]}), 0, 0));
    }
  }

  /** Second moments of rows that no clipping changes, against exact decimals. */
  @Test
  void sumOfSquares_shortRows_isExactToHalfAStepARow() {
    SplittableRandom random = new SplittableRandom(2);
    double[][] rows = new double[200][3];
    double[] units = {1e-6, 1, 1e9};
    for (double[] row : rows) {
      Arrays.setAll(row, j -> units[j] * random.nextGaussian());
    }
    double[] weights = Arrays.stream(units).map(u -> 1 / u).toArray();
    CentredTransform view =
        new CentredTransform(new double[3], weights, new double[0]).withSquares();
    AnchoredSum sum = AnchoredSum.of(view, 1000);
    long[] totals = Replay.totals(sum, rows);
    for (int j = 0; j < 3; j++) {
      BigDecimal exact = BigDecimal.ZERO;
      for (double[] row : rows) {
        exact = exact.add(new BigDecimal(row[j] * weights[j]).pow(2));
      }
      assertEquals(exact.doubleValue(), totals[j] * sum.step(), 0.5 * rows.length * sum.step());
    }
  }

  /** Replacing a row moves the sum of squares by the root of two norms, and no more. */
  @Test
  void squaredSensitivity_ofItsSum_isReachedAndNotPassed() {
    SplittableRandom random = new SplittableRandom(3);
    double most = 0;
    for (int k = 0; k < 300; k++) {
      int dimension = 2 + random.nextInt(3);
      CentredTransform view = new CentredTransform(new double[dimension]).withSquares();
      AnchoredSum sum = AnchoredSum.of(view, random.nextDouble(0.5, 20));
      double[][] rows = Replay.wildRows(random, 1 + random.nextInt(6), dimension);
      most = Math.max(most, Replay.assertClaimHolds(sum, random, rows));
    }
    assertTrue(most <= 1, "moved by " + most);
    AnchoredSum sum = AnchoredSum.of(new CentredTransform(new double[2]).withSquares(), 4);
    BigInteger reached =
        Replay.squaredChange(
            Replay.totals(sum, new double[] {-2, 0}), Replay.totals(sum, new double[] {0, 9}));
    assertEquals(BigInteger.valueOf(2 * NORM * NORM), reached);
    assertEquals(reached, sum.squaredSensitivity(PrivacyUnit.row(Neighbours.REPLACE)));
    assertEquals(
        BigInteger.valueOf(NORM * NORM),
        sum.squaredSensitivity(PrivacyUnit.row(Neighbours.ADD_REMOVE)));
  }

  @Test
  void equals_viewsOfOtherRowsOrKinds_areNotThis() {
    CentredTransform centred = new CentredTransform(new double[] {1});
    assertEquals(centred.withSquares(), new CentredTransform(new double[] {1}).withSquares());
    assertEquals(
        centred.withSquares().hashCode(),
        new CentredTransform(new double[] {1}).withSquares().hashCode());
    assertNotEquals(centred.withSquares(), new CentredTransform(new double[] {2}).withSquares());
    assertNotEquals(centred.withSquares(), centred);
  }
}
