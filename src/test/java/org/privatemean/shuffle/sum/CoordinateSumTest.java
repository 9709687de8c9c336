package org.privatemean.shuffle.sum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.geometry.RandomRotation;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.shuffle.message.MessageRandomizer;

class CoordinateSumTest {
  private static final ApproxDp TARGET = new ApproxDp(1, 1e-9);

  private static RandomRotation rotation(int dimension) {
    return RandomRotation.draw(dimension, NoiseKey.fromSeed(94).substream(0, 0, 0));
  }

  @Test
  void each_manyReleases_composeToTheTarget() {
    ApproxDp each = CoordinateSum.each(TARGET, 128);
    double e = each.epsilon();
    double total = Math.sqrt(2 * 128 * Math.log(2e9)) * e + 128 * e * Math.expm1(e);
    assertEquals(1, total, 1e-9);
    assertTrue(total <= 1);
    assertEquals(1e-9, 2 * 128 * each.delta(), 1e-20);
    assertEquals(1, CoordinateSum.each(TARGET, 1).epsilon());
  }

  /** 60 sums of vectors of 8 and of 6 coordinates: 4.9 deviations of what the squares add up to. */
  @ParameterizedTest
  @ValueSource(ints = {8, 6})
  void estimate_vectors_hasTheStatedError(int dimension) {
    int users = 300;
    CoordinateSum sum =
        CoordinateSum.create(users, rotation(dimension), 1 << 20, new ApproxDp(8, 1e-6), 0.01, 1);
    MessageRandomizer<long[]> randomizer = sum.randomizer(3);
    BitSource bits = NoiseKey.fromSeed(94).substream(1, 0, dimension);
    double squares = 0;
    int trials = 60;
    for (int trial = 0; trial < trials; trial++) {
      SumAnalyzer analyzer = sum.analyzer(3);
      for (int i = 0; i < users; i++) {
        long[] vector = new long[dimension];
        vector[i % dimension] = (1 << 20) - 1000L * i;
        randomizer.randomize(vector, bits, analyzer);
      }
      double[] estimate = sum.estimate(analyzer);
      for (int j = 0; j < dimension; j++) {
        double exact = 0;
        for (int i = j; i < users; i += dimension) {
          exact += (1 << 20) - 1000 * i;
        }
        squares += (estimate[j] - exact) * (estimate[j] - exact);
      }
    }
    double stated = sum.expectedError() * sum.expectedError();
    // A squared Laplace number has variance 5; in the rotated frame 8 of them are independent.
    double deviation = Math.sqrt(5.0 / (8 * trials));
    assertEquals(1, squares / trials / stated, 4.9 * deviation);
  }

  /** What composing over coordinates costs, beside one release of the vector. */
  @Test
  void expectedError_besideOneRelease_isManyTimesAsMuch() {
    long norm = 1L << 20;
    double distance = SplitAndMix.distance(1, 0.5e-9);
    for (int dimension : new int[] {8, 128}) {
      CoordinateSum scalar =
          CoordinateSum.create(100_000, rotation(dimension), norm, TARGET, 0.01, 1);
      VectorSum vector = VectorSum.forRatio(100_000, dimension, norm, 34.7, distance, 1);
      double ratio = scalar.expectedError() / vector.expectedError();
      assertTrue(ratio > 4 && ratio < 14, "ratio " + ratio);
    }
  }

  @Test
  void of_argumentOutOfRange_throws() {
    RandomRotation rotation = rotation(4);
    assertThrows(
        IllegalArgumentException.class,
        () -> CoordinateSum.create(100, rotation, 0, TARGET, 0.01, 1));
    assertThrows(
        IllegalArgumentException.class, () -> CoordinateSum.create(100, rotation, 9, TARGET, 0, 1));
    assertThrows(
        IllegalArgumentException.class,
        () -> CoordinateSum.create(100, rotation, 9, new ApproxDp(0, 0.1), 0.01, 1));
  }
}
