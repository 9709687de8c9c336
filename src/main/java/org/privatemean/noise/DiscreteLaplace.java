package org.privatemean.noise;

import java.math.BigInteger;
import org.privatemean.annotation.Internal;

/**
 * Discrete Laplace distribution on the integers, P[X = k] proportional to exp(-|k| / scale), drawn
 * exactly: Canonne, Kamath and Steinke, "The Discrete Gaussian for Differential Privacy" (2020),
 * Algorithm 2. Arithmetic in {@code long} reads the same bits as that in {@link BigInteger}.
 *
 * <p><b>Privacy.</b> Added to an integer of sensitivity D: (D / scale)-differentially private.
 */
@Internal
public final class DiscreteLaplace {

  /** Below this number of quotients, a magnitude of the {@code long} form is below 2^62. */
  private static final long LONG_QUOTIENTS = 1L << (62 - Bernoulli.LONG_BITS);

  private DiscreteLaplace() {}

  /** Draws one value of scale numerator / denominator, both at least 1. */
  public static BigInteger sample(long numerator, long denominator, BitSource bits) {
    checkPositive("numerator", numerator);
    checkPositive("denominator", denominator);
    if (numerator >>> Bernoulli.LONG_BITS != 0) {
      return sampleBig(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator), bits);
    }
    while (true) {
      long remainder = remainder(numerator, bits);
      long quotient = quotient(bits);
      BigInteger magnitude =
          quotient < LONG_QUOTIENTS
              ? BigInteger.valueOf((quotient * numerator + remainder) / denominator)
              : magnitude(BigInteger.valueOf(numerator), quotient, BigInteger.valueOf(remainder))
                  .divide(BigInteger.valueOf(denominator));
      boolean negative = bits.nextBit();
      if (isValue(negative, magnitude)) {
        return negative ? magnitude.negate() : magnitude;
      }
    }
  }

  /** Draws in integers of any size. */
  static BigInteger sampleBig(BigInteger numerator, BigInteger denominator, BitSource bits) {
    while (true) {
      BigInteger remainder = remainder(numerator, bits);
      BigInteger magnitude = magnitude(numerator, quotient(bits), remainder).divide(denominator);
      boolean negative = bits.nextBit();
      if (isValue(negative, magnitude)) {
        return negative ? magnitude.negate() : magnitude;
      }
    }
  }

  /**
   * Draws the remainder of a magnitude k >= 0, P[k] proportional to exp(-k / t), on division by t:
   * it is independent of the quotient, and proportional to exp(-u / t) on 0 <= u < t.
   */
  static long remainder(long t, BitSource bits) {
    long u;
    do {
      u = bits.nextBelow(t);
    } while (!Bernoulli.expMinusFraction(u, t, bits));
    return u;
  }

  static BigInteger remainder(BigInteger t, BitSource bits) {
    BigInteger u;
    do {
      u = bits.nextBelow(t);
    } while (!Bernoulli.expMinusFraction(u, t, bits));
    return u;
  }

  /** Draws the quotient of such a magnitude: P[v] proportional to exp(-v), for every scale. */
  static long quotient(BitSource bits) {
    long v = 0;
    while (Bernoulli.expMinusOne(bits)) {
      v++;
    }
    return v;
  }

  private static BigInteger magnitude(BigInteger t, long quotient, BigInteger remainder) {
    return t.multiply(BigInteger.valueOf(quotient)).add(remainder);
  }

  /** Returns false for one of the two signs of zero, so that zero has the weight of one value. */
  private static boolean isValue(boolean negative, BigInteger magnitude) {
    return !negative || magnitude.signum() != 0;
  }

  private static void checkPositive(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be at least 1, but was " + value);
    }
  }
}
