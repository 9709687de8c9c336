package org.privatemean.query;

import org.privatemean.privacy.PrivacyUnit;

/**
 * PrivQuant, Algorithm 1 of Huang, Liang and Yi (2021): private quantiles by binary search, for any
 * number of coordinates in lockstep.
 *
 * <p><b>Privacy guarantee.</b> The search accesses the data through its {@link RangeCounter} only,
 * and requests exactly {@link Universe#levels} levels for all answers: it is post-processing of a
 * fixed number of private releases.
 *
 * <p><b>Error.</b> If every count is within tau, the rank of the answer is within tau (Lemma 3.2).
 * Under the central model's noise that holds with probability {@code 1 - beta} for {@code tau = s
 * sqrt(L ln(L / beta) / rho)}, where L is the number of levels and s the sensitivity of a count, 1
 * for a row. The noise of a count has variance {@code s^2 L / (2 rho)}, and {@code P[N > t] <=
 * exp(-t^2 rho / (s^2 L))}. At each level only one direction of the noise can move the search out
 * of the band, so the union bound is over L events. Theorem 3.3 prints this tau divided by the
 * square root of two, which fails with a probability above beta.
 */
public final class QuantileSearch {
  private QuantileSearch() {}

  /**
   * Finds, for every coordinate, the smallest integer whose count exceeds a rank.
   *
   * @param counter the private counts
   * @param universe the range to search
   * @param width number of coordinates
   * @param rank the target rank, 0 to n; without noise the result is the order statistic {@code
   *     floor(rank) + 1}, or the end of the universe if there is none
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
   * Returns the rank error tau that a search does not exceed with probability {@code 1 - beta}.
   *
   * @param unit the protected unit, which determines the sensitivity of a count
   * @param levels number of levels L
   * @param rho budget of the search for one coordinate
   * @param beta failure probability, in (0, 1)
   */
  public static double rankError(PrivacyUnit unit, int levels, double rho, double beta) {
    return unit.countSensitivity() * Math.sqrt(levels * StrictMath.log(levels / beta) / rho);
  }
}
