package org.privatemean.numeric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.security.NoSuchAlgorithmException;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NormalTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0.5",
    "1, 0.8413447460685429",
    "-1, 0.15865525393145705",
    "1.959963984540054, 0.975",
    "-3, 0.0013498980316300945",
    "-5, 2.866515718791939e-7",
    "-8, 6.220960574271784e-16"
  })
  void cdf_knownValues_agree(double z, double expected) {
    assertEquals(expected, Normal.cdf(z), 1e-14 + 1e-12 * expected);
  }

  /** Both forms, and where they change over: 2 for the ratio of Mills, 3 for the cdf. */
  @Test
  void tails_overTheirRange_agreeWithASeriesOfManyDigits() {
    SplittableRandom random = new SplittableRandom(1);
    for (int k = 0; k < 120; k++) {
      double z = k < 100 ? k * 0.05 : random.nextDouble(5, 14);
      for (double at : new double[] {z, Math.nextDown(z + 0.05), random.nextDouble(0, 8)}) {
        BigDecimal exact = new BigDecimal(at);
        BigDecimal tail = ExactNormal.upperTail(exact);
        BigDecimal density = ExactNormal.density(exact);
        // The exponent of the density is rounded: its error grows with the square.
        double ulps = (2 + at * at) * 0x1p-53;
        assertRelative(density, Normal.density(at), ulps + 0x1p-51);
        assertRelative(tail, Normal.upperTail(at), Normal.MILLS_ERROR + ulps);
        BigDecimal ratio = tail.divide(density, MathContext.DECIMAL128);
        assertRelative(ratio, Normal.millsRatio(at), Normal.MILLS_ERROR);
        assertEquals(tail.doubleValue(), Normal.cdf(-at), 1e-14);
        assertEquals(1 - tail.doubleValue(), Normal.cdf(at), 1e-14);
      }
    }
  }

  private static void assertRelative(BigDecimal exact, double actual, double error) {
    assertEquals(exact.doubleValue(), actual, error * exact.doubleValue());
  }

  @Test
  void cdf_farOut_isZeroOrOne() {
    assertEquals(0, Normal.cdf(-8.6));
    assertEquals(1, Normal.cdf(8.6));
    assertEquals(0, Normal.cdf(Double.NEGATIVE_INFINITY));
    assertEquals(1, Normal.cdf(Double.POSITIVE_INFINITY));
  }

  @Test
  void quantile_ofCdf_isTheIdentity() {
    for (double z = -6; z <= 4; z += 0.1) {
      assertEquals(z, Normal.quantile(Normal.cdf(z)), 1e-9);
    }
  }

  @Test
  void roughUpperQuantile_anyShare_isWithinItsError() {
    for (double above = 0.5; above > 1e-300; above *= 0.93) {
      double z = Normal.roughUpperQuantile(above);
      assertTrue(Normal.upperTail(Math.max(0, z - Normal.ROUGH_ERROR)) >= above);
      assertTrue(Normal.upperTail(z + Normal.ROUGH_ERROR) <= above);
    }
    assertEquals(Normal.roughUpperQuantile(1e-300), Normal.roughUpperQuantile(0));
  }

  /** Where the series changes from one form to the other both must agree. */
  @Test
  void arc_bothForms_agreeWithASumOverManyPeriods() {
    for (double sigma = 0.05; sigma < 4; sigma *= 1.3) {
      for (double mean = -3; mean <= 3; mean += 0.37) {
        double sum = 0;
        for (int b = -200; b <= 200; b++) {
          double start = 0.3 + 2.0 * b;
          sum += Normal.cdf((start + 0.7 - mean) / sigma) - Normal.cdf((start - mean) / sigma);
        }
        assertEquals(sum, Normal.arc(mean, sigma, 0.3, 0.7, 2), 1e-12);
      }
    }
  }

  /** Recorded when there were three normal laws: budgets and releases follow from these bits. */
  @Test
  void bits_overAGrid_areTheReleasedBits() throws NoSuchAlgorithmException {
    assertEquals("5693fb24cef83dc5", bits(-9, 9, 1e-4, Normal::cdf));
    assertEquals("fb32b628c0b49d70", bits(-39, 39, 1e-3, Normal::density));
    assertEquals("f7b260a75218de43", bits(0, 60, 1e-3, Normal::millsRatio));
    assertEquals("625d433fb36f59d3", bits(0, 39, 1e-3, Normal::upperTail));
    assertEquals("85a8d7132a1e55b2", bits(1e-6, 0.5, 1e-5, Normal::roughUpperQuantile));
    assertEquals("fcac5644b6433a7d", bits(1e-3, 0.999, 1e-3, Normal::quantile));
    assertEquals("a611ca8d0de019ba", bits(0.01, 5, 1e-2, s -> Normal.arc(0.2, s, 0.3, 0.7, 2)));
  }

  private static String bits(double from, double to, double step, DoubleUnaryOperator function)
      throws NoSuchAlgorithmException {
    BitDigest digest = new BitDigest();
    for (int k = 0; from + k * step <= to; k++) {
      digest.add(function.applyAsDouble(from + k * step));
    }
    return digest.hex();
  }
}
