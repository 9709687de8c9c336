package org.privatemean.shuffle;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.privatemean.annotation.Internal;
import org.privatemean.noise.Bernoulli;
import org.privatemean.noise.BitSource;

/**
 * Poisson distribution, P[X = k] = exp(-mean) mean^k / k!, drawn exactly: the number of dummy
 * messages that a user of the shuffle model adds. m draws of mean {@code mean / m} add up to a draw
 * of this mean, which is rounded UP to a multiple of 2^-52: that never weakens a guarantee. The
 * method is the von Neumann scheme of Flajolet, Pelletier and Soria, "On Buffon Machines and
 * Numbers" (2011).
 */
@Internal
record Poisson(int halves, long rest) implements Serializable {
  private static final int FRACTION_BITS = 52;
  private static final long ONE = 1L << FRACTION_BITS;
  public static final int LARGEST = 1 << 20;

  /**
   * Returns the distribution of one of at least 1 equal shares of a Poisson number of a mean of at
   * least 0; that of the share is rounded up, and at most 2^20.
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

  /** Returns the mean of this distribution, which is also its variance; to the nearest double. */
  public double mean() {
    return halves * 0.5 + Math.scalb((double) rest, -FRACTION_BITS);
  }

  public long sample(BitSource bits) {
    long sum = small(rest, bits);
    for (int i = 0; i < halves; i++) {
      sum += small(ONE / 2, bits);
    }
    return sum;
  }

  /** Draws the difference of two values: symmetric Skellam noise of variance twice this mean. */
  public long sampleDifference(BitSource bits) {
    long plus = sample(bits);
    return plus - sample(bits);
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
}
