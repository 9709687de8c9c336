package org.privatemean.privacy;

import java.io.Serializable;
import java.util.Objects;

/**
 * The cost of one named step of a release.
 *
 * <p>Under zCDP the charges of a release add up: {@code rho} is the amount debited, and {@code
 * delta} is 0. In the shuffle model, whose ledger holds one (epsilon, delta), {@code rho} is only a
 * share: {@code rho} divided by the sum of all rho is the step's share of the variance of the
 * privacy loss. The joint cost of the steps is then the delta of that ledger, which is not a sum
 * over steps.
 *
 * @param step the name of the step, not blank
 * @param rho the cost in rho-zCDP; in the shuffle model the cost of Gaussian noise of the same
 *     variance; finite and at least 0
 * @param delta the probability that the step fails to hide anything, added to delta unchanged, 0 to
 *     1; 0 except in the shuffle model
 * @since 0.1.0
 */
public record Charge(String step, double rho, double delta) implements Serializable {

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if one is out of its range
   */
  public Charge {
    Objects.requireNonNull(step, "step");
    if (step.isBlank()) {
      throw new IllegalArgumentException("step must not be blank");
    }
    Checks.nonNegative("rho", rho);
    if (!(delta >= 0 && delta <= 1)) {
      throw new IllegalArgumentException("delta must be in [0, 1]. Provided value: " + delta);
    }
  }

  /** Creates a charge in zCDP alone. */
  public Charge(String step, double rho) {
    this(step, rho, 0);
  }
}
