package org.privatemean.query;

import java.util.Optional;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.rows.Rows;

/**
 * The number of rows that a mechanism may use: n itself where it is public, and otherwise a noisy
 * one, which costs {@link #SHARE} of the budget and stands for n in everything that follows.
 *
 * <p>Where rows have weights up to k, it is the noisy sum of the weights divided by k, an effective
 * number of persons, and private whatever the neighbours.
 *
 * <p><b>Sensitivity.</b> {@link PrivacyUnit#squaredSensitivityOfRowCount}, times k for weights.
 *
 * @param rho budget of the whole release, rho-zCDP
 * @param unit what is protected: it says whether n is public
 */
public record RowCount(double rho, PrivacyUnit unit) {
  /** Share of the budget for a private n. */
  private static final double SHARE = 0.02;

  /** The noise stays within that many standard deviations except for one run in 10^22. */
  private static final double MAX_DEVIATIONS = 10;

  /**
   * Checks, before anything is charged or read, that a public n stays the same when a row changes.
   *
   * @throws IllegalArgumentException if n is public but the rows leave some out because of what is
   *     in them
   */
  public void checkPublic(Rows rows) {
    if (isPublic() && rows.dropsRows()) {
      throw new IllegalArgumentException(
          "neighbours REPLACE makes the number of rows public, but these rows leave invalid ones out,"
              + " so that one row changes it: take InvalidRows.ZERO or ERROR, or neighbours"
              + " ADD_REMOVE");
    }
  }

  /**
   * The number of rows where it is public, so that it can be counted before anything is paid; else
   * empty, and no row is read.
   *
   * @param rows the rows, checked by {@link #checkPublic}
   */
  public Optional<Long> ifPublic(Rows rows) {
    return isPublic() ? Optional.of(rows.count()) : Optional.empty();
  }

  /**
   * The number of rows to use, at least 1 where it is noisy. An effective one is rounded to an
   * integer.
   *
   * @param rows the rows, checked by {@link #checkPublic}
   * @param trust answers and is charged; a release must be open
   */
  public long ask(Rows rows, TrustModel trust) {
    if (isPublic()) {
      return rows.count();
    }
    long noisy = trust.noisyCount(rows, SHARE * rho, Step.COUNT);
    long k = unit.mostWeight();
    return Math.max(1, Math.floorDiv(noisy + k / 2, k));
  }

  private boolean isPublic() {
    return unit.isCountPublic();
  }

  /** The part of the budget that is left when n is known. */
  public double rhoLeft() {
    return isPublic() ? rho : (1 - SHARE) * rho;
  }

  /** Standard deviation of the number of rows to use; 0 where n is public. */
  public double deviation() {
    return isPublic() ? 0 : sensitivity() / Math.sqrt(2 * SHARE * rho);
  }

  private double sensitivity() {
    return Math.sqrt(unit.squaredSensitivityOfRowCount().doubleValue());
  }

  /** A number that n does not pass, for the room of exact sums. */
  public double most(long rows) {
    return rows + Math.ceil(MAX_DEVIATIONS * deviation());
  }
}
