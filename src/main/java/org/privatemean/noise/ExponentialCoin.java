package org.privatemean.noise;

/**
 * A coin that falls true with probability exp(-x), exactly, for the x that {@link #exponent()}
 * returns.
 *
 * <p>It is what randomized response with a guarantee of epsilon = x needs: no probability is ever
 * formed in floating point. The exponent asked for is rounded DOWN to a multiple of 2^-53, which
 * keeps every double of at least 1/2 as it is: the coin is never less fair, and the guarantee never
 * weaker, than asked for, and the exponent falls short by less than 1.2e-16.
 */
public final class ExponentialCoin {
  /** The largest exponent. */
  public static final double MAX = 1000;

  private static final int FRACTION_BITS = 53;

  private final long numerator;

  private ExponentialCoin(long numerator) {
    this.numerator = numerator;
  }

  /**
   * Returns the coin of exponent {@code x}, rounded down.
   *
   * @param x the exponent, 0 to {@value #MAX}
   * @throws IllegalArgumentException if x is not in its range
   */
  public static ExponentialCoin ofAtMost(double x) {
    if (!(x >= 0 && x <= MAX)) {
      throw new IllegalArgumentException(
          "exponent must be between 0 and " + MAX + ", but was " + x);
    }
    return new ExponentialCoin((long) Math.floor(Math.scalb(x, FRACTION_BITS)));
  }

  /** The exponent of the coin; exact. */
  public double exponent() {
    return Math.scalb((double) numerator, -FRACTION_BITS);
  }

  /** Tosses the coin. */
  public boolean toss(BitSource bits) {
    return Bernoulli.expMinus(numerator, 1L << FRACTION_BITS, bits);
  }
}
