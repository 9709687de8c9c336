package org.privatemean.noise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;

@Promise("discrete Laplace noise has its exact probabilities")
class DiscreteLaplaceTest {

  private static final int DRAWS = 1_000_000;

  private static IntToDoubleFunction probability(double scale) {
    double q = Math.exp(-1 / scale);
    return k -> (1 - q) / (1 + q) * Math.pow(q, k);
  }

  private static boolean fits(long numerator, long denominator, double scale, int stream) {
    BitSource bits = NoiseKey.fromSeed(31).substream(stream, 0, 0);
    return GoodnessOfFit.fits(
        probability(scale), () -> DiscreteLaplace.sample(numerator, denominator, bits), DRAWS);
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "2, 1", "10, 1", "1, 3", "100, 1", "22, 7"})
  void sample_anyScale_fitsExactProbabilities(int numerator, int denominator) {
    double scale = (double) numerator / denominator;
    assertTrue(fits(numerator, denominator, scale, 1));
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({"1, 2", "2, 1", "10, 1", "1, 3", "100, 1", "22, 7"})
  void sample_scaleFivePercentOff_isRejected(int numerator, int denominator) {
    double scale = (double) numerator / denominator;
    assertFalse(fits(105L * numerator, 100L * denominator, scale, 2));
    assertFalse(fits(95L * numerator, 100L * denominator, scale, 3));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 7, 1048576, 18014398509481983L})
  void remainder_longAndBigInteger_agreeBitForBit(long scale) {
    NoiseKey key = NoiseKey.fromSeed(32);
    BigInteger wide = BigInteger.valueOf(scale);
    for (int i = 0; i < 3000; i++) {
      BitSource one = key.substream(0, 0, i);
      BitSource other = key.substream(0, 0, i);
      BigInteger drawn = BigInteger.valueOf(DiscreteLaplace.remainder(scale, one));
      assertEquals(drawn, DiscreteLaplace.remainder(wide, other));
      assertEquals(one.nextBits(63), other.nextBits(63));
    }
  }

  @Test
  void sample_quotientTooLargeForLong_isExact() {
    // Remainder 0 kept; 300 times the coin exp(-1) true (one in two, not one in three), then false;
    // sign +.
    String script =
        "0".repeat(53)
            + "1".repeat(8)
            + ("0".repeat(8) + "1".repeat(8)).repeat(300)
            + "1".repeat(8)
            + "0";
    long scale = 1L << 53;
    BitSource none = NoiseKey.fromSeed(33).substream(0, 0, 0);
    assertEquals(
        BigInteger.valueOf(scale).multiply(BigInteger.valueOf(300)),
        DiscreteLaplace.sample(scale, 1, new ScriptedBits(script, none)));
  }

  @Test
  void sample_scaleAboveLong_hasItsMeanMagnitude() {
    BigInteger scale = BigInteger.ONE.shiftLeft(90);
    BitSource bits = NoiseKey.fromSeed(34).substream(0, 0, 0);
    int n = 100_000;
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += DiscreteLaplace.sample(scale, BigInteger.ONE, bits).abs().doubleValue();
    }
    // |X| / scale is exponential: mean 1, variance 1. A scale 5 % off is 15 standard deviations
    // away.
    assertEquals(1, sum / n / 0x1p90, 4.9 / Math.sqrt(n));
  }

  @Test
  void sample_badScale_isRefused() {
    BitSource bits = NoiseKey.fromSeed(35).substream(0, 0, 0);
    assertThrows(IllegalArgumentException.class, () -> DiscreteLaplace.sample(0, 1, bits));
    assertThrows(IllegalArgumentException.class, () -> DiscreteLaplace.sample(1, -1, bits));
  }
}
