package org.privatemean.query;

import org.privatemean.privacy.PrivacyUnit;

/**
 * PrivQuant, Algorithm 1 of Huang, Liang and Yi (2021): private quantiles by binary search, for any
 * number of coordinates in lockstep.
 *
 * <p><b>Privacy guarantee.</b> The search looks at the data through its {@link RangeCounter} only,
 * and asks it for exactly {@link Universe#levels} levels whatever the answers: it is
 * post-processing of a fixed number of private releases.
 *
 * <p><b>Error.</b> If every count is within tau, the rank of the answer is within tau (Lemma 3.2).
 * Under the central model's noise that holds with probability {@code 1 - beta} for {@code tau = s
 * sqrt(L ln(L / beta) / rho)}, L the number of levels and s the sensitivity of a count, 1 for a
 * row: the noise of a count has variance {@code s^2 L / (2 rho)}, and {@code P[N > t] <= exp(-t^2
 * rho / (s^2 L))}; at each level only one direction of the noise can take the search out of the
 * band, so the union is over L events. Theorem 3.3 prints this tau divided by the root of two,
 * which fails more often than beta.
 */
public final class QuantileSearch {
  private QuantileSearch() {}

  /**
   * Searches, for every coordinate, the smallest integer whose count passes a rank.
   *
   * @param counter the private counts
   * @param universe where to search
   * @param width number of coordinates
   * @param rank the target rank, 0 to n; without noise the answer is the order statistic number
   *     {@code floor(rank) + 1}, or the end of the universe where there is none
   * @return the quantiles, within the universe
   */
  public static long[] search(RangeCounter counter, Universe universe, int width, double rank) {
    Bisection search = Bisection.start(universe, width);
    while (!search.isFinished()) {
      search = search.next(counter.countsUpTo(search.level(), search.mids()), rank);
    }
    return search.quantiles();
  }

  /**
   * The rank error tau that a search stays within with probability {@code 1 - beta}.
   *
   * @param unit what is protected: it says how far a count may move
   * @param levels number of levels L
   * @param rho budget of the search for one coordinate
   * @param beta failure probability, in (0, 1)
   */
  public static double rankError(PrivacyUnit unit, int levels, double rho, double beta) {
    return unit.countSensitivity() * Math.sqrt(levels * StrictMath.log(levels / beta) / rho);
  }
}
