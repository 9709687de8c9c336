package org.privatemean.mean.recentred;

import org.privatemean.privacy.ledger.ZcdpGrant;
import org.privatemean.query.Step;

/** Tracks the remaining budget of a release and numbers its steps. */
final class BudgetTracker {
  private final ZcdpGrant grant;

  /** Remaining budget; part of it may be reserved for a later step. */
  private double left;

  private double kept;
  private int steps = Step.COUNT.id();

  /** Creates the tracker of a release. */
  BudgetTracker(ZcdpGrant grant, double rho) {
    this.grant = grant;
    this.left = rho;
  }

  /** Remaining budget, without the reserved part. */
  double remaining() {
    return left - kept;
  }

  /** Reserves a part of the budget for later, replacing any earlier reservation. */
  void keep(double rho) {
    kept = rho;
  }

  /** The whole remaining budget, for the last question. */
  double all() {
    return Math.min(left, grant.remaining());
  }

  /** Returns the next step and subtracts its price from the budget. */
  Step pay(String name, double budget) {
    left -= budget;
    steps++;
    return new Step(steps, name);
  }
}
