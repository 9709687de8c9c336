package org.privatemean.request;

import java.util.OptionalDouble;
import org.privatemean.annotation.Internal;

/**
 * The shares of the budget by step, fractions that sum to 1.
 *
 * @param medians share of all medians together
 * @param threshold share of the clipping norm
 * @param average share of the clipped sum
 */
@Internal
public record BudgetSplit(double medians, double threshold, double average) {
  /** Sources of the clipping norm. */
  public enum NormSource {
    /** It is found privately. */
    SEARCHED,
    /** It is given, and costs nothing. */
    GIVEN;

    /** {@link #GIVEN} where there is one. */
    public static NormSource from(OptionalDouble given) {
      return given.isPresent() ? GIVEN : SEARCHED;
    }
  }

  /** Checks the shares. */
  public BudgetSplit {
    if (!(medians >= 0 && threshold >= 0 && average > 0) || medians + threshold + average != 1) {
      throw new IllegalArgumentException(
          String.format(
              "shares must be non-negative and sum to 1. Provided: %s, %s, %s",
              medians, threshold, average));
    }
  }

  /**
   * The paper's split: a quarter for the medians where there are any (section 3.3), then of what is
   * left a quarter for the clipping norm where it is searched (section 3.2), the rest for the sum.
   *
   * @param method the shifted clipped mean, which has medians, or the clipped mean
   * @param clippingNorm where the clipping norm comes from
   */
  public static BudgetSplit paper(Method method, NormSource clippingNorm) {
    double centre = method.shifts() ? 0.25 : 0;
    double norm = clippingNorm == NormSource.SEARCHED ? (1 - centre) / 4 : 0;
    return new BudgetSplit(centre, norm, 1 - centre - norm);
  }
}
