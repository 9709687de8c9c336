package org.privatemean.device;

import org.privatemean.local.LocalMeanSpec;
import org.privatemean.privacy.ApproxDp;

/**
 * What a whole run costs the one who takes part in it.
 *
 * @param kind the guarantee that the run states
 * @param amount its epsilon, or its rho
 * @param delta its delta; 0 where it has none
 */
record RunCost(Kind kind, double amount, double delta) {
  /** Which guarantee a run states. In a ledger's form by its name. */
  enum Kind {
    /** epsilon-DP. */
    PURE,
    /** (epsilon, delta)-DP. */
    APPROXIMATE,
    /** rho-zCDP. */
    CONCENTRATED
  }

  static RunCost of(LocalMeanSpec spec) {
    return switch (spec.protocol()) {
      case PURE -> new RunCost(Kind.PURE, spec.budget(), 0);
      case ZCDP -> new RunCost(Kind.CONCENTRATED, spec.budget(), 0);
    };
  }

  static RunCost of(ApproxDp guarantee) {
    return new RunCost(Kind.APPROXIMATE, guarantee.epsilon(), guarantee.delta());
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
