package org.privatemean.spark.pass;

/**
 * Is notified of the progress of a fit.
 *
 * <p><b>Privacy guarantee.</b> What it receives is public or released: names of steps and their
 * charges, which the report holds too, and numbers of rounds. It is notified of a charge once the
 * charge was accepted, and never of a count or a sum. When it receives is a matter of time, which
 * this library does not protect.
 */
public interface Progress {
  /** Ignores everything. */
  Progress UNHEARD = new Progress() {};

  /**
   * A fit in the central model begins.
   *
   * @param phases how many it is likely to have: see {@link StepLabels}
   * @param rho its budget
   */
  default void begins(int phases, double rho) {}

  /**
   * A step was charged; a search is charged for each of its levels.
   *
   * @param step its name in the report
   * @param spent all charges so far, in rho
   */
  default void onCharge(String step, double spent) {}

  /**
   * A round of the local or the shuffle model begins.
   *
   * @param round from 1
   * @param rounds how many there are
   */
  default void round(int round, int rounds) {}
}
