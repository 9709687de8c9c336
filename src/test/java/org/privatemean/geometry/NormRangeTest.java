package org.privatemean.geometry;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NormRangeTest {
  private static final MathContext DIGITS = new MathContext(40);

  private static BigDecimal norm(double[] row) {
    BigDecimal square = BigDecimal.ZERO;
    for (double x : row) {
      square = square.add(new BigDecimal(x).pow(2));
    }
    return square.sqrt(DIGITS);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 1, 2",
    "2, 2.5, 2, 4",
    "2, 4, 2, 4",
    "3, 5, 2, 8",
    "1e-3, 1000, 0x1p-10, 1024",
    // Beyond the widest range either way.
    "4.9e-324, 1.7e308, 0x1p-498, 0x1p498",
    "1e-300, 1e-200, 0x1p-498, 0x1p-497",
    "1e200, 1e300, 0x1p497, 0x1p498"
  })
  void covering_anyEnds_isTheClosestPowersWithin(
      double low, double high, double expectedLow, double expectedHigh) {
    // Equal ends make no range: the smallest one begins there.
    double end = low == high ? Math.nextUp(high) : high;
    assertEquals(new NormRange(expectedLow, expectedHigh), NormRange.covering(low, end));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "2, 1",
    "0, 1",
    "-1, 1",
    "3, 4",
    "1, 5",
    "NaN, 1",
    "1, NaN",
    "1, Infinity",
    "0x1p-501, 1",
    "1, 0x1p501"
  })
  void range_notTwoPowersInOrder_isRefused(double low, double high) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> new NormRange(low, high)).getMessage();
    assertTrue(message.endsWith("Provided: " + low + ", " + high), message);
  }

  @Test
  void scale_rowWithinTheRange_isUnchanged() {
    NormRange range = new NormRange(1, 8);
    for (double[] row :
        new double[][] {{0, -0.0}, {8, 0}, {-4.8, 6.4}, {1e-300, Double.MIN_VALUE}, {1, 2}}) {
      double[] scaled = {7, 7};
      range.scale(row, scaled);
      assertArrayEquals(row, scaled);
    }
  }

  /** Coordinates that are clipped each by itself first, then all together, in exact decimals. */
  @Test
  void scale_longerRow_isClippedByCoordinateAndThenByNorm() {
    SplittableRandom random = new SplittableRandom(1);
    for (int k = 0; k < 2000; k++) {
      double high = Math.scalb(1.0, random.nextInt(-400, 501));
      NormRange range = new NormRange(high / 2, high);
      int dimension = 1 + random.nextInt(40);
      double[] row = new double[dimension];
      int most = random.nextInt(2) == 0 ? 2 : 500;
      Arrays.setAll(
          row,
          j ->
              Math.scalb(
                  random.nextDouble(-1, 1), Math.getExponent(high) - 3 + random.nextInt(most)));
      double[] scaled = new double[dimension];
      range.scale(row, scaled);
      double[] clipped = Arrays.stream(row).map(x -> Math.max(-high, Math.min(high, x))).toArray();
      BigDecimal end = new BigDecimal(high);
      BigDecimal norm = norm(clipped).max(end);
      for (int j = 0; j < dimension; j++) {
        BigDecimal expected = new BigDecimal(clipped[j]).multiply(end).divide(norm, DIGITS);
        assertEquals(expected.doubleValue(), scaled[j], 1e-14 * high);
      }
      assertTrue(norm(scaled).compareTo(end.multiply(BigDecimal.valueOf(1 + 1e-14))) <= 0);
    }
  }

  @Test
  void scale_oneFarCoordinate_doesNotChangeTheOthers() {
    double[] row = {1e300, 3, -4, 0};
    double[] scaled = new double[4];
    new NormRange(1, 0x1p40).scale(row, scaled);
    assertArrayEquals(new double[] {0x1p40, 3, -4, 0}, scaled, 1e-9);
  }

  @Test
  void scale_largestDoubles_staysFinite() {
    double[] row = new double[1000];
    Arrays.fill(row, -Double.MAX_VALUE);
    double[] scaled = new double[1000];
    NormRange.WIDEST.scale(row, scaled);
    for (double x : scaled) {
      assertEquals(-0x1p498 / Math.sqrt(1000), x, 1e-14 * 0x1p498);
    }
    assertTrue(
        Double.isFinite(4 * RowNorm.computeSquare(scaled)), "a squared difference overflows");
  }
}
