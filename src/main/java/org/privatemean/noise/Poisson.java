package org.privatemean.noise;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.privatemean.annotation.Internal;

/**
 * The Poisson distribution, P[X = k] = exp(-mean) mean^k / k!, drawn exactly: the number of dummy
 * messages that a user of the shuffle model adds.
 *
 * <p>It is infinitely divisible: m independent draws of mean {@code mean / m} add up to a draw of
 * this mean, so that no user knows the noise of the sum. A mean is rounded UP to a multiple of
 * 2^-52; a larger mean is the smaller one plus an independent draw, so rounding never weakens a
 * guarantee.
 *
 * <p><b>Method.</b> For a mean x below 1, toss coins of probability x; after the k-th success go on
 * with probability 1/k, or else start all over. The first failure then comes after k successes with
 * probability (1 - x) x^k / k!, and what is returned has the law x^k / k! up to a constant: the von
 * Neumann scheme of Flajolet, Pelletier and Soria, "On Buffon Machines and Numbers" (2011). A share
 * (1 - x) e^x of the attempts ends, no less than 0.82 for x up to 1/2; a larger mean is a sum of
 * halves and a rest. A draw of a small mean costs little more than one coin, a draw of a large one
 * some five coins for each unit of the mean. No decision is made in floating point.
 */
@Internal
public final class Poisson implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final int FRACTION_BITS = 52;

  private static final long ONE = 1L << FRACTION_BITS;

  /** The largest mean: {@value}. A draw of it takes less than a tenth of a second. */
  public static final int LARGEST = 1 << 20;

  private final int halves;

  /** The rest of the mean, in units of 2^-52: below a half. */
  private final long rest;

  private Poisson(int halves, long rest) {
    this.halves = halves;
    this.rest = rest;
  }

  /**
   * The distribution of a mean.
   *
   * @param mean in [0, 2^20]; taken as the exact value of the double, rounded up to a multiple of
   *     2^-52
   * @throws IllegalArgumentException if it is not
   */
  public static Poisson of(double mean) {
    return share(mean, 1);
  }

  /**
   * Returns the distribution of one of several equal shares of a Poisson number.
   *
   * @param mean of the sum of all shares, at least 0 and finite
   * @param shares their number, at least 1; the quotient is rounded up to a multiple of 2^-52, at
   *     most 2^20
   * @throws IllegalArgumentException if an argument or the quotient is out of its range
   */
  public static Poisson share(double mean, long shares) {
    if (!(mean >= 0) || mean == Double.POSITIVE_INFINITY || shares < 1) {
      throw new IllegalArgumentException(
          String.format(
              "a Poisson needs a finite mean of at least 0 and at least 1 share. Provided: %s, %d",
              mean, shares));
    }
    BigInteger units =
        new BigDecimal(mean)
            .multiply(BigDecimal.valueOf(ONE))
            .divide(BigDecimal.valueOf(shares), 0, RoundingMode.CEILING)
            .toBigInteger();
    BigInteger[] parts = units.divideAndRemainder(BigInteger.valueOf(ONE / 2));
    if (units.compareTo(BigInteger.valueOf(LARGEST).shiftLeft(FRACTION_BITS)) > 0) {
      throw new IllegalArgumentException(
          String.format(
              "the mean of a Poisson share must be in [0, 2^20]. Provided: %s / %d", mean, shares));
    }
    return new Poisson(parts[0].intValueExact(), parts[1].longValueExact());
  }

  /** The mean of this distribution, which is also its variance; to the nearest double. */
  public double mean() {
    return halves * 0.5 + Math.scalb((double) rest, -FRACTION_BITS);
  }

  /** Draws one value, at least 0. */
  public long sample(BitSource bits) {
    long sum = small(rest, bits);
    for (int i = 0; i < halves; i++) {
      sum += small(ONE / 2, bits);
    }
    return sum;
  }

  /** Draws from the Poisson of mean {@code units} 2^-52, at most a half. */
  private static long small(long units, BitSource bits) {
    long successes = 0;
    while (Bernoulli.ratio(units, ONE, bits)) {
      successes++;
      if (successes > 1 && !Bernoulli.ratio(1, successes, bits)) {
        successes = 0;
      }
    }
    return successes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Poisson that && halves == that.halves && rest == that.rest;
  }

  @Override
  public int hashCode() {
    return 31 * halves + Long.hashCode(rest);
  }

  @Override
  public String toString() {
    return "Poisson(" + mean() + ")";
  }
}
