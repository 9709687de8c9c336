package org.privatemean.spark;

import org.privatemean.annotation.Internal;

/**
 * A listener for the progress of a fit.
 *
 * <p><b>Privacy guarantee.</b> It receives public or released values: names of steps, their charges
 * once accepted, and numbers of rounds, never a count or a sum. The time of a notification is not
 * protected.
 */
@Internal
public interface Progress {
  Progress UNHEARD = new Progress() {};

  /** Reports the start of a fit in the central model, with its likely number of phases. */
  default void begins(int phases, double rho) {}

  /** Reports the charge of a step by its name in the report, and all charges so far, in rho. */
  default void onCharge(String step, double spent) {}

  /** Reports the start of a round, from 1, of the local or the shuffle model. */
  default void round(int round, int rounds) {}
}
