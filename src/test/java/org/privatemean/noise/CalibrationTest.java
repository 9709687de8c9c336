package org.privatemean.noise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;
import org.privatemean.noise.Variance.Calibration;
import org.privatemean.numeric.MonotoneSearch;
import org.privatemean.numeric.Normal;
import org.privatemean.privacy.Conversions;

@Promise("noise for (epsilon, delta) is as good as continuous Gaussian noise")
class CalibrationTest {
  /** Probabilities of the noise for a squared sensitivity of 1, from -reach to reach. */
  private static double[] law(double variance) {
    int reach = (int) Math.ceil(12 * Math.sqrt(variance));
    double[] law = new double[2 * reach + 1];
    double total = 0;
    for (int i = 0; i < law.length; i++) {
      double k = i - reach;
      law[i] = Math.exp(-k * k / (2 * variance));
      total += law[i];
    }
    for (int i = 0; i < law.length; i++) {
      law[i] /= total;
    }
    return law;
  }

  private static double variance(Calibration calibration, double rho) {
    return calibration.variance(BigInteger.ONE, rho).doubleValue();
  }

  /** The largest difference of neighbours among the normal quantiles of the distribution. */
  private static double largestStep(double variance) {
    double[] law = law(variance);
    double largest = 0;
    double above = 0;
    double previous = Double.NaN;
    for (int i = law.length - 1; i >= law.length / 2; i--) {
      above += law[i];
      double tail = above;
      double quantile = MonotoneSearch.halveAll(-1, 12, z -> Normal.upperTail(z) > tail).middle();
      if (tail > 1e-25 && !Double.isNaN(previous)) {
        largest = Math.max(largest, previous - quantile);
      }
      previous = quantile;
    }
    return largest;
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 1.3, 2, 3, 5, 10, 30, 100})
  void variance_gaussian_stepsAreThoseOfContinuousNoise(double v) {
    double step = 1 / Math.sqrt(v);
    double gaussian = largestStep(variance(Calibration.GAUSSIAN, 0.5 / v));
    assertTrue(gaussian <= step * (1 + 1e-9), gaussian + " above " + step);
    // The noise is hardly more than is needed, and that of zCDP alone would not do.
    assertTrue(gaussian >= step * (1 - 0.006 / (v * v)), gaussian + " far below " + step);
    assertTrue(largestStep(variance(Calibration.ZCDP, 0.5 / v)) >= step * (1 + 0.03 / v));
  }

  /** Returns the exact delta of a number of counts that all change by 1. */
  private static double delta(double variance, int counts, double epsilon) {
    double[] one = law(variance);
    double[] sum = {1};
    for (int i = 0; i < counts; i++) {
      double[] next = new double[sum.length + one.length - 1];
      for (int a = 0; a < sum.length; a++) {
        for (int b = 0; b < one.length; b++) {
          next[a + b] += sum[a] * one[b];
        }
      }
      sum = next;
    }
    double delta = 0;
    for (int i = 0; i < sum.length; i++) {
      // The loss of (k_1, ..., k_m) depends on their sum alone.
      double loss = (2.0 * (i - sum.length / 2) + counts) / (2 * variance);
      delta += sum[i] * Math.max(0, -Math.expm1(epsilon - loss));
    }
    return delta;
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 4", "2, 8", "5, 20"})
  void variance_gaussian_composedDeltaKeepsTheCurve(double v, int counts) {
    double noise = variance(Calibration.GAUSSIAN, 0.5 / v);
    double less = variance(Calibration.ZCDP, 0.5 / v);
    double multiplier = Math.sqrt(v / counts);
    boolean isFound = false;
    for (double epsilon = 0; epsilon < 20; epsilon += 0.05) {
      double allowed = Conversions.gaussianDeltaUp(multiplier, epsilon);
      if (allowed > 1e-12) {
        assertTrue(delta(noise, counts, epsilon) <= allowed * (1 + 1e-9), "at " + epsilon);
        isFound |= delta(less, counts, epsilon) > allowed * (1 + 1e-6);
      }
    }
    assertTrue(isFound, "the variance of zCDP alone breaks the curve");
  }

  @Test
  void variance_gaussian_isAboveThatOfZcdpByOneTwelfth() {
    assertEquals(12.0 / 11, variance(Calibration.GAUSSIAN, 0.5), 1e-5);
    assertEquals(100 + 1.0 / 12, variance(Calibration.GAUSSIAN, 0.005), 1e-3);
    BigInteger lattice = BigInteger.ONE.shiftLeft(42);
    assertEquals(
        Calibration.ZCDP.variance(lattice, 0.3).doubleValue(),
        Calibration.GAUSSIAN.variance(lattice, 0.3).doubleValue(),
        Math.scalb(1.0, 42 - 20));
  }

  @Test
  void variance_hugeBudget_isTheLeastProvedVariance() {
    assertEquals(variance(Calibration.GAUSSIAN, 0.5), variance(Calibration.GAUSSIAN, 1e9));
    assertEquals(variance(Calibration.ZCDP, 499), variance(Calibration.ZCDP, 1e9));
    assertTrue(Calibration.GAUSSIAN.variance(BigInteger.TEN, 1e9).doubleValue() > 1);
  }
}
