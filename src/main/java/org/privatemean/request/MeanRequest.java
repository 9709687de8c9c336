package org.privatemean.request;

import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.BudgetExceededException;
import org.privatemean.query.TrustModel;
import org.privatemean.release.Release;
import org.privatemean.rows.Rows;

/** What a user asks for: all of it public. */
public sealed interface MeanRequest permits MeanSpec, RecentredSpec {
  /** The mechanism. */
  Method method();

  /** Budget of the whole release, rho-zCDP. */
  double rho();

  /** Whom the guarantee protects. */
  Neighbours neighbours();

  /**
   * Releases the mean of the rows.
   *
   * @param rows the private rows
   * @param trust the primitives; its ledger must have the budget left
   * @throws IllegalArgumentException from public or released values, if the request cannot be
   *     served for so many rows
   * @throws BudgetExceededException before any row is read, if the ledger has less left than the
   *     budget
   */
  Release release(Rows rows, TrustModel trust);

  /**
   * What a release would report on Gaussian rows, before anything is spent.
   *
   * @param rows number of rows, at least 0
   * @param dimension number of coordinates, at least 1
   * @param spread root mean square distance of the rows to their mean (to zero for {@link
   *     Method#CLIPPED}), in data units, positive
   * @throws IllegalArgumentException if the request cannot be served for so many rows
   */
  Release forecast(long rows, int dimension, double spread);
}
