package org.privatemean.geometry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class RowNormTest {
  @Test
  void squared_ofAnOrdinaryRow_isTheSumInCoordinateOrder() {
    double[] row = {1e16, 3, -4, 1e-3};
    assertEquals(((1e32 + 9) + 16) + 1e-3 * 1e-3, RowNorm.computeSquare(row));
  }

  @Test
  void squared_withZeroCoordinatesBetween_hasTheSameBits() {
    double[] packed = {0.1, 0.7, 1e9, 1e-9};
    double[] spread = {0, 0.1, -0.0, 0, 0.7, 0, 1e9, 1e-9, 0};
    assertEquals(
        Double.doubleToRawLongBits(RowNorm.computeSquare(packed)),
        Double.doubleToRawLongBits(RowNorm.computeSquare(spread)));
  }

  @Test
  void squared_pastTheRange_isInfiniteAndTheShrunkSumFinite() {
    double[] row = new double[1 << 17];
    Arrays.fill(row, -Double.MAX_VALUE);
    assertEquals(Double.POSITIVE_INFINITY, RowNorm.computeSquare(row));
    double shrunk = RowNorm.squaredShrunk(row);
    assertTrue(Double.isFinite(shrunk));
    double expected = Math.scalb(Double.MAX_VALUE, -540) * Math.sqrt(1 << 17);
    assertEquals(1, Math.sqrt(shrunk) / expected, 1e-12);
  }

  @Test
  void squared_justBelowTheLimit_isTheSum() {
    assertEquals(0x1p998, RowNorm.computeSquare(new double[] {0x1p499}));
    assertEquals(Double.POSITIVE_INFINITY, RowNorm.computeSquare(new double[] {0x1p500}));
  }

  @Test
  void certainlyWithin_anyRow_isTrueOfShortRowsOnly() {
    SplittableRandom random = new SplittableRandom(1);
    int certain = 0;
    for (int k = 0; k < 20_000; k++) {
      double[] row = random.doubles(1 + random.nextInt(40), -1, 1).toArray();
      double norm = Math.sqrt(RowNorm.computeSquare(row));
      double radius = norm * random.nextDouble(0.9, 1.1);
      boolean within = RowNorm.certainlyWithin(row, radius);
      assertEquals(norm < radius * (1 - 1e-7), within && norm < radius * (1 - 1e-7));
      assertTrue(!within || norm < radius);
      certain += within ? 1 : 0;
    }
    assertTrue(certain > 8000 && certain < 12_000);
    assertFalse(RowNorm.certainlyWithin(new double[] {0, Double.NaN}, 1));
    assertFalse(RowNorm.certainlyWithin(new double[9], 0));
  }

  /** Every number of entries left over, and none at all. */
  @Test
  void squareInParts_integers_isTheirSum() {
    SplittableRandom random = new SplittableRandom(1);
    for (int size = 0; size < 100; size++) {
      long[] small = random.longs(size, -(1L << 20), 1L << 20).toArray();
      double[] roots = Arrays.stream(small).asDoubleStream().toArray();
      long squares = Arrays.stream(small).map(x -> x * x).sum();
      assertEquals((double) squares, RowNorm.squareInParts(roots));
    }
  }

  /** The bound for any order: as many roundings as an entry goes through, an eighth of them. */
  @Test
  void squareInParts_anyEntries_errsByAnEighthOfTheRoundings() {
    SplittableRandom random = new SplittableRandom(2);
    for (int size = 1; size < 3000; size += 97) {
      double[] values = random.doubles(size, -1e3, 1e3).toArray();
      BigDecimal exact = BigDecimal.ZERO;
      for (double value : values) {
        exact = exact.add(new BigDecimal(value).multiply(new BigDecimal(value)));
      }
      double slack = (size / 8.0 + 16) * 0x1p-53 * exact.doubleValue();
      assertEquals(exact.doubleValue(), RowNorm.squareInParts(values), slack);
    }
  }

  @Test
  void squareInParts_ofRoundedEntries_isThatOfTheStatedOrder() {
    SplittableRandom random = new SplittableRandom(3);
    for (int size = 0; size < 60; size++) {
      double[] values = random.doubles(size, -1, 1).toArray();
      double[] parts = new double[8];
      int whole = size - size % 8;
      for (int i = 0; i < size; i++) {
        parts[i < whole ? i % 8 : 0] += values[i] * values[i];
      }
      assertEquals(Arrays.stream(parts).reduce(0, Double::sum), RowNorm.squareInParts(values));
    }
  }

  @Test
  void squareInParts_withoutABound_isInfiniteOrNotANumber() {
    double[] values = new double[9];
    values[8] = 1e200;
    assertEquals(Double.POSITIVE_INFINITY, RowNorm.squareInParts(values));
    values[1] = Double.NaN;
    assertEquals(Double.NaN, RowNorm.squareInParts(values));
  }
}
