package org.privatemean.mean.recentred;

import org.privatemean.privacy.ledger.ZcdpGrant;
import org.privatemean.query.Step;

/** The budget of one release, and the numbers of its steps: each step takes both from here. */
final class BudgetTracker {
  private final ZcdpGrant grant;

  /** Budget that is not spent; part of it may be kept for a step that is sure to come. */
  private double left;

  private double kept;
  private int steps = Step.COUNT.id();

  /**
   * Creates the tracker of a release.
   *
   * @param rho its budget, without what the number of rows cost
   */
  BudgetTracker(ZcdpGrant grant, double rho) {
    this.grant = grant;
    this.left = rho;
  }

  /** Budget that is left, without what is kept. */
  double remaining() {
    return left - kept;
  }

  /** Keeps a part of the budget for later; in place of what was kept before. */
  void keep(double rho) {
    kept = rho;
  }

  /** All that is left, for the last question. */
  double all() {
    return Math.min(left, grant.remaining());
  }

  /** The next step, for a part of the budget. */
  Step pay(String name, double budget) {
    left -= budget;
    steps++;
    return new Step(steps, name);
  }
}
