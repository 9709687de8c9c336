package org.privatemean.shuffle;

import org.privatemean.privacy.Charge;

/** The cost of a step of a shuffle protocol, as the distribution of its privacy loss. */
sealed interface Loss permits DummyCounts, SkellamMechanism, AdditiveDelta {
  /**
   * Returns the charge of the step.
   *
   * @param step the name of the step, not blank
   */
  Charge charge(String step);
}
