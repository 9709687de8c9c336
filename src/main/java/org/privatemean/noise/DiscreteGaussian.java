package org.privatemean.noise;

import java.math.BigInteger;
import org.privatemean.annotation.Internal;

/**
 * Discrete Gaussian on the integers, P[X = k] proportional to exp(-k^2 / (2 sigma^2)), drawn
 * exactly: Canonne, Kamath and Steinke, "The Discrete Gaussian for Differential Privacy" (2020),
 * Algorithm 3, with the power of two next to sigma as scale t of the proposal (noise.md, "The
 * samplers").
 *
 * <p><b>Privacy.</b> Added independently to every entry of an integer vector of l2 sensitivity D it
 * makes the release (D^2 / (2 sigma^2))-zCDP (Theorem 14).
 *
 * <p>No decision is made in floating point. Arithmetic is in {@code long} for sigma^2 from 2^-5 to
 * 2^51; it reads the same bits as that in {@link BigInteger}.
 */
@Internal
public final class DiscreteGaussian {

  /** Up to this number of fraction bits of |y| / t the {@code long} form fits 62 bits. */
  private static final int LONG_FRACTION_BITS = 25;

  private DiscreteGaussian() {}

  /** Draws one value of a variance of 1/1000 to 2^200. */
  public static BigInteger sample(Variance variance, BitSource bits) {
    return fractionBits(variance) <= LONG_FRACTION_BITS
        ? sampleLong(variance, bits)
        : sampleBig(variance, bits);
  }

  static BigInteger sampleLong(Variance variance, BitSource bits) {
    int proposalBits = variance.proposalBits();
    int quotientBits = 30 - fractionBits(variance);
    while (true) {
      long remainder = DiscreteLaplace.remainder(1L << proposalBits, bits);
      long quotient = DiscreteLaplace.quotient(bits);
      boolean negative = bits.nextBit();
      if (negative && quotient == 0 && remainder == 0) {
        continue;
      }
      if (quotient >>> quotientBits != 0) {
        // One proposal in 10^13 or fewer.
        BigInteger y = magnitude(BigInteger.valueOf(remainder), quotient, proposalBits);
        if (accept(variance, y, bits)) {
          return negative ? y.negate() : y;
        }
      } else {
        long y = (quotient << proposalBits) + remainder;
        if (accept(variance, y, bits)) {
          return BigInteger.valueOf(negative ? -y : y);
        }
      }
    }
  }

  /** Draws in integers of any size. */
  static BigInteger sampleBig(Variance variance, BitSource bits) {
    int proposalBits = variance.proposalBits();
    BigInteger t = BigInteger.ONE.shiftLeft(proposalBits);
    while (true) {
      BigInteger remainder = DiscreteLaplace.remainder(t, bits);
      BigInteger y = magnitude(remainder, DiscreteLaplace.quotient(bits), proposalBits);
      boolean negative = bits.nextBit();
      if (negative && y.signum() == 0) {
        continue;
      }
      if (accept(variance, y, bits)) {
        return negative ? y.negate() : y;
      }
    }
  }

  private static BigInteger magnitude(BigInteger remainder, long quotient, int proposalBits) {
    return BigInteger.valueOf(quotient).shiftLeft(proposalBits).add(remainder);
  }

  /**
   * Returns the number f of fraction bits of |y| / t and w = sigma^2 / t^2 = m / 2^ratioBits, for
   * the exponent {@code (2^f |y| / t - 2^f w)^2 / (m 2^(2f - ratioBits + 1))} of the acceptance.
   */
  private static int fractionBits(Variance variance) {
    return Math.max(variance.proposalBits(), variance.ratioBits());
  }

  private static boolean accept(Variance variance, long y, BitSource bits) {
    int f = fractionBits(variance);
    long m = variance.ratioNumerator();
    long difference = (y << (f - variance.proposalBits())) - (m << (f - variance.ratioBits()));
    return Bernoulli.expMinus(
        difference * difference, m << (2 * f - variance.ratioBits() + 1), bits);
  }

  private static boolean accept(Variance variance, BigInteger y, BitSource bits) {
    int f = fractionBits(variance);
    BigInteger m = BigInteger.valueOf(variance.ratioNumerator());
    BigInteger difference =
        y.shiftLeft(f - variance.proposalBits()).subtract(m.shiftLeft(f - variance.ratioBits()));
    return Bernoulli.expMinus(
        difference.multiply(difference), m.shiftLeft(2 * f - variance.ratioBits() + 1), bits);
  }
}
