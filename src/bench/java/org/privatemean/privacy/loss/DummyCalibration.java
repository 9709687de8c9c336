package org.privatemean.privacy.loss;

import org.privatemean.numeric.MonotoneSearch;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Conversions;

/** How many dummies hide counts well enough, by the account of {@link ShuffleGrant}. */
public final class DummyCalibration {
  /** About what a mean of dummies exceeds the variance of Gaussian noise by: a first guess. */
  private static final double POISSON_EXCESS = 22;

  private DummyCalibration() {}

  /**
   * Returns the least mean number of dummies, up to a factor of about 1.001, with which threshold
   * counts are (epsilon, delta)-DP together.
   *
   * @param coordinates as in {@link DummyCounts#forThresholds}
   * @param levels as in {@link DummyCounts#forThresholds}
   * @throws IllegalArgumentException if a number is below 1, or delta is 0 or 1
   */
  public static double thresholdDummiesUp(int coordinates, int levels, ApproxDp target) {
    return dummiesUp(DummyCounts.forThresholds(coordinates, levels, 1), target);
  }

  /**
   * Returns the least mean number of dummies, up to a factor of about 1.001, with which counts of
   * cells are (epsilon, delta)-DP together.
   *
   * @param queries as in {@link DummyCounts#forCells}
   * @throws IllegalArgumentException if {@code queries} is below 1, or delta is 0 or 1
   */
  public static double cellDummiesUp(int queries, ApproxDp target) {
    return dummiesUp(DummyCounts.forCells(queries, 1), target);
  }

  private static double dummiesUp(DummyCounts shape, ApproxDp target) {
    double start = shape.changes() / (2 * Conversions.rhoDown(target).rho()) + POISSON_EXCESS;
    double inverse =
        MonotoneSearch.largestWithin(
            1 / start,
            target.delta(),
            x -> ShuffleGrant.deltaUp(shape.with(Math.max(1, 1 / x)), target.epsilon()));
    return Math.max(1, 1 / inverse);
  }
}
