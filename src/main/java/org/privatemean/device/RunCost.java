package org.privatemean.device;

import org.privatemean.local.LocalMeanSpec;
import org.privatemean.privacy.ApproxDp;

/**
 * The cost of a whole run to one participant.
 *
 * @param kind the stated guarantee of the run
 * @param amount its epsilon, or its rho
 * @param delta its delta; 0 if it has none
 */
record RunCost(GuaranteeKind kind, double amount, double delta) {
  /** The kind of a stated guarantee. A ledger stores its name. */
  enum GuaranteeKind {
    /** epsilon-DP. */
    PURE,
    /** (epsilon, delta)-DP. */
    APPROXIMATE,
    /** rho-zCDP. */
    CONCENTRATED
  }

  static RunCost compute(LocalMeanSpec spec) {
    return switch (spec.protocol()) {
      case PURE -> new RunCost(GuaranteeKind.PURE, spec.budget(), 0);
      case ZCDP -> new RunCost(GuaranteeKind.CONCENTRATED, spec.budget(), 0);
    };
  }

  static RunCost compute(ApproxDp guarantee) {
    return new RunCost(GuaranteeKind.APPROXIMATE, guarantee.epsilon(), guarantee.delta());
  }

  @Override
  public String toString() {
    return switch (kind) {
      case PURE -> "epsilon = " + amount;
      case APPROXIMATE -> "epsilon = " + amount + ", delta = " + delta;
      case CONCENTRATED -> "rho = " + amount;
    };
  }
}
