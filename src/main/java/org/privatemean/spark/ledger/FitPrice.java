package org.privatemean.spark.ledger;

import org.privatemean.local.LocalMeanSpec;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.ledger.durable.Price;
import org.privatemean.request.KeyRequest;
import org.privatemean.spark.param.FitRequest;

/**
 * The price of a fit, in the currency of ledgers, delta-approximate rho-zCDP (Bun and Steinke 2016,
 * definition 8.1): except for an event of probability delta on either side, the release is
 * rho-zCDP.
 *
 * <p><b>Proofs.</b>
 *
 * <ul>
 *   <li>Central model: the mechanisms are rho-zCDP, for the rho of the guarantee.
 *   <li>Groups, and persons in several groups: the same rho, for every unit ({@link
 *       org.privatemean.privacy.ledger.GroupLedger}). Keys that are selected privately fail with
 *       probability keyDelta, which is the delta ({@link org.privatemean.spark.KeySelection}). The
 *       delta of an (epsilon, delta) guarantee is not a failure: the noise costs only rho.
 *   <li>Local, by rho: each user's reports are rho-zCDP, and a user is a row.
 *   <li>Local, by epsilon alone: a user's single report is epsilon-DP, hence {@code epsilon
 *       tanh(epsilon / 2)}-zCDP ({@link Conversions#rhoUp(PureDp)}).
 *   <li>Shuffle: the messages of all rounds are (epsilon, delta)-DP. Such a pair of distributions
 *       is (1 - delta) times an epsilon-DP pair plus delta times an arbitrary one (Kairouz, Oh and
 *       Viswanath 2015; Murtagh and Vadhan 2016), so it costs the price of epsilon alone, and
 *       delta.
 * </ul>
 *
 * @param rho rounded up
 * @param delta as requested; 0 if nothing can fail
 * @param mayGetLess whether the mechanism keeps to a grant slightly below rho
 */
public record FitPrice(double rho, double delta, boolean mayGetLess) {
  /** Computes the price of a request. */
  public static FitPrice compute(FitRequest request) {
    if (request instanceof FitRequest.Local local) {
      double budget = local.spec().budget();
      boolean isPure = local.spec().protocol() == LocalMeanSpec.Protocol.PURE;
      return new FitPrice(isPure ? fromEpsilon(budget) : budget, 0, false);
    }
    if (request instanceof FitRequest.Shuffle shuffle) {
      ApproxDp budget = shuffle.spec().budget();
      return new FitPrice(fromEpsilon(budget.epsilon()), budget.delta(), false);
    }
    if (request instanceof FitRequest.Grouped grouped) {
      double keyDelta =
          grouped.keys() instanceof KeyRequest.PrivateKeys selected ? selected.delta() : 0;
      return new FitPrice(grouped.spec().rho(), keyDelta, true);
    }
    return new FitPrice(((FitRequest.Central) request).request().rho(), 0, true);
  }

  /** Returns the price in the units of a ledger. */
  Price toPay() {
    return Price.toPay(rho, delta);
  }

  private static double fromEpsilon(double epsilon) {
    return Conversions.rhoUp(new PureDp(epsilon)).rho();
  }
}
