package org.privatemean.shuffle;

import org.privatemean.privacy.Charge;

/**
 * The price of a step that approximates an ideal one up to a total variation, such as (1 +
 * e^epsilon) eta for the secrecy of the shares of sums: it is added to delta.
 *
 * @param delta 0 to 1
 */
record AdditiveDelta(double delta) implements Loss {

  /**
   * Checks the parameter.
   *
   * @throws IllegalArgumentException if delta is out of its range
   */
  public AdditiveDelta {
    if (!(delta >= 0 && delta <= 1)) {
      throw new IllegalArgumentException("delta must be in [0, 1]. Provided value: " + delta);
    }
  }

  @Override
  public Charge charge(String step) {
    return new Charge(step, 0, delta);
  }
}
