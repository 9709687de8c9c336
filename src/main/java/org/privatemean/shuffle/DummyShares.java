package org.privatemean.shuffle;

import java.io.Serializable;
import org.privatemean.noise.Poisson;

/**
 * The number of dummy messages each user adds: this many that the honest users' alone are a Poisson
 * number of mean mu for every cell, a cell being a message that could be sent.
 *
 * <p><b>Privacy guarantee.</b> None by itself: the law of the dummies is what the protocols'
 * guarantees rest on. It holds whatever the other users do, as long as {@code floor(honestFraction
 * n)} users add their shares and keep them secret.
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
   * Shares of dummies.
   *
   * @param mu mean number of the honest users' dummies for a cell, at least 0 and finite; 0 is no
   *     noise and no privacy
   * @param users n, the public number of users, at least 1
   * @param honestFraction gamma in (0, 1]: the share of the users that are assumed to send what
   *     they should and to disclose to nobody; read as the decimal that it prints as
   * @throws IllegalArgumentException if one is out of its range, or {@code gamma n} below 1
   */
  public static DummyShares compute(double mu, long users, double honestFraction) {
    if (!(mu >= 0) || mu == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException("mu must be finite and at least 0. Provided value: " + mu);
    }
    return new DummyShares(mu, users, HonestUsers.count(users, honestFraction, 1));
  }

  /**
   * The number of dummies of one user for that many cells together, to be spread over them
   * uniformly and independently. So spread, the cells' numbers are independent Poisson numbers.
   *
   * @param cells at least 1; need not be an integer
   * @throws IllegalArgumentException if a user would add more than 2^20 on average
   */
  public Poisson forCells(double cells) {
    // The product is rounded, and must not be below the exact one.
    return Poisson.share(cells == 1 || mu == 0 ? mu : mu * cells * (1 + 0x1p-50), honest);
  }

  /** Mean number of the honest users' dummies for a cell. */
  public double mu() {
    return mu;
  }

  /** n, the number of users. */
  public long users() {
    return users;
  }

  /**
   * Mean number of dummies for a cell when all n users add theirs, about {@code mu / gamma}: the
   * variance of the noise, and what the server subtracts.
   */
  public double expectedDummies() {
    return users * forCells(1).mean();
  }

  /**
   * Returns what a count stays within with probability {@code 1 - beta}, on one given side: {@code
   * sqrt(2 M x) + x / 3}, {@code x = ln(1 / beta)}, M the mean of the noise. A Poisson number has
   * {@code ln E e^(t (Y - M)) = M (e^t - 1 - t) <= M t^2 / (2 (1 - t / 3))}, since {@code k! >= 2 *
   * 3^(k - 2)}; that is sub-gamma with scale 1/3 (Boucheron, Lugosi and Massart 2013, section 2.4).
   *
   * @param beta failure probability, in (0, 1)
   */
  public double deviation(double beta) {
    return deviation(1, beta);
  }

  /**
   * The same of a combination of independent Poisson numbers with weights of absolute value at most
   * 1 and of variance {@code cells M}: its logarithm adds up those of its terms, {@code M (e^(w t)
   * - 1 - w t) <= M w^2 t^2 / (2 (1 - t / 3))}.
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
