package org.privatemean.privacy.loss;

import org.privatemean.privacy.Charge;

/** The cost of a step of a shuffle protocol, as the law of its privacy loss. */
sealed interface Loss permits DummyCounts, SkellamMechanism, AdditiveDelta {
  /**
   * What a ledger shows of the step.
   *
   * @param step the name of the step, not blank
   */
  Charge charge(String step);
}
