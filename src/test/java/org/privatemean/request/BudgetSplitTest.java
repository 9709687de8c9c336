package org.privatemean.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BudgetSplitTest {
  @Test
  void paper_anySteps_givesEachAQuarterOfTheRemainder() {
    assertEquals(
        new BudgetSplit(0.25, 0.1875, 0.5625),
        BudgetSplit.paper(Method.SHIFTED_CLIPPED, OptionalDouble.empty()));
    assertEquals(
        new BudgetSplit(0, 0.25, 0.75), BudgetSplit.paper(Method.CLIPPED, OptionalDouble.empty()));
    assertEquals(
        new BudgetSplit(0.25, 0, 0.75),
        BudgetSplit.paper(Method.SHIFTED_CLIPPED, OptionalDouble.of(1)));
    assertEquals(new BudgetSplit(0, 0, 1), BudgetSplit.paper(Method.CLIPPED, OptionalDouble.of(1)));
  }

  @ParameterizedTest
  @CsvSource({
    "0.5, 0.5, 0",
    "0.5, 0.25, 0.5",
    "0.25, 0.25, 0.25",
    "-0.5, 0.5, 1",
    "0.5, -0.5, 1",
    "NaN, 0.5, 0.5"
  })
  void split_negativeOrNotOne_isRefused(double medians, double threshold, double average) {
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class, () -> new BudgetSplit(medians, threshold, average));
    assertEquals(
        "shares must be non-negative and sum to 1. Provided: "
            + String.join(", ", "" + medians, "" + threshold, "" + average),
        refusal.getMessage());
  }
}
