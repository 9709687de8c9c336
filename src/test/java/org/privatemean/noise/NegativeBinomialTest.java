package org.privatemean.noise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NegativeBinomialTest {
  private static final int DRAWS = 200_000;

  /** P[X = k], k = 0, 1, ..., by the recursion p(k) = p(k - 1) a (r + k - 1) / k. */
  private static double[] probabilities(double shape, double rate, int size) {
    double a = Math.exp(-rate);
    double[] p = new double[size];
    p[0] = Math.pow(1 - a, shape);
    for (int k = 1; k < size; k++) {
      p[k] = p[k - 1] * a * (shape + k - 1) / k;
    }
    return p;
  }

  /** Pearson's test, of values that are expected 100 times or more and of all that follow. */
  private static boolean fits(double shape, double rate, NegativeBinomial drawn, int level) {
    double[] p = probabilities(shape, rate, 5000);
    int last = 0;
    double inside = p[0];
    while (DRAWS * p[last + 1] >= 100) {
      last++;
      inside += p[last];
    }
    double[] expected = new double[last + 2];
    for (int k = 0; k <= last; k++) {
      expected[k] = DRAWS * p[k];
    }
    expected[last + 1] = DRAWS * (1 - inside);
    long[] counts = new long[last + 2];
    BitSource bits = NoiseKey.fromSeed(77).substream(1, level, 0);
    BigInteger beyond = BigInteger.valueOf(last + 1L);
    for (int i = 0; i < DRAWS; i++) {
      counts[drawn.sample(bits).min(beyond).intValueExact()]++;
    }
    return GoodnessOfFit.fits(expected, counts);
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 1", "1, 20, 0.5", "2.5, 1, 0.1", "1, 4, 0.01", "7, 2, 3", "0.3, 1, 0.25"})
  void sample_anyShape_fitsExactProbabilities(double shape, int shares, double rate) {
    NegativeBinomial drawn = NegativeBinomial.share(shape, shares, rate);
    assertTrue(fits(shape / shares, rate, drawn, 1));
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 1", "2.5, 1, 0.1", "1, 4, 0.01", "7, 2, 3"})
  void sample_shapeOrRateOff_isRejected(double shape, int shares, double rate) {
    NegativeBinomial shaped = NegativeBinomial.share(shape * 1.1, shares, rate);
    assertFalse(fits(shape / shares, rate, shaped, 2));
    NegativeBinomial rated = NegativeBinomial.share(shape, shares, rate * 1.1);
    assertFalse(fits(shape / shares, rate, rated, 3));
  }

  @Test
  void share_anyParameters_areRoundedTowardsMoreNoise() {
    for (double rate : new double[] {0x1p-40, 1e-7, 0.3, 1, 64}) {
      for (long shares : new long[] {1, 3, 1_000_003}) {
        NegativeBinomial share = NegativeBinomial.share(1, shares, rate);
        assertTrue(share.rate() <= rate && share.rate() >= rate * (1 - 0x1p-20));
        assertTrue(share.shape() * shares >= 1 - 1e-15);
        assertEquals(1.0 / shares, share.shape(), 1e-8 / shares);
      }
    }
  }

  @Test
  void twoOverE_manyTosses_hasItsFrequency() {
    BitSource bits = NoiseKey.fromSeed(78).substream(0, 0, 0);
    int heads = 0;
    for (int i = 0; i < 1_000_000; i++) {
      heads += NegativeBinomial.twoOverE(bits) ? 1 : 0;
    }
    // 4.9 deviations of 0.00044: a coin of 0.733, the first two terms of the series, would fail.
    assertEquals(2 / Math.E, heads / 1e6, 4.9 * 0.00045);
  }

  @Test
  void moments_shapeOne_areThoseOfTheGeometricLaw() {
    NegativeBinomial geometric = NegativeBinomial.share(1, 1, 0.5);
    double a = Math.exp(-0.5);
    assertEquals(a / (1 - a), geometric.mean(), 1e-12);
    assertEquals(a / (1 - a) / (1 - a), geometric.variance(), 1e-12);
  }

  @Test
  void share_argumentOutOfRange_throws() {
    assertThrows(IllegalArgumentException.class, () -> NegativeBinomial.share(1, 1, 65));
    assertThrows(IllegalArgumentException.class, () -> NegativeBinomial.share(1, 1, 0x1p-41));
    assertThrows(IllegalArgumentException.class, () -> NegativeBinomial.share(0, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> NegativeBinomial.share(1, 0, 1));
    assertThrows(IllegalArgumentException.class, () -> NegativeBinomial.share(20_000, 1, 1));
  }
}
