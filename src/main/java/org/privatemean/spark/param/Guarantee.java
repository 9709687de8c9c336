package org.privatemean.spark.param;

import java.util.Optional;
import org.privatemean.local.LocalMeanPlan;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.Zcdp;

/**
 * What a release promises.
 *
 * @param zcdp the zCDP guarantee that the ledger enforces
 * @param asked the (epsilon, delta) that it was derived from, where the user asked in those terms
 */
public record Guarantee(Zcdp zcdp, Optional<ApproxDp> asked) {
  /** What a plan of the local model promises a user: epsilon with a delta of 0, or rho. */
  public static Guarantee of(LocalMeanPlan plan) {
    if (!plan.splitsUsers()) {
      return new Guarantee(new Zcdp(plan.budget()), Optional.empty());
    }
    return new Guarantee(
        Conversions.rhoUp(new PureDp(plan.budget())), Optional.of(new ApproxDp(plan.budget(), 0)));
  }
}
