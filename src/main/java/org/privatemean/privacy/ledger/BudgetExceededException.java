package org.privatemean.privacy.ledger;

/**
 * Says that a step asked for more privacy budget than was left. Nothing was debited, and no noise
 * drawn.
 */
public final class BudgetExceededException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String step;
  private final double asked;
  private final double remaining;

  /**
   * A refusal.
   *
   * @param step the step that asked
   * @param asked the rho it asked for
   * @param remaining the rho that remained
   */
  public BudgetExceededException(String step, double asked, double remaining) {
    this(
        step,
        asked,
        remaining,
        "asks for rho = "
            + asked
            + " but only rho = "
            + remaining
            + " of the budget remains: give this step a smaller share, or start with a larger"
            + " budget");
  }

  private BudgetExceededException(String step, double asked, double remaining, String refusal) {
    super("step '" + step + "' " + refusal);
    this.step = step;
    this.asked = asked;
    this.remaining = remaining;
  }

  /** A refusal of a step with which the whole would have a delta above that of the budget. */
  public static BudgetExceededException ofDelta(String step, double asked, double budget) {
    return new BudgetExceededException(
        step,
        asked,
        budget,
        "would bring delta to "
            + asked
            + " but the budget is "
            + budget
            + ": give this step more noise, or start with a larger budget");
  }

  /** The step that asked. */
  public String step() {
    return step;
  }

  /** The rho that it asked for; in a shuffle protocol the delta that all steps would have. */
  public double asked() {
    return asked;
  }

  /** The rho that was left, rounded down; in a shuffle protocol the delta of the budget. */
  public double remaining() {
    return remaining;
  }
}
