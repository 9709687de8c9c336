package org.privatemean.noise;

import java.io.Serializable;

/**
 * The coin of binary randomized response (Warner 1965), tossed exactly: a true bit is flipped with
 * probability {@code 1 / (1 + e^epsilon)}.
 *
 * <p><b>Privacy guarantee.</b> A bit sent through it is epsilon-DP: each answer is {@code e^epsilon
 * / (1 + e^epsilon)} or {@code 1 / (1 + e^epsilon)} likely, and their ratio is e^epsilon. The
 * epsilon asked for is rounded DOWN to a multiple of 2^-40; the coin, {@link #epsilon} and {@link
 * #scale} all belong to the rounded one, so the guarantee is never weaker than asked for.
 *
 * <p>No decision is made in floating point. A toss is: a fair coin says "keep", or else a coin of
 * probability e^-epsilon says "flip", or else both are tossed again. The first ends a round with
 * probability 1/2, the second with e^-epsilon / 2, so "flip" wins with probability {@code
 * e^-epsilon / (1 + e^-epsilon)}. Two rounds at most on average.
 */
public final class RandomizedResponse implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final int FRACTION_BITS = 40;

  /** Beyond this no coin in the life of the universe would flip. */
  private static final double LARGEST = 0x1p18;

  /** epsilon in units of 2^-40: below 2^58 and of at most 53 significant bits. */
  private final long units;

  private RandomizedResponse(long units) {
    this.units = units;
  }

  /**
   * The coin for a guarantee.
   *
   * @param epsilon the guarantee asked for, in [2^-20, 2^18]
   * @throws IllegalArgumentException if epsilon is not
   */
  public static RandomizedResponse of(double epsilon) {
    if (!(epsilon >= 0x1p-20 && epsilon <= LARGEST)) {
      throw new IllegalArgumentException(
          "epsilon must be in [2^-20, 2^18]. Provided value: " + epsilon);
    }
    return new RandomizedResponse((long) Math.scalb(epsilon, FRACTION_BITS));
  }

  /** The guarantee: what was asked for, rounded down to a multiple of 2^-40. */
  public double epsilon() {
    return Math.scalb((double) units, -FRACTION_BITS);
  }

  /** Tosses the coin: true, for "flip", with probability {@code 1 / (1 + e^epsilon)}. */
  public boolean flips(BitSource bits) {
    while (bits.nextBit()) {
      if (decays(bits)) {
        return true;
      }
    }
    return false;
  }

  /** True with probability {@code e^-epsilon}. */
  public boolean decays(BitSource bits) {
    return Bernoulli.expMinus(units, 1L << FRACTION_BITS, bits);
  }

  /** The probability of a flip, {@code 1 / (1 + e^epsilon)}, to the nearest doubles. */
  public double flipProbability() {
    return 1 / (1 + StrictMath.exp(epsilon()));
  }

  /**
   * What a sign that went through the coin is multiplied by to be unbiased: {@code c = coth(epsilon
   * / 2) = (e^epsilon + 1) / (e^epsilon - 1)}, at least 1.
   */
  public double scale() {
    return 1 / StrictMath.tanh(epsilon() / 2);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RandomizedResponse that && units == that.units;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(units);
  }

  @Override
  public String toString() {
    return "RandomizedResponse(epsilon = " + epsilon() + ")";
  }
}
