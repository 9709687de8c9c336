package org.privatemean.privacy.ledger;

/**
 * Thrown if a step or a release asks for more privacy budget than is left. Nothing was debited, and
 * no noise was drawn.
 *
 * @since 0.1.0
 */
public final class BudgetExceededException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String step;
  private final String unit;
  private final double requested;
  private final double remaining;

  /** Creates a refusal of a step, by the requested rho and the rho that remained. */
  public BudgetExceededException(String step, double requested, double remaining) {
    this(
        step,
        "rho",
        requested,
        remaining,
        String.format(
            "step '%s' asks for rho = %s but only rho = %s of the budget remains: give this step a"
                + " smaller share, or start with a larger budget",
            step, requested, remaining));
  }

  private BudgetExceededException(
      String step, String unit, double requested, double remaining, String message) {
    super(message);
    this.step = step;
    this.unit = unit;
    this.requested = requested;
    this.remaining = remaining;
  }

  /** Creates a refusal of a release that asks for more than remains, of rho, epsilon or delta. */
  public static BudgetExceededException ofRelease(
      String release, String unit, double requested, double remaining) {
    return new BudgetExceededException(
        release,
        unit,
        requested,
        remaining,
        String.format(
            "release '%s' asks for %s = %s but only %s = %s of the budget remains: ask for less,"
                + " or start with a larger budget",
            release, unit, requested, unit, remaining));
  }

  /** Creates a refusal of a step that would raise the total delta above that of the budget. */
  public static BudgetExceededException ofDelta(String step, double requested, double budget) {
    return new BudgetExceededException(
        step,
        "delta",
        requested,
        budget,
        String.format(
            "step '%s' would bring delta to %s but the budget is %s: give this step more noise, or"
                + " start with a larger budget",
            step, requested, budget));
  }

  /** Returns the step, or the release, that asked. */
  public String step() {
    return step;
  }

  /** Returns the unit of {@link #requested} and {@link #remaining}: rho, epsilon or delta. */
  public String unit() {
    return unit;
  }

  /** Returns the requested amount; for a step of a shuffle protocol the delta of all steps. */
  public double requested() {
    return requested;
  }

  /** Returns the remaining amount, rounded down; for such a step the delta of its release. */
  public double remaining() {
    return remaining;
  }
}
