package org.privatemean.request;

import java.util.OptionalDouble;
import org.privatemean.annotation.Internal;

/** Fractions of the budget for all medians, the clipping norm and the sum, which add up to 1. */
@Internal
public record BudgetSplit(double medians, double threshold, double average) {
  public BudgetSplit {
    if (!(medians >= 0 && threshold >= 0 && average > 0) || medians + threshold + average != 1) {
      throw new IllegalArgumentException(
          String.format(
              "shares must be non-negative and sum to 1. Provided: %s, %s, %s",
              medians, threshold, average));
    }
  }

  /**
   * Returns the paper's split: the medians get a quarter if the method has them (section 3.3), a
   * clipping norm that is searched a quarter of the rest (section 3.2), and the sum the remainder.
   */
  public static BudgetSplit paper(Method method, OptionalDouble clippingNorm) {
    double centre = method.shifts() ? 0.25 : 0;
    double norm = clippingNorm.isPresent() ? 0 : (1 - centre) / 4;
    return new BudgetSplit(centre, norm, 1 - centre - norm);
  }
}
