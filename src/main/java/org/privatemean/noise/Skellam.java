package org.privatemean.noise;

import java.io.Serializable;
import org.privatemean.annotation.Internal;

/**
 * Symmetric Skellam distribution, the difference of two independent Poisson numbers of equal mean,
 * drawn exactly. It is infinitely divisible: m shares of variance {@code variance / m} add up to a
 * draw of this variance. Rounding as in {@link Poisson} never weakens a guarantee.
 */
@Internal
public final class Skellam implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Poisson half;

  private Skellam(Poisson half) {
    this.half = half;
  }

  /**
   * Returns the distribution of one of several equal shares of a Skellam number.
   *
   * @param variance of the sum of all shares, at least 0 and finite
   * @param shares their number, at least 1; variance / shares is at most 2^21
   * @throws IllegalArgumentException if an argument is out of its range
   */
  public static Skellam share(double variance, long shares) {
    return new Skellam(Poisson.share(variance / 2, shares));
  }

  /** Returns the variance of this distribution, to the nearest double. */
  public double variance() {
    return 2 * half.mean();
  }

  /** Draws one value. */
  public long sample(BitSource bits) {
    long plus = half.sample(bits);
    return plus - half.sample(bits);
  }
}
