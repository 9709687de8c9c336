package org.privatemean.privacy;

import java.util.Objects;

/**
 * What one named step of a release cost.
 *
 * @param step the name of the step, not blank
 * @param rho what was debited for it in zCDP, finite and above 0
 */
public record Charge(String step, double rho) {

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if the step is blank or rho is not finite and above 0
   */
  public Charge {
    Objects.requireNonNull(step, "step");
    if (step.isBlank()) {
      throw new IllegalArgumentException("step must not be blank");
    }
    Checks.positive("rho", rho);
  }
}
