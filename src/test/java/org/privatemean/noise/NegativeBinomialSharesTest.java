package org.privatemean.noise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.function.IntToDoubleFunction;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shares of many users add up to the noise of one curator. */
class NegativeBinomialSharesTest {
  private static final int DRAWS = 100_000;

  private static Supplier<BigInteger> sumOf(int users, Supplier<BigInteger> share) {
    return () -> {
      BigInteger sum = BigInteger.ZERO;
      for (int i = 0; i < users; i++) {
        sum = sum.add(share.get());
      }
      return sum;
    };
  }

  private static IntToDoubleFunction laplace(double rate) {
    return k -> Math.tanh(rate / 2) * Math.exp(-rate * Math.abs(k));
  }

  /** By P(k) = sum_j P(Poisson = j) P(Poisson = j + k). */
  private static IntToDoubleFunction skellam(double variance) {
    double mean = variance / 2;
    double[] p = new double[2000];
    p[0] = Math.exp(-mean);
    for (int k = 1; k < p.length; k++) {
      p[k] = p[k - 1] * mean / k;
    }
    return k -> {
      double sum = 0;
      for (int j = 0; j + Math.abs(k) < p.length; j++) {
        sum += p[j] * p[j + Math.abs(k)];
      }
      return sum;
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 20})
  void polya_sumOfAllShares_isDiscreteLaplace(int users) {
    BitSource bits = NoiseKey.fromSeed(80).substream(2, users, 0);
    Polya share = Polya.share(users, 0.7);
    assertTrue(GoodnessOfFit.fits(laplace(0.7), sumOf(users, () -> share.sample(bits)), DRAWS));
  }

  @Test
  void polya_oneShareMissing_isRejected() {
    BitSource bits = NoiseKey.fromSeed(80).substream(3, 0, 0);
    Polya share = Polya.share(7, 0.7);
    assertFalse(GoodnessOfFit.fits(laplace(0.7), sumOf(6, () -> share.sample(bits)), DRAWS));
  }

  @Test
  void polya_variance_isThatOfTheLaplaceLawByShares() {
    double a = Math.exp(-0.7);
    assertEquals(2 * a / (1 - a) / (1 - a), 9 * Polya.share(9, 0.7).variance(), 1e-5);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10})
  void skellam_sumOfAllShares_isSkellam(int users) {
    BitSource bits = NoiseKey.fromSeed(81).substream(2, users, 0);
    Skellam share = Skellam.share(6.5, users);
    Supplier<BigInteger> sum = sumOf(users, () -> BigInteger.valueOf(share.sample(bits)));
    assertTrue(GoodnessOfFit.fits(skellam(6.5), sum, DRAWS));
    assertEquals(6.5, users * share.variance(), 1e-12);
  }

  @Test
  void skellam_varianceTenPercentOff_isRejected() {
    BitSource bits = NoiseKey.fromSeed(81).substream(3, 0, 0);
    Skellam share = Skellam.share(6.5 * 1.1, 10);
    Supplier<BigInteger> sum = sumOf(10, () -> BigInteger.valueOf(share.sample(bits)));
    assertFalse(GoodnessOfFit.fits(skellam(6.5), sum, DRAWS));
  }
}
