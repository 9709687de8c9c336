package org.privatemean.query;

import org.privatemean.privacy.Neighbours;
import org.privatemean.request.MeanRequest;
import org.privatemean.rows.Rows;

/**
 * The number of rows that a mechanism may use: n itself where it is public, and otherwise a noisy
 * one, which costs {@link #SHARE} of the budget and stands for n in everything that follows.
 *
 * <p><b>Sensitivity.</b> Adding or removing a row changes n by 1.
 */
public final class RowCount {
  /** Share of the budget for a private n. */
  private static final double SHARE = 0.02;

  /** The noise stays within so many standard deviations but for one run in 10^22. */
  private static final double MOST_DEVIATIONS = 10;

  private RowCount() {}

  /**
   * Checks, before anything is charged or read, that a public n stays the same when a row changes.
   *
   * @throws IllegalArgumentException if n is public but the rows leave some out because of what is
   *     in them
   */
  public static void checkPublic(MeanRequest request, Rows rows) {
    if (request.neighbours() == Neighbours.REPLACE && rows.dropsRows()) {
      throw new IllegalArgumentException(
          "neighbours REPLACE makes the number of rows public, but these rows leave invalid ones out,"
              + " so that one row changes it: take InvalidRows.ZERO or ERROR, or neighbours"
              + " ADD_REMOVE");
    }
  }

  /**
   * The number of rows to use, at least 1 where it is noisy.
   *
   * @param request whose neighbours tell whether n is public
   */
  public static long of(MeanRequest request, Rows rows, TrustModel trust, Step step) {
    if (request.neighbours() == Neighbours.REPLACE) {
      return rows.count();
    }
    return Math.max(1, trust.noisyCount(rows, SHARE * request.rho(), step));
  }

  /** The budget that a request has left when n is known. */
  public static double rhoLeft(MeanRequest request) {
    return request.neighbours() == Neighbours.REPLACE ? request.rho() : (1 - SHARE) * request.rho();
  }

  /** Standard deviation of the count; 0 where n is public. */
  public static double deviation(MeanRequest request) {
    return request.neighbours() == Neighbours.REPLACE
        ? 0
        : 1 / Math.sqrt(2 * SHARE * request.rho());
  }

  /** A number that n does not pass, for the room of exact sums. */
  public static double most(MeanRequest request, long rows) {
    return rows + Math.ceil(MOST_DEVIATIONS * deviation(request));
  }
}
