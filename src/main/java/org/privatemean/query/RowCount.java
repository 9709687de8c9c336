package org.privatemean.query;

import java.util.Optional;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.rows.Rows;

/**
 * Number of rows that a mechanism uses: n itself if it is public, otherwise a noisy count for
 * {@link #SHARE} of the budget. If rows have weights up to k, it is the noisy sum of the weights
 * divided by k.
 *
 * <p><b>Sensitivity.</b> {@link PrivacyUnit#squaredSensitivityOfRowCount}, times k for weights.
 *
 * @param rho budget of the whole release
 */
public record RowCount(double rho, PrivacyUnit unit) {
  /** Maximum number of rows of the recentred mean: more could overflow 64-bit sums. */
  public static final long MAX_ROWS = 1L << 42;

  private static final double SHARE = 0.02;

  /** Bound on the noise in standard deviations, exceeded by one run in 10^22. */
  private static final double MAX_DEVIATIONS = 10;

  /** Refuses rows that are filtered by their values if n is public. */
  public void checkPublic(Rows rows) {
    if (unit.isCountPublic() && rows.dropsRows()) {
      throw new IllegalArgumentException(
          "neighbours REPLACE makes the number of rows public, but these rows leave "
              + "invalid ones out, so that one row changes it: use InvalidRows.ZERO or ERROR, "
              + "or neighbours ADD_REMOVE");
    }
  }

  /** Returns the number of rows if it is public; otherwise reads no row. */
  public Optional<Long> ifPublic(Rows rows) {
    return unit.isCountPublic() ? Optional.of(rows.count()) : Optional.empty();
  }

  /** Returns the number of rows to use, at least 1 if it is noisy. A release must be open. */
  public long ask(Rows rows, TrustModel trust) {
    if (unit.isCountPublic()) {
      return rows.count();
    }
    long noisy = trust.noisyCount(rows, SHARE * rho, Step.COUNT);
    long k = unit.mostWeight();
    return Math.max(1, Math.floorDiv(noisy + k / 2, k));
  }

  /** Returns the budget that remains after n is known. */
  public double rhoLeft() {
    return unit.isCountPublic() ? rho : (1 - SHARE) * rho;
  }

  /** Returns the standard deviation of the number of rows to use; 0 if n is public. */
  public double deviation() {
    double sensitivity = Math.sqrt(unit.squaredSensitivityOfRowCount().doubleValue());
    return unit.isCountPublic() ? 0 : sensitivity / Math.sqrt(2 * SHARE * rho);
  }

  /** Returns an upper bound on n, for the capacity of exact sums. */
  public double most(long rows) {
    return rows + Math.ceil(MAX_DEVIATIONS * deviation());
  }
}
