package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.security.NoSuchAlgorithmException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.numeric.BitDigest;
import org.privatemean.numeric.Normal.GaussianExcess;

final class GaussianNormTest {
  /** Upper quantiles of chi-square, from the tables; 2 d ln 2 and so on where d is 2. */
  @ParameterizedTest
  @CsvSource({
    "1, 0.5, 0.454936, 0.02",
    "1, 0.05, 3.841459, 0.02",
    "1, 0.01, 6.634897, 0.02",
    "1, 0.001, 10.827566, 0.02",
    "2, 0.5, 1.386294, 0.015",
    "2, 0.05, 5.991465, 0.015",
    "2, 0.001, 13.815511, 0.015",
    "10, 0.5, 9.341818, 0.004",
    "10, 0.05, 18.307038, 0.004",
    "10, 0.01, 23.209251, 0.004",
    "10, 0.001, 29.588298, 0.004",
    "100, 0.5, 99.334129, 0.001",
    "100, 0.05, 124.342113, 0.001",
    "100, 0.01, 135.806723, 0.001",
    "100, 0.001, 149.449253, 0.001",
    "1000, 0.01, 1106.969, 0.001",
    "1000, 0.001, 1143.917, 0.001"
  })
  void quantile_knownChiSquares_isWithinItsPrecision(
      int dimension, double above, double square, double precision) {
    double expected = Math.sqrt(square / dimension);
    assertEquals(1, GaussianNorm.quantile(dimension, above) / expected, precision);
  }

  /** Against an integral over the density of the norm, where that and the quantile are precise. */
  @ParameterizedTest
  @ValueSource(ints = {10, 100, 5000})
  void above_norms_isTheShareOfTheIntegral(int dimension) {
    for (double z = 0.1; z < 3; z += 0.1) {
      double norm = 1 + z / Math.sqrt(2.0 * dimension);
      double share = GaussianExcess.compute(dimension, norm * Math.sqrt(dimension)).share();
      assertEquals(1, GaussianNorm.upperQuantile(dimension, norm) / share, 0.05);
    }
  }

  @Test
  void above_ofAQuantile_isItsShare() {
    for (int dimension = 1; dimension <= 1 << 20; dimension *= 4) {
      for (double share = 0.01; share < 0.5; share += 0.03) {
        double norm = GaussianNorm.quantile(dimension, share);
        assertEquals(share, GaussianNorm.upperQuantile(dimension, norm), 1e-9);
      }
    }
  }

  /** Recorded before normal laws and searches were made one: budgets follow from these bits. */
  @Test
  void bits_overAGrid_areTheReleasedBits() throws NoSuchAlgorithmException {
    BitDigest digest = new BitDigest();
    for (int dimension = 1; dimension <= 1 << 20; dimension *= 2) {
      for (int k = 1; k <= 100; k++) {
        digest.add(GaussianNorm.quantile(dimension, k * 0.005));
        digest.add(GaussianNorm.upperQuantile(dimension, 1 + k * 0.01));
      }
    }
    assertEquals("b4cbe49115ef5811", digest.hex());
  }
}
