package org.privatemean.request;

import java.util.OptionalDouble;
import org.privatemean.annotation.Internal;

/**
 * Fractions of the budget per step. They sum to 1.
 *
 * @param medians fraction for all medians together
 * @param threshold fraction for the clipping norm
 * @param average fraction for the clipped sum
 */
@Internal
public record BudgetSplit(double medians, double threshold, double average) {
  /** Sources of the clipping norm. */
  public enum NormSource {
    /** Found by a private search. */
    SEARCHED,
    /** Given by the caller, at no cost. */
    GIVEN;

    /** Returns {@link #GIVEN} if a norm is present, else {@link #SEARCHED}. */
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
   * Returns the paper's split. The medians get a quarter if the method has medians (section 3.3).
   * The clipping norm gets a quarter of the rest if it is searched (section 3.2). The sum gets the
   * remainder.
   *
   * @param method the shifted clipped mean, which has medians, or the clipped mean
   * @param clippingNorm source of the clipping norm
   */
  public static BudgetSplit paper(Method method, NormSource clippingNorm) {
    double centre = method.shifts() ? 0.25 : 0;
    double norm = clippingNorm == NormSource.SEARCHED ? (1 - centre) / 4 : 0;
    return new BudgetSplit(centre, norm, 1 - centre - norm);
  }
}
