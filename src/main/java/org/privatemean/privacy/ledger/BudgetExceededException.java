package org.privatemean.privacy.ledger;

/**
 * Says that a step or a release asked for more privacy budget than was left. Nothing was debited,
 * and no noise drawn.
 *
 * @since 0.1.0
 */
public final class BudgetExceededException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String step;
  private final String unit;
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
        "rho",
        asked,
        remaining,
        String.format(
            "step '%s' asks for rho = %s but only rho = %s of the budget remains: give this step a"
                + " smaller share, or start with a larger budget",
            step, asked, remaining));
  }

  private BudgetExceededException(
      String step, String unit, double asked, double remaining, String message) {
    super(message);
    this.step = step;
    this.unit = unit;
    this.asked = asked;
    this.remaining = remaining;
  }

  /**
   * A refusal of a release that asks for more than is left.
   *
   * @param unit rho, epsilon or delta
   */
  public static BudgetExceededException ofRelease(
      String release, String unit, double asked, double remaining) {
    return new BudgetExceededException(
        release,
        unit,
        asked,
        remaining,
        String.format(
            "release '%s' asks for %s = %s but only %s = %s of the budget remains: ask for less,"
                + " or start with a larger budget",
            release, unit, asked, unit, remaining));
  }

  /** A refusal of a step with which the whole would have a delta above that of the budget. */
  public static BudgetExceededException ofDelta(String step, double asked, double budget) {
    return new BudgetExceededException(
        step,
        "delta",
        asked,
        budget,
        String.format(
            "step '%s' would bring delta to %s but the budget is %s: give this step more noise, or"
                + " start with a larger budget",
            step, asked, budget));
  }

  /** The step, or the release, that asked. */
  public String step() {
    return step;
  }

  /** Returns what {@link #asked} and {@link #remaining} are amounts of: rho, epsilon or delta. */
  public String unit() {
    return unit;
  }

  /**
   * Returns what it asked for; for a step of a shuffle protocol the delta that all steps would
   * have.
   */
  public double asked() {
    return asked;
  }

  /**
   * Returns what was left, rounded down; for a step of a shuffle protocol the delta of its release.
   */
  public double remaining() {
    return remaining;
  }
}
