package org.privatemean.shuffle;

import java.math.BigDecimal;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.ledger.BudgetExceededException;

/**
 * An (epsilon, delta) budget of releases in the shuffle model that cannot be overspent.
 *
 * <p><b>Privacy guarantee.</b> The output of all steps that were each charged to a {@link
 * ShuffleGrant} of this ledger before their noise was drawn is together (epsilon, delta)-DP: each
 * grant keeps its release within its part, and the parts add up, exactly, to at most the budget
 * (basic composition, also of parts chosen after earlier releases: Rogers, Roth, Ullman and Vadhan
 * 2016, "Privacy Odometers and Filters"). Thread-safe. Not serializable: a budget has one owner.
 */
final class ShuffleLedger {

  private final ApproxDp budget;
  private BigDecimal epsilon = BigDecimal.ZERO;
  private BigDecimal delta = BigDecimal.ZERO;

  ShuffleLedger(ApproxDp budget) {
    this.budget = budget;
  }

  /** Takes exactly the budget of a release; none is returned. */
  synchronized ShuffleGrant grant(String release, ApproxDp part) {
    if (release.isBlank()) {
      throw new IllegalArgumentException("release must not be blank");
    }
    BigDecimal epsilons = sum("epsilon", epsilon, part.epsilon(), budget.epsilon(), release);
    delta = sum("delta", delta, part.delta(), budget.delta(), release);
    epsilon = epsilons;
    return new ShuffleGrant(release, part);
  }

  private static BigDecimal sum(
      String unit, BigDecimal spent, double requested, double whole, String release) {
    BigDecimal sum = spent.add(new BigDecimal(requested));
    if (sum.compareTo(new BigDecimal(whole)) > 0) {
      double left = Math.max(0, new BigDecimal(whole).subtract(spent).doubleValue());
      throw BudgetExceededException.ofRelease(release, unit, requested, left);
    }
    return sum;
  }
}
