package org.privatemean.device;

/** The cost of a whole run to one participant: its epsilon or rho, and its delta or 0. */
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

  boolean isOfShuffle() {
    return kind == GuaranteeKind.APPROXIMATE;
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
