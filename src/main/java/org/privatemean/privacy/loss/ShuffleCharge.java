package org.privatemean.privacy.loss;

import java.util.Objects;
import org.privatemean.privacy.Checks;

/**
 * What one named step of a shuffle protocol was charged for.
 *
 * <p>Its share of the protocol's noise is {@code rho} divided by the sum of all rho: a tenth of the
 * sum is a tenth of the variance of the privacy loss. It is a share only; what the steps cost
 * together is the ledger's delta, which is not a sum over steps.
 *
 * @param step the name of the step, not blank
 * @param rho what Gaussian noise of the same variance would cost in zCDP, finite and at least 0
 * @param delta probability that the step fails to hide anything, added to delta as it is, 0 to 1
 */
public record ShuffleCharge(String step, double rho, double delta) {

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if one of them is out of its range
   */
  public ShuffleCharge {
    Objects.requireNonNull(step, "step");
    if (step.isBlank()) {
      throw new IllegalArgumentException("step must not be blank");
    }
    Checks.nonNegative("rho", rho);
    if (!(delta >= 0 && delta <= 1)) {
      throw new IllegalArgumentException("delta must be in [0, 1]. Provided value: " + delta);
    }
  }
}
