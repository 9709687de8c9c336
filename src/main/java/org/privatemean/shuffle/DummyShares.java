package org.privatemean.shuffle;

import java.io.Serializable;
import org.privatemean.noise.Poisson;

/**
 * The number of dummy messages that each user adds, such that those of the honest users alone are a
 * Poisson number of mean mu for every cell, where a cell is a possible message: for any behaviour
 * of the others, if {@code floor(honestFraction n)} users add their shares and keep them secret.
 *
 * @param mu mean number of the honest users' dummies per cell
 * @param users n, the public number of users
 * @param honest number of users who are assumed to follow the protocol
 */
record DummyShares(double mu, long users, long honest) implements Serializable {

  /**
   * Creates shares for a mean of mu dummies of the honest users per cell; 0 is no noise and no
   * privacy.
   */
  public static DummyShares compute(double mu, long users, double honestFraction) {
    if (!(mu >= 0) || mu == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException("mu must be finite and at least 0. Provided value: " + mu);
    }
    return new DummyShares(mu, users, Batches.honestUsers(users, honestFraction, 1));
  }

  /**
   * Returns the number of dummies of one user for several cells together, to be spread over them
   * uniformly and independently. The numbers of the cells are then independent Poisson numbers.
   */
  public Poisson forCells(double cells) {
    // The product is rounded, and must not be below the exact one.
    return Poisson.share(cells == 1 || mu == 0 ? mu : mu * cells * (1 + 0x1p-50), honest);
  }

  /**
   * Returns the mean number of dummies per cell if all n users add theirs, about {@code mu /
   * gamma}: the variance of the noise, and the number that the server subtracts.
   */
  public double expectedDummies() {
    return users * forCells(1).mean();
  }

  /**
   * Returns the one-sided deviation, exceeded with probability at most beta, of a combination of
   * independent Poisson numbers, centred, with weights of absolute value at most 1 and of variance
   * {@code cells M}, where M is the mean number of dummies per cell: {@code sqrt(2 cells M x) + x /
   * 3}, {@code x = ln(1 / beta)}. Each term has {@code M (e^(w t) - 1 - w t) <= M w^2 t^2 / (2 (1 -
   * t / 3))} for the logarithm of its moments, since {@code k! >= 2 * 3^(k - 2)}; that is sub-gamma
   * with scale 1/3 (Boucheron, Lugosi and Massart 2013, section 2.4).
   */
  double deviation(double cells, double beta) {
    double x = -StrictMath.log(beta);
    return Math.sqrt(2 * cells * expectedDummies() * x) + x / 3;
  }
}
