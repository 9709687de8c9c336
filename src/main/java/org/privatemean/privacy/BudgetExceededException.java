package org.privatemean.privacy;

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
    super(
        "step '"
            + step
            + "' asks for rho = "
            + asked
            + " but only rho = "
            + remaining
            + " of the budget remains: give this step a smaller share, or start with a larger budget");
    this.step = step;
    this.asked = asked;
    this.remaining = remaining;
  }

  /** The step that asked. */
  public String step() {
    return step;
  }

  /** The rho that it asked for. */
  public double asked() {
    return asked;
  }

  /** The rho that was left, rounded down. */
  public double remaining() {
    return remaining;
  }
}
