package org.privatemean.numeric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.numeric.Normal.GaussianExcess;

final class GaussianExcessTest {
  /** Two-sided tails of the normal distribution. */
  @ParameterizedTest
  @CsvSource({"0, 1", "0.6744897502, 0.5", "1.959963985, 0.05", "3.290526731, 0.001"})
  void of_oneCoordinate_hasTheTailsOfTheNormalDistribution(double norm, double above) {
    GaussianExcess excess = GaussianExcess.compute(1, norm);
    double density = Math.sqrt(2 / Math.PI) * Math.exp(-norm * norm / 2);
    assertEquals(1, excess.share() / above, 1e-4);
    assertEquals(density - norm * above, excess.mean(), 1e-4);
    assertEquals((1 + norm * norm) * above - norm * density, excess.square(), 1e-4);
    assertEquals(excess.share(), excess.takenBack(1));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 2, 4})
  void of_twoCoordinates_hasTheTailsOfRayleigh(double norm) {
    GaussianExcess excess = GaussianExcess.compute(2, norm);
    double above = Math.exp(-norm * norm / 2);
    assertEquals(1, excess.share() / above, 1e-4);
    assertEquals(1, (excess.square() / 2 + norm * excess.mean()) / above, 1e-4);
  }

  @ParameterizedTest
  @CsvSource({"3, 1.5", "20, 5", "200, 14"})
  void of_moreCoordinates_isTheMeanOverGaussianVectors(int dimension, double norm) {
    GaussianExcess excess = GaussianExcess.compute(dimension, norm);
    SplittableRandom random = new SplittableRandom(dimension);
    int draws = 40_000;
    double[] sums = new double[4];
    for (int k = 0; k < draws; k++) {
      double square = 0;
      for (int j = 0; j < dimension; j++) {
        double x = random.nextGaussian();
        square += x * x;
      }
      double over = Math.max(0, Math.sqrt(square) - norm);
      sums[0] += over > 0 ? 1.0 / draws : 0;
      sums[1] += over / Math.sqrt(square) / draws;
      sums[2] += over / draws;
      sums[3] += over * over / draws;
    }
    assertEquals(1, sums[0] / excess.share(), 0.05);
    assertEquals(1, sums[1] / excess.shrinkage(), 0.05);
    assertEquals(1, sums[2] / excess.mean(), 0.05);
    assertEquals(1, sums[3] / excess.square(), 0.1);
  }

  @Test
  void of_extremes_isFinite() {
    assertEquals(0, GaussianExcess.compute(5, 1e6).square());
    GaussianExcess many = GaussianExcess.compute(1 << 22, Math.sqrt(1 << 22));
    assertEquals(0.5, many.share(), 0.001);
    assertTrue(many.takenBack(1 << 22) < 1e-3);
    assertEquals(1, GaussianExcess.compute(3, 0).takenBack(3), 1e-9);
  }
}
