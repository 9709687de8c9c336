package org.privatemean.spark.pass;

/**
 * A listener for the progress of a fit.
 *
 * <p><b>Privacy guarantee.</b> It receives public or released values: names of steps and their
 * charges, which the report holds too, and numbers of rounds. It is notified of a charge once
 * accepted, and never of a count or a sum. The time of a notification is a matter of timing, which
 * this library does not protect.
 */
public interface Progress {
  /** A listener that ignores everything. */
  Progress UNHEARD = new Progress() {};

  /**
   * Reports the start of a fit in the central model.
   *
   * @param phases likely number of phases: see {@link StepLabels}
   * @param rho its budget
   */
  default void begins(int phases, double rho) {}

  /**
   * Reports the charge of a step; each level of a search is charged.
   *
   * @param step its name in the report
   * @param spent all charges so far, in rho
   */
  default void onCharge(String step, double spent) {}

  /**
   * Reports the start of a round of the local or the shuffle model.
   *
   * @param round from 1
   * @param rounds number of rounds
   */
  default void round(int round, int rounds) {}
}
