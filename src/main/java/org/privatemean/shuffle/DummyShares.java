package org.privatemean.shuffle;

import java.io.Serializable;
import org.privatemean.privacy.Checks;

/**
 * The number of dummy messages that each user adds, such that those of {@code floor(honestFraction
 * n)} honest users alone are a Poisson number of mean mu for every cell, where a cell is a possible
 * message, for any behaviour of the others.
 *
 * @param mu mean number of the honest users' dummies per cell
 * @param users n, the public number of users
 * @param honest number of users who are assumed to follow the protocol
 */
record DummyShares(double mu, long users, long honest) implements Serializable {

  /** Creates shares of a mean of mu; 0 is no noise and no privacy. */
  public static DummyShares compute(double mu, long users, double honestFraction) {
    boolean inRange = mu >= 0 && mu < Double.POSITIVE_INFINITY;
    Checks.argument("mu", inRange, "finite and at least 0", mu);
    return new DummyShares(mu, users, Batches.honestUsers(users, honestFraction, 1));
  }

  /** Returns one user's number of dummies of several cells, to be spread over them uniformly. */
  public Poisson forCells(double cells) {
    // The product is rounded, and must not be below the exact one.
    return Poisson.share(cells == 1 || mu == 0 ? mu : mu * cells * (1 + 0x1p-50), honest);
  }

  /** Returns the mean, and variance, of the number of dummies per cell if all users add theirs. */
  public double expectedDummies() {
    return users * forCells(1).mean();
  }

  /**
   * Returns the one-sided deviation, exceeded with probability at most beta, of a sum of centred
   * Poisson numbers with weights up to 1, of variance {@code cells} times {@link #expectedDummies}.
   */
  double deviation(double cells, double beta) {
    double x = -StrictMath.log(beta);
    return Math.sqrt(2 * cells * expectedDummies() * x) + x / 3;
  }
}
