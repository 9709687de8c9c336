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

  private DiscreteLaplace() {}

  /** Draws one value of scale numerator / denominator, both at least 1. */
  public static BigInteger sample(long numerator, long denominator, BitSource bits) {
    checkPositive("numerator", numerator);
    checkPositive("denominator", denominator);
    return sample(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator), bits);
  }

  static BigInteger sample(BigInteger numerator, BigInteger denominator, BitSource bits) {
    boolean small = numerator.bitLength() <= Bernoulli.LONG_BITS;
    while (true) {
      BigInteger remainder =
          small
              ? BigInteger.valueOf(remainder(numerator.longValue(), bits))
              : remainder(numerator, bits);
      BigInteger quotient = BigInteger.valueOf(quotient(bits));
      BigInteger magnitude = numerator.multiply(quotient).add(remainder).divide(denominator);
      boolean negative = bits.nextBit();
      // One of the two signs of zero is drawn again, so that zero has the weight of one value.
      if (!negative || magnitude.signum() != 0) {
        return negative ? magnitude.negate() : magnitude;
      }
    }
  }

  /**
   * Draws the remainder u of a magnitude k, P[k] proportional to exp(-k / t), on division by t:
   * P[u] is proportional to exp(-u / t), independent of the quotient.
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

  private static void checkPositive(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be at least 1, but was " + value);
    }
  }
}
