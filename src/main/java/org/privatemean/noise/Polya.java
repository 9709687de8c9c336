package org.privatemean.noise;

import java.io.Serializable;
import java.math.BigInteger;
import org.privatemean.annotation.Internal;

/**
 * Shares of discrete Laplace noise: the difference of two independent {@link NegativeBinomial}
 * shares of shape 1 / m. Independent draws of m users add up to the discrete Laplace distribution,
 * P[X = k] proportional to exp(-rate |k|): the difference of two geometric numbers has it.
 *
 * <p>Added to an integer of sensitivity D, the sum of m shares or more is (D rate)-differentially
 * private. The shares are exact up to two roundings, of the rate down and of the shape up, both of
 * which only add independent noise: see {@link NegativeBinomial}.
 */
@Internal
public final class Polya implements Serializable {
  private static final long serialVersionUID = 1L;

  private final NegativeBinomial side;

  private Polya(NegativeBinomial side) {
    this.side = side;
  }

  /**
   * One of that many equal shares.
   *
   * @param shares their number m, at least 1
   * @param rate of decay of the sum of all shares, in [2^-40, 64]; rounded down to 21 significant
   *     bits
   * @throws IllegalArgumentException if an argument is out of its range
   */
  public static Polya share(long shares, double rate) {
    return new Polya(NegativeBinomial.share(1, shares, rate));
  }

  /** The variance of this share: 2 a / (m (1 - a)^2), a = exp(-rate), after rounding. */
  public double variance() {
    return 2 * side.variance();
  }

  /** Draws one value. */
  public BigInteger sample(BitSource bits) {
    BigInteger plus = side.sample(bits);
    return plus.subtract(side.sample(bits));
  }
}
