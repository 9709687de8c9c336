package org.privatemean.shuffle;

import java.io.Serializable;
import org.privatemean.noise.Poisson;

/**
 * The number of dummy messages that each user adds, such that those of the honest users alone are a
 * Poisson number of mean mu for every cell, where a cell is a possible message.
 *
 * <p><b>Privacy guarantee.</b> None by itself: the protocols' guarantees rely on the distribution
 * of the dummies. It holds for any behaviour of the other users, if {@code floor(honestFraction n)}
 * users add their shares and keep them secret.
 */
final class DummyShares implements Serializable {
  private static final long serialVersionUID = 1L;

  private final double mu;
  private final long users;
  private final long honest;

  private DummyShares(double mu, long users, long honest) {
    this.mu = mu;
    this.users = users;
    this.honest = honest;
  }

  /**
   * Creates shares of dummies.
   *
   * @param mu mean number of the honest users' dummies per cell, at least 0 and finite; 0 is no
   *     noise and no privacy
   * @param users n, the public number of users, at least 1
   * @param honestFraction gamma in (0, 1]: fraction of the users who are assumed to follow the
   *     protocol and keep their messages secret; read as its printed decimal
   * @throws IllegalArgumentException if one is out of its range, or {@code gamma n} below 1
   */
  public static DummyShares compute(double mu, long users, double honestFraction) {
    if (!(mu >= 0) || mu == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException("mu must be finite and at least 0. Provided value: " + mu);
    }
    return new DummyShares(mu, users, HonestUsers.count(users, honestFraction, 1));
  }

  /**
   * Returns the number of dummies of one user for several cells together, to be spread over them
   * uniformly and independently. The numbers of the cells are then independent Poisson numbers.
   *
   * @param cells at least 1; need not be an integer
   * @throws IllegalArgumentException if a user would add more than 2^20 on average
   */
  public Poisson forCells(double cells) {
    // The product is rounded, and must not be below the exact one.
    return Poisson.share(cells == 1 || mu == 0 ? mu : mu * cells * (1 + 0x1p-50), honest);
  }

  /** Returns the mean number of the honest users' dummies per cell. */
  public double mu() {
    return mu;
  }

  /** Returns n, the number of users. */
  public long users() {
    return users;
  }

  /**
   * Returns the mean number of dummies per cell if all n users add theirs, about {@code mu /
   * gamma}: the variance of the noise, and the number that the server subtracts.
   */
  public double expectedDummies() {
    return users * forCells(1).mean();
  }

  /**
   * Returns the one-sided deviation of a count that is not exceeded with probability {@code 1 -
   * beta}: {@code sqrt(2 M x) + x / 3}, {@code x = ln(1 / beta)}, where M is the mean of the noise.
   * A Poisson number has {@code ln E e^(t (Y - M)) = M (e^t - 1 - t) <= M t^2 / (2 (1 - t / 3))},
   * since {@code k! >= 2 * 3^(k - 2)}; that is sub-gamma with scale 1/3 (Boucheron, Lugosi and
   * Massart 2013, section 2.4).
   *
   * @param beta failure probability, in (0, 1)
   */
  public double deviation(double beta) {
    return deviation(1, beta);
  }

  /**
   * Returns the same deviation for a combination of independent Poisson numbers with weights of
   * absolute value at most 1 and of variance {@code cells M}: its logarithm is the sum of those of
   * its terms, {@code M (e^(w t) - 1 - w t) <= M w^2 t^2 / (2 (1 - t / 3))}.
   *
   * @param cells variance in units of that of one cell, at least 0
   * @param beta failure probability, in (0, 1)
   */
  public double deviation(double cells, double beta) {
    double x = -StrictMath.log(beta);
    return Math.sqrt(2 * cells * expectedDummies() * x) + x / 3;
  }

  @Override
  public String toString() {
    return String.format("DummyShares(mu = %s, %d of %d users)", mu, honest, users);
  }
}
