package org.privatemean.privacy;

import java.io.Serializable;
import java.util.Objects;

/**
 * The cost of one named step of a release.
 *
 * <p>Under zCDP the charges of a release add up: {@code rho} is the amount debited, and {@code
 * delta} is 0. In the shuffle model, whose ledger holds one (epsilon, delta), the step's share of
 * all rho is its share of the variance of the privacy loss; the joint cost is the delta of that
 * ledger, which is not a sum over steps.
 *
 * @param step the name of the step, not blank
 * @param rho the cost in rho-zCDP; in the shuffle model that of Gaussian noise of the same
 *     variance; finite and at least 0
 * @param delta the probability that the step hides nothing, added to delta unchanged, 0 to 1; 0
 *     except in the shuffle model
 * @since 0.1.0
 */
public record Charge(String step, double rho, double delta) implements Serializable {
  public Charge {
    Objects.requireNonNull(step, "step");
    if (step.isBlank()) {
      throw new IllegalArgumentException("step must not be blank");
    }
    Checks.nonNegative("rho", rho);
    Checks.argument("delta", delta >= 0 && delta <= 1, "in [0, 1]", delta);
  }

  /** Creates a charge without a delta. */
  public Charge(String step, double rho) {
    this(step, rho, 0);
  }
}
