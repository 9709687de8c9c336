package org.privatemean.noise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExponentialCoinTest {

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 0.7, 1, Math.PI, 16, 63.9, 1000})
  void ofAtMost_exponentOfAtLeastAHalf_isKept(double exponent) {
    assertEquals(exponent, ExponentialCoin.ofAtMost(exponent).exponent());
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-300, 0.001, 0.1, 0.3, 0.49999})
  void ofAtMost_smallExponent_isRoundedDownByLessThanAUnit(double exponent) {
    double rounded = ExponentialCoin.ofAtMost(exponent).exponent();
    assertTrue(rounded <= exponent && exponent - rounded < 0x1p-53, exponent + " to " + rounded);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1e-300, 1000.0000001, Double.NaN, Double.POSITIVE_INFINITY})
  void ofAtMost_outOfRange_isRefused(double exponent) {
    assertThrows(IllegalArgumentException.class, () -> ExponentialCoin.ofAtMost(exponent));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 1, 2.5})
  void toss_manyTosses_hasItsShareAndNotThatOfAnotherExponent(double exponent) {
    int n = 1_000_000;
    BitSource bits = NoiseKey.fromSeed(51).substream(1, 0, (int) (10 * exponent));
    ExponentialCoin coin = ExponentialCoin.ofAtMost(exponent);
    int heads = 0;
    for (int i = 0; i < n; i++) {
      heads += coin.toss(bits) ? 1 : 0;
    }
    assertTrue(isNear(heads, n, Math.exp(-exponent)));
    assertFalse(isNear(heads, n, Math.exp(-1.05 * exponent)));
  }

  /** Within 4.9 standard deviations: two-sided significance 1e-6. */
  private static boolean isNear(int heads, int n, double p) {
    return Math.abs(heads - n * p) <= 4.9 * Math.sqrt(n * p * (1 - p));
  }

  @Test
  void toss_exponentZero_isAlwaysTrue() {
    BitSource bits = NoiseKey.fromSeed(52).substream(0, 0, 0);
    ExponentialCoin coin = ExponentialCoin.ofAtMost(0);
    for (int i = 0; i < 1000; i++) {
      assertTrue(coin.toss(bits));
    }
  }
}
