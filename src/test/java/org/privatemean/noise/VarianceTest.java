package org.privatemean.noise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VarianceTest {

  private static Variance roundUp(long numerator, long denominator) {
    return Variance.roundUp(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator));
  }

  @Test
  void roundUp_fewSignificantBits_isExact() {
    assertEquals("100", roundUp(100, 1).toString());
    assertEquals("1/2^1", roundUp(1, 2).toString());
    assertEquals("1/2^1", roundUp(50, 100).toString());
    assertEquals("3/2^4", roundUp(3, 16).toString());
    assertEquals("2097151", roundUp(2097151, 1).toString());
    assertEquals(
        Math.scalb(1.0, 200),
        Variance.roundUp(BigInteger.ONE.shiftLeft(200), BigInteger.ONE).doubleValue());
  }

  @Test
  void roundUp_otherValues_isNextAbove() {
    assertEquals("699051/2^21", roundUp(1, 3).toString());
    assertEquals("2097154", roundUp(2097153, 1).toString());
    assertEquals("1048577", roundUp(10_485_761, 10).toString());
  }

  @Test
  void roundUp_anyRatio_isAboveByLessThanTheLastBit() {
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      BigInteger a = new BigInteger(1 + random.nextInt(150), random).add(BigInteger.ONE);
      BigInteger b = new BigInteger(1 + random.nextInt(60), random).add(BigInteger.ONE);
      if (a.multiply(BigInteger.valueOf(1000)).compareTo(b) < 0) {
        continue;
      }
      Variance variance = Variance.roundUp(a, b);
      BigInteger left = variance.numerator().multiply(b);
      BigInteger right = a.shiftLeft(variance.shift());
      assertTrue(left.compareTo(right) >= 0);
      // (left - right) / right <= 2^-20
      assertTrue(left.subtract(right).shiftLeft(20).compareTo(right) <= 0);
      assertTrue(variance.shift() == 0 || variance.numerator().testBit(0));
      int significant = variance.numerator().bitLength() - variance.numerator().getLowestSetBit();
      assertTrue(significant <= 21);
      assertEquals(
          0,
          new BigDecimal(variance.doubleValue())
              .multiply(new BigDecimal(BigInteger.ONE.shiftLeft(variance.shift())))
              .compareTo(new BigDecimal(variance.numerator())));
    }
  }

  @Test
  void roundUp_anyRatio_hasProposalNextToSigma() {
    Random random = new Random(2);
    for (int i = 0; i < 20_000; i++) {
      Variance variance =
          roundUp(1 + (random.nextLong() >>> (1 + random.nextInt(60))), 1 + random.nextInt(50));
      double t = Math.scalb(1.0, variance.proposalBits());
      double ratio = variance.doubleValue() / t / t;
      assertEquals(ratio, Math.scalb((double) variance.ratioNumerator(), -variance.ratioBits()));
      assertTrue(variance.ratioBits() >= 0);
      assertTrue(ratio <= 2);
      assertTrue(ratio > 0.5 || variance.proposalBits() == 0);
    }
  }

  @Test
  void roundUp_outOfRange_isRefused() {
    assertThrows(IllegalArgumentException.class, () -> roundUp(0, 1));
    assertThrows(IllegalArgumentException.class, () -> roundUp(1, 0));
    assertThrows(IllegalArgumentException.class, () -> roundUp(-1, 1));
    assertThrows(IllegalArgumentException.class, () -> roundUp(999_999, 1_000_000_000));
    BigInteger max = BigInteger.ONE.shiftLeft(200);
    assertThrows(
        IllegalArgumentException.class,
        () -> Variance.roundUp(max.add(BigInteger.ONE), BigInteger.ONE));
    assertEquals(1e-3, roundUp(1, 1000).doubleValue(), 1e-9);
  }

  @Test
  void forRho_dyadicRho_isExact() {
    assertEquals(roundUp(100, 1), Variance.forRho(BigInteger.valueOf(100), 0.5));
    assertEquals(roundUp(1, 2), Variance.forRho(BigInteger.ONE, 1));
    assertEquals(roundUp(4, 1), Variance.forRho(BigInteger.ONE, 0.125));
  }

  @Test
  void forRho_otherRho_takesTheDoubleExactly() {
    // The double nearest to 0.1 is a little more than 0.1, so 5 is enough and a decimal reading
    // would agree; the double nearest
    // to 0.3 is a little less than 0.3, so 9 / 0.6 = 15 is not enough.
    assertEquals("5", Variance.forRho(BigInteger.ONE, 0.1).toString());
    assertTrue(Variance.forRho(BigInteger.valueOf(9), 0.3).doubleValue() > 15);
  }

  @Test
  void forRho_anyRho_costsAtMostRho() {
    Random random = new Random(3);
    for (int i = 0; i < 5000; i++) {
      double rho = Math.exp(10 * random.nextGaussian() - 10);
      BigInteger squared = new BigInteger(70, random).add(BigInteger.ONE.shiftLeft(40));
      if (squared.doubleValue() / rho < 0.1) {
        continue;
      }
      Variance variance = Variance.forRho(squared, rho);
      // squared 2^shift <= 2 rho numerator
      BigDecimal spent = new BigDecimal(squared.shiftLeft(variance.shift()));
      BigDecimal allowed =
          new BigDecimal(variance.numerator())
              .multiply(new BigDecimal(rho))
              .multiply(BigDecimal.valueOf(2));
      assertTrue(spent.compareTo(allowed) <= 0);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY, 1e-300, 1e300})
  void forRho_badRho_isRefused(double rho) {
    assertThrows(IllegalArgumentException.class, () -> Variance.forRho(BigInteger.ONE, rho));
  }

  @Test
  void equals_sameValue_isTrue() {
    assertEquals(roundUp(1, 4), roundUp(25, 100));
    assertEquals(roundUp(1, 4).hashCode(), roundUp(25, 100).hashCode());
    assertNotEquals(roundUp(1, 4), roundUp(1, 2));
    assertNotEquals(roundUp(1, 4), roundUp(1, 1));
    assertFalse(roundUp(1, 4).equals(null));
  }

  @Test
  void standardDeviation_isTheRoot() {
    assertEquals(10, roundUp(100, 1).standardDeviation());
    assertEquals(0.5, roundUp(1, 4).standardDeviation());
  }
}
