package org.privatemean.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;

final class MeanSpecTest {
  private static final Bounds BALL = new Bounds.Ball(1, OptionalDouble.empty());

  private static MeanSpec spec(
      Method method,
      double rho,
      Bounds bounds,
      OptionalDouble norm,
      double beta,
      BudgetSplit split) {
    return new MeanSpec(
        method,
        rho,
        Optional.ofNullable(bounds),
        norm,
        beta,
        MeanSpec.Grid.GEOMETRIC,
        split,
        PrivacyUnit.row(Neighbours.REPLACE));
  }

  private static String refusal(
      Method method,
      double rho,
      Bounds bounds,
      OptionalDouble norm,
      double beta,
      BudgetSplit split) {
    return assertThrows(
            IllegalArgumentException.class, () -> spec(method, rho, bounds, norm, beta, split))
        .getMessage();
  }

  @ParameterizedTest
  @EnumSource
  void of_defaultRequest_hasTheDefaults(Method method) {
    MeanSpec spec = MeanSpec.of(method, 0.5, BALL);
    assertEquals(MeanSpec.Grid.GEOMETRIC, spec.grid());
    assertEquals(0.001, spec.beta());
    assertEquals(OptionalDouble.empty(), spec.clippingNorm());
    assertEquals(BudgetSplit.paper(method, OptionalDouble.empty()), spec.split());
    assertEquals(BALL, spec.effectiveBounds());
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -0.5, Double.NaN, Double.POSITIVE_INFINITY})
  void spec_rhoOutOfRange_isRefused(double rho) {
    assertEquals(
        "rho must be positive and finite. Provided value: " + rho,
        assertThrows(IllegalArgumentException.class, () -> MeanSpec.of(Method.CLIPPED, rho, BALL))
            .getMessage());
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, -0.5, Double.NaN, 2})
  void spec_betaOutOfRange_isRefused(double beta) {
    BudgetSplit split = BudgetSplit.paper(Method.CLIPPED, OptionalDouble.empty());
    assertEquals(
        "beta must be in (0, 1). Provided value: " + beta,
        refusal(Method.CLIPPED, 1, BALL, OptionalDouble.empty(), beta, split));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void spec_clippingNormOutOfRange_isRefused(double norm) {
    BudgetSplit split = BudgetSplit.paper(Method.CLIPPED, OptionalDouble.of(1));
    assertEquals(
        "clippingNorm must be positive and finite. Provided value: " + norm,
        refusal(Method.CLIPPED, 1, BALL, OptionalDouble.of(norm), 0.1, split));
  }

  @Test
  void spec_withoutBounds_needsAClippingNormAndNoShift() {
    BudgetSplit split = BudgetSplit.paper(Method.CLIPPED, OptionalDouble.of(1));
    MeanSpec given = spec(Method.CLIPPED, 1, null, OptionalDouble.of(3), 0.1, split);
    assertEquals(new Bounds.Ball(3, OptionalDouble.empty()), given.effectiveBounds());
    String clipped = refusal(Method.CLIPPED, 1, null, OptionalDouble.empty(), 0.1, split);
    assertTrue(clipped.startsWith("method clipped needs a public bound"), clipped);
    assertTrue(clipped.contains("or clippingNorm"), clipped);
    String shifted = refusal(Method.SHIFTED_CLIPPED, 1, null, OptionalDouble.of(3), 0.1, split);
    assertTrue(shifted.startsWith("method shiftedClipped needs a public bound"), shifted);
  }

  @Test
  void spec_stepWithoutAShare_isRefused() {
    OptionalDouble norm = OptionalDouble.of(1);
    OptionalDouble none = OptionalDouble.empty();
    BudgetSplit sumOnly = BudgetSplit.paper(Method.CLIPPED, OptionalDouble.of(1));
    assertTrue(refusal(Method.CLIPPED, 1, BALL, none, 0.1, sumOnly).startsWith("split must give"));
    assertTrue(
        refusal(Method.SHIFTED_CLIPPED, 1, BALL, norm, 0.1, sumOnly).startsWith("split must give"));
    assertEquals(sumOnly, spec(Method.CLIPPED, 1, BALL, norm, 0.1, sumOnly).split());
  }

  @Test
  void labels_areTheValuesOfParams() {
    assertEquals("clipped", Method.CLIPPED.label());
    assertEquals("shiftedClipped", Method.SHIFTED_CLIPPED.label());
    assertEquals("geometric", MeanSpec.Grid.GEOMETRIC.label());
    assertEquals("squared", MeanSpec.Grid.SQUARED.label());
  }
}
