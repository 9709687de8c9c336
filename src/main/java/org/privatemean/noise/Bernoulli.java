package org.privatemean.noise;

import java.math.BigInteger;
import org.privatemean.annotation.Internal;

/**
 * Exact Bernoulli draws: true with probability a/b, or exp(-a/b), for integers a and b, or with the
 * probability given by a double. A uniform number, read eight bits at a time, is compared with the
 * probability; the {@code long} and {@link BigInteger} forms read the same bits.
 */
@Internal
public final class Bernoulli {

  private static final int CHUNK = 8;
  private static final int WORD = 32;

  /** Products of the {@code long} forms fit 63 bits up to this size of a denominator. */
  static final int LONG_BITS = 62 - CHUNK;

  private Bernoulli() {}

  /**
   * Returns true with exactly the probability given by a double in [0, 1], read 32 bits at a time.
   * If a guarantee depends on it, the caller must have rounded it in the safe direction.
   */
  public static boolean sample(double probability, BitSource bits) {
    double rest = probability;
    while (rest > 0 && rest < 1) {
      // A double times a power of two, and its integer part, are exact.
      rest *= 0x1p32;
      double digit = Math.floor(rest);
      long read = bits.nextBits(WORD);
      if (read != (long) digit) {
        return read < digit;
      }
      rest -= digit;
    }
    return rest >= 1;
  }

  /** Returns true with probability a/b, {@code 0 <= a <= b}, b below 2^{@value #LONG_BITS}. */
  public static boolean ratio(long a, long b, BitSource bits) {
    // Invariant: U is uniform on an interval, and a share rest/b of it lies below p.
    long rest = a;
    while (true) {
      long scaled = rest << CHUNK;
      long below = bits.nextBits(CHUNK) * b;
      if (scaled <= below) {
        return false;
      }
      rest = scaled - below;
      if (rest >= b) {
        return true;
      }
    }
  }

  static boolean ratio(BigInteger a, BigInteger b, BitSource bits) {
    BigInteger rest = a;
    while (true) {
      BigInteger below = b.multiply(BigInteger.valueOf(bits.nextBits(CHUNK)));
      rest = rest.shiftLeft(CHUNK).subtract(below);
      if (rest.signum() <= 0) {
        return false;
      }
      if (rest.compareTo(b) >= 0) {
        return true;
      }
    }
  }

  /** True with probability {@code exp(-a/b)}: a from 0, b from 1, below 2^{@value #LONG_BITS}. */
  public static boolean expMinus(long a, long b, BitSource bits) {
    // exp(-x) = exp(-1) ... exp(-1) exp(-fraction): the first failure ends it, so a large x costs
    // no more than a small one.
    long rest = a;
    while (rest >= b) {
      if (!expMinusOne(bits)) {
        return false;
      }
      rest -= b;
    }
    return expMinusFraction(rest, b, bits);
  }

  static boolean expMinus(BigInteger a, BigInteger b, BitSource bits) {
    BigInteger rest = a;
    while (rest.compareTo(b) >= 0) {
      if (!expMinusOne(bits)) {
        return false;
      }
      rest = rest.subtract(b);
    }
    return expMinusFraction(rest, b, bits);
  }

  /**
   * Returns true with probability exp(-a/b), for {@code 0 <= a <= b} (Canonne, Kamath and Steinke
   * 2020, Algorithm 1; noise.md, "The samplers"). A draw of x/k is made as the two draws x and 1/k.
   */
  static boolean expMinusFraction(long a, long b, BitSource bits) {
    long k = 1;
    while (ratio(a, b, bits) && oneIn(k, bits)) {
      k++;
    }
    return (k & 1) == 1;
  }

  static boolean expMinusFraction(BigInteger a, BigInteger b, BitSource bits) {
    long k = 1;
    while (ratio(a, b, bits) && oneIn(k, bits)) {
      k++;
    }
    return (k & 1) == 1;
  }

  static boolean expMinusOne(BitSource bits) {
    long k = 2;
    while (oneIn(k, bits)) {
      k++;
    }
    return (k & 1) == 1;
  }

  private static boolean oneIn(long k, BitSource bits) {
    return k == 1 || ratio(1, k, bits);
  }
}
