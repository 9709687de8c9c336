package org.privatemean.release;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NoiseTest {
  @Test
  void of_aDeviation_givesTheRootMeanSquareNorm() {
    Noise report = Noise.of(16, 0.5, 7);
    assertEquals(0.5, report.noiseStdDev());
    assertEquals(2, report.expectedL2Error());
    assertEquals(7, report.clippingBiasBound());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 10, 100, 1000})
  void radius_ofGaussianNoise_holdsAtItsConfidenceAndIsNotLoose(int dimension) {
    double radius = Noise.of(dimension, 3, 0).radius(dimension, 0.95);
    SplittableRandom random = new SplittableRandom(dimension);
    int runs = 4000;
    int outside = 0;
    int outsideTighter = 0;
    for (int run = 0; run < runs; run++) {
      double square = 0;
      for (int j = 0; j < dimension; j++) {
        double x = 3 * random.nextGaussian();
        square += x * x;
      }
      outside += Math.sqrt(square) > radius ? 1 : 0;
      outsideTighter += Math.sqrt(square) > radius / 2 ? 1 : 0;
    }
    // At most 5 % of 4000, plus 4.9 standard deviations: alpha 1e-6.
    assertTrue(outside <= 268, "outside the radius " + outside + " times");
    assertTrue(outsideTighter > 268, "half the radius would do as well");
  }

  @Test
  void of_deviationsThatAreAllTheSame_isTheReportOfOne() {
    double[] same = new double[7];
    Arrays.fill(same, 0.3);
    Noise one = Noise.of(7, 0.3, 1);
    Noise all = Noise.of(same, 1);
    assertEquals(one.noiseStdDev(), all.noiseStdDev(), 1e-15);
    assertEquals(one.expectedL2Error(), all.expectedL2Error(), 1e-15);
    assertEquals(one.radius(7, 0.95), all.radius(7, 0.95), 1e-15);
    assertEquals(0, Noise.of(new double[3], 1).radius(3, 0.95));
  }

  /** Deviations from 1 down to {@code 1 / power^(d - 1)}, at any scale. */
  @ParameterizedTest
  @CsvSource({"2, 1.5, 1", "3, 10, 1e100", "30, 1.1, 1e-100", "300, 1.02, 1", "50, 1, 1e-140"})
  void radius_ofUnequalGaussianNoise_holdsAtItsConfidenceAndIsNotLoose(
      int dimension, double power, double scale) {
    double[] deviations = new double[dimension];
    Arrays.setAll(deviations, j -> scale * Math.pow(power, -j));
    Noise report = Noise.of(deviations, 0);
    double radius = report.radius(dimension, 0.95);
    SplittableRandom random = new SplittableRandom(dimension);
    int runs = 4000;
    int outside = 0;
    int outsideTighter = 0;
    double squares = 0;
    for (int run = 0; run < runs; run++) {
      double square = 0;
      for (double deviation : deviations) {
        double x = deviation / scale * random.nextGaussian();
        square += x * x;
      }
      squares += square / runs;
      outside += Math.sqrt(square) > radius / scale ? 1 : 0;
      outsideTighter += Math.sqrt(square) > 0.5 * radius / scale ? 1 : 0;
    }
    assertEquals(1, report.expectedL2Error() / scale / Math.sqrt(squares), 0.1);
    assertEquals(
        report.noiseStdDev() * Math.sqrt(dimension),
        report.expectedL2Error(),
        1e-12 * report.expectedL2Error());
    assertTrue(outside <= 268, "outside the radius " + outside + " times");
    assertTrue(outsideTighter > 268, "half the radius would do as well");
  }

  @Test
  void plus_countAndClipping_addUpInSquares() {
    Noise report = Noise.of(16, 0.5, 7);
    Noise more = report.plus(3, 6);
    assertEquals(3, more.countStdDev());
    assertEquals(7, more.expectedL2Error(), 1e-12);
    assertEquals(0.5, more.noiseStdDev());
    assertEquals(report, report.plus(0, 0));
    assertEquals(report.radius(16, 0.95), report.plus(0, 6).radius(16, 0.95));
    assertEquals(more.radius(16, 0.95), report.plus(3, 0).radius(16, 0.95));
  }

  /** Union bound: each part has half of the failure probability. */
  @ParameterizedTest
  @CsvSource({"0.95, 2.241403", "0.5, 1.150349", "0.99, 2.807034", "0.999998, 4.891638"})
  void l2Radius_withACount_addsItsNormalQuantile(double confidence, double quantile) {
    double[] noise = {0.5};
    double alone = Noise.l2Radius(noise, 0, 16, (1 + confidence) / 2);
    double both = Noise.l2Radius(noise, 3, 16, confidence);
    assertEquals(quantile, (both - alone) / 3, 1e-3);
    assertTrue(both - alone >= 3 * quantile, "the quantile is rounded down");
  }

  @Test
  void ofZeroVector_hasNoNoise() {
    Noise report = Noise.forZeroVector(9);
    assertArrayEquals(new double[1], report.deviations());
    assertEquals(0, report.noiseStdDev());
    assertEquals(0, report.countStdDev());
    assertEquals(9, report.expectedL2Error());
    assertEquals(0, report.radius(4, 0.95));
    assertEquals(OptionalDouble.empty(), report.clippingNorm());
    assertEquals(9, report.clippingBiasBound());
  }
}
