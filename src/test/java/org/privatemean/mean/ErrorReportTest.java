package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ErrorReportTest {
  @Test
  void of_aDeviation_givesTheRootMeanSquareNorm() {
    ErrorReport report = ErrorReport.of(16, 0.5, 7);
    assertEquals(0.5, report.noiseStdDev());
    assertEquals(2, report.expectedL2Error());
    assertEquals(0.95, report.confidence());
    assertEquals(7, report.clippingBiasBound());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 10, 100, 1000})
  void radius_ofGaussianNoise_holdsAtItsConfidenceAndIsNotLoose(int dimension) {
    ErrorReport report = ErrorReport.of(dimension, 3, 0);
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
      outside += Math.sqrt(square) > report.radius() ? 1 : 0;
      outsideTighter += Math.sqrt(square) > report.radius() / 2 ? 1 : 0;
    }
    // At most 5 % of 4000, plus 4.9 standard deviations: alpha 1e-6.
    Assertions.assertTrue(outside <= 268, "outside the radius " + outside + " times");
    Assertions.assertTrue(outsideTighter > 268, "half the radius would do as well");
  }

  @Test
  void ofZeroVector_hasNoNoise() {
    ErrorReport report = ErrorReport.ofZeroVector(9);
    assertEquals(new ErrorReport(List.of(0.0), 0, 9, 0.95, 0, 9), report);
  }
}
