package org.privatemean.noise;

import java.io.Serializable;
import java.math.BigInteger;
import org.privatemean.annotation.Internal;

/**
 * The negative binomial distribution of any shape r > 0, with probability generating function ((1 -
 * a) / (1 - a z))^r and a = exp(-rate), drawn exactly.
 *
 * <p>It is infinitely divisible: m shares of shape r / m add up to a draw of shape r, so that the
 * noise of a sum can be added by many users none of whom knows it. Shape 1 is the geometric
 * distribution, P[X = k] = (1 - a) a^k.
 *
 * <p><b>Method.</b> It is the sum of the jumps of a Poisson process whose rate of jumps of length k
 * is r a^k / k, k = 1, 2, ... With I the least integer for which 2^I rate >= 1, these are thinned
 * from a process of rate r (I + 1), r for each block [2^i, 2^(i+1)) with i below I, and r for all
 * later blocks whose j-th, j = 0, 1, ..., has 2^-(j+1) of it. In a block k is uniform. A jump is
 * kept with probability 2^i / k and, below block I, with exp(-rate k); in block I + j with
 * (2/e)^(j+1) exp(-(rate k - j - 1)), where rate k >= 2^j >= j + 1. The products are r a^k / k.
 *
 * <p><b>Exactness.</b> The rate is rounded down to 21 significant bits, and r (I + 1) / m up to a
 * multiple of 2^-52, once; for these values no decision is made in floating point and no tail is
 * cut. Both changes raise the rate of every jump, so the number drawn is one of the parameters
 * asked for and an independent one: no guarantee that rests on adding this noise is weakened.
 */
@Internal
public final class NegativeBinomial implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final int SIGNIFICANT_BITS = 21;
  private static final double SMALLEST_RATE = 0x1p-40;
  private static final double LARGEST_RATE = 64;

  private final long numerator;
  private final int shift;
  private final int blocks;
  private final Poisson jumps;

  private NegativeBinomial(long numerator, int shift, int blocks, Poisson jumps) {
    this.numerator = numerator;
    this.shift = shift;
    this.blocks = blocks;
    this.jumps = jumps;
  }

  /**
   * The distribution of one of that many equal shares.
   *
   * @param shape r of the sum of all shares, above 0
   * @param shares their number, at least 1
   * @param rate of decay, -ln a, in [2^-40, 64]
   * @throws IllegalArgumentException if an argument is out of its range, or shape / shares above
   *     2^14
   */
  public static NegativeBinomial share(double shape, long shares, double rate) {
    if (!(rate >= SMALLEST_RATE && rate <= LARGEST_RATE)) {
      throw new IllegalArgumentException(
          String.format(
              "rate must be in [%s, %s]. Provided value: %s", SMALLEST_RATE, LARGEST_RATE, rate));
    }
    if (!(shape > 0 && shares >= 1 && shape / shares <= 0x1p14)) {
      throw new IllegalArgumentException(
          String.format(
              "shape must be above 0, shares at least 1 and shape / shares at most 2^14. Provided:"
                  + " %s, %d",
              shape, shares));
    }
    int shift = SIGNIFICANT_BITS - 1 - Math.getExponent(rate);
    long numerator = (long) Math.scalb(rate, shift);
    int blocks = 0;
    while (Math.scalb((double) numerator, blocks - shift) < 1) {
      blocks++;
    }
    double jumps = shape * (blocks + 1);
    if (Math.fma(shape, blocks + 1, -jumps) > 0) {
      jumps = Math.nextUp(jumps);
    }
    return new NegativeBinomial(numerator, shift, blocks, Poisson.share(jumps, shares));
  }

  /** The shape of this share; to the nearest double or the next. */
  public double shape() {
    return jumps.mean() / (blocks + 1);
  }

  /** The rate -ln a after rounding; exact. */
  public double rate() {
    return Math.scalb((double) numerator, -shift);
  }

  /** The mean r a / (1 - a) of this share. */
  public double mean() {
    return shape() / StrictMath.expm1(rate());
  }

  /** The variance r a / (1 - a)^2 of this share. */
  public double variance() {
    return mean() / -StrictMath.expm1(-rate());
  }

  /** Draws one value, at least 0. */
  public BigInteger sample(BitSource bits) {
    BigInteger sum = BigInteger.ZERO;
    for (long left = jumps.sample(bits); left > 0; left--) {
      sum = sum.add(jump(bits));
    }
    return sum;
  }

  /** A jump of the thinned process, or 0. */
  private BigInteger jump(BitSource bits) {
    int block = (int) bits.nextBelow(blocks + 1L);
    int units = 0;
    if (block == blocks) {
      units = 1;
      while (bits.nextBit()) {
        units++;
      }
      block += units - 1;
    }
    BigInteger first = BigInteger.ONE.shiftLeft(block);
    BigInteger k = first.add(bits.nextBelow(first));
    return Bernoulli.ratio(first, k, bits) && decays(k, units, bits) ? k : BigInteger.ZERO;
  }

  /** True with probability 2^units exp(-rate k); rate k is at least units. */
  private boolean decays(BigInteger k, int units, BitSource bits) {
    for (int i = 0; i < units; i++) {
      if (!twoOverE(bits)) {
        return false;
      }
    }
    BigInteger exponent =
        k.multiply(BigInteger.valueOf(numerator))
            .subtract(BigInteger.valueOf(units).shiftLeft(shift));
    return Bernoulli.expMinus(exponent, BigInteger.ONE.shiftLeft(shift), bits);
  }

  /**
   * True with probability 2/e = 1 - 1/3 + 1/(3 4) - 1/(3 4 5) + ...: the first k >= 3 at which a
   * coin of probability 1/k fails is odd.
   */
  static boolean twoOverE(BitSource bits) {
    long k = 3;
    while (Bernoulli.ratio(1, k, bits)) {
      k++;
    }
    return (k & 1) == 1;
  }
}
