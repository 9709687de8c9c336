package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.query.QuantileSearch.Universe;
import org.privatemean.release.Release;
import org.privatemean.release.Warning;
import org.privatemean.request.Bounds;
import org.privatemean.request.BudgetSplit;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;

final class MeanPlanTest {
  private static final Bounds STATISTICAL = new Bounds.Statistical(50, 0.1, 3);
  private static final Bounds BALL = new Bounds.Ball(10, OptionalDouble.empty());
  private static final Bounds BOX = new Bounds.Box(10, OptionalDouble.empty());

  static Stream<Arguments> specs() {
    List<Arguments> specs = new ArrayList<>();
    for (Method method : List.of(Method.CLIPPED, Method.SHIFTED_CLIPPED)) {
      for (Bounds bounds : List.of(STATISTICAL, BALL, BOX)) {
        for (MeanSpec.Grid grid : MeanSpec.Grid.values()) {
          for (OptionalDouble norm : List.of(OptionalDouble.empty(), OptionalDouble.of(2))) {
            specs.add(arguments(spec(method, 0.5, bounds, norm, grid)));
          }
        }
      }
    }
    return specs.stream();
  }

  private static MeanSpec spec(
      Method method, double rho, Bounds bounds, OptionalDouble norm, MeanSpec.Grid grid) {
    return new MeanSpec(
        method,
        rho,
        Optional.of(bounds),
        norm,
        1e-3,
        grid,
        BudgetSplit.paper(method, norm),
        PrivacyUnit.row(Neighbours.REPLACE));
  }

  @ParameterizedTest
  @MethodSource("specs")
  void usefulRows_anySpec_isTheThresholdOfTheRule(MeanSpec spec) {
    for (int dimension : new int[] {1, 5, 30}) {
      long smallest = MeanPlan.usefulRows(spec, dimension).getAsLong();
      assertFalse(MeanPlan.create(spec, smallest, dimension).isTooSmall());
      assertTrue(MeanPlan.create(spec, smallest - 1, dimension).isTooSmall());
      assertFalse(MeanPlan.create(spec, 2 * smallest, dimension).isTooSmall());
      List<Warning> warnings = MeanPlan.create(spec, smallest - 1, dimension).warnings();
      assertEquals(1, warnings.size());
      assertTrue(warnings.get(0).text().contains("at least " + smallest + " rows"));
    }
  }

  @Test
  void usefulRows_hugeBudget_isOne() {
    MeanSpec spec = MeanSpec.of(Method.CLIPPED, 1e9, BALL);
    assertEquals(1, MeanPlan.usefulRows(spec, 1).getAsLong());
    assertTrue(MeanPlan.create(spec, 0, 1).isTooSmall());
  }

  @Test
  void usefulRows_smallerBudget_isMore() {
    long before = 0;
    for (double rho : new double[] {100, 1, 0.1, 1e-3, 1e-6}) {
      long rows =
          MeanPlan.usefulRows(MeanSpec.of(Method.SHIFTED_CLIPPED, rho, BALL), 16).getAsLong();
      assertTrue(rows > before);
      before = rows;
    }
  }

  @ParameterizedTest
  @EnumSource
  void usefulRows_noneFits_isEmptyAndTheMeanIsZero(Method method) {
    Bounds bounds = new Bounds.Ball(1, OptionalDouble.of(1e-15));
    MeanSpec spec = MeanSpec.of(method, 1e-6, bounds);
    assertTrue(MeanPlan.usefulRows(spec, 1).isEmpty());
    MeanPlan plan = MeanPlan.create(spec, 10, 1);
    assertTrue(plan.isTooSmall());
    assertTrue(
        plan.warnings().get(0).text().contains("do not allow the required number of rows"),
        plan.warnings().toString());
    assertEquals(OptionalDouble.empty(), plan.forecast(1).clippingNorm());
  }

  @Test
  void warnings_squaredGridThatNoUsefulSizeFits_areGiven() {
    MeanSpec spec =
        spec(Method.SHIFTED_CLIPPED, 0.5, BALL, OptionalDouble.empty(), MeanSpec.Grid.SQUARED);
    MeanPlan plan = MeanPlan.create(spec, 10, 4096);
    assertTrue(plan.isTooSmall());
    assertEquals(1, plan.warnings().size());
  }

  @ParameterizedTest
  @MethodSource("specs")
  void of_sumsThatCouldOverflow_namesNumbersAndRemedies(MeanSpec spec) {
    long rows = 1L << 61;
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> MeanPlan.create(spec, rows, 20));
    for (String part :
        List.of("n = " + rows, "64-bit sums", "resolution", "sigmaMin", "bound", "radius")) {
      assertTrue(refusal.getMessage().contains(part), refusal::getMessage);
    }
  }

  @Test
  void of_sumsAtTheLimit_fitOrAreRefused() {
    // 2 n B < 2^63 decides, B the bound on a coordinate.
    MeanSpec spec = MeanSpec.of(Method.CLIPPED, 1, new Bounds.Ball(1 << 20, OptionalDouble.of(1)));
    double bound = spec.effectiveBounds().lattice(1, 1, 1, 0.5).normBound();
    long most = (long) (0x1p62 / bound);
    assertDoesNotThrow(() -> MeanPlan.create(spec, most - 1, 1));
    assertThrows(IllegalArgumentException.class, () -> MeanPlan.create(spec, most + 1, 1));
  }

  @Test
  void of_coordinatesBeyondExactDoubles_areRefused() {
    for (Method method : List.of(Method.CLIPPED, Method.SHIFTED_CLIPPED)) {
      MeanSpec fits = MeanSpec.of(method, 1, new Bounds.Ball(1, OptionalDouble.of(0x1p-51)));
      assertDoesNotThrow(() -> MeanPlan.create(fits, 2, 1));
      MeanSpec finer = MeanSpec.of(method, 1, new Bounds.Ball(1, OptionalDouble.of(0x1p-52)));
      IllegalArgumentException refusal =
          assertThrows(IllegalArgumentException.class, () -> MeanPlan.create(finer, 2, 1));
      assertTrue(refusal.getMessage().contains("larger resolution"), refusal::getMessage);
    }
  }

  @Test
  void of_squaredGridTooFine_namesTheGrid() {
    MeanSpec spec =
        spec(
            Method.CLIPPED,
            1,
            new Bounds.Ball(1, OptionalDouble.of(0x1p-33)),
            OptionalDouble.empty(),
            MeanSpec.Grid.SQUARED);
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class, () -> MeanPlan.create(spec, 100, 1).isTooSmall());
    assertTrue(refusal.getMessage().contains("thresholdGrid"), refusal::getMessage);
  }

  @Test
  void budgets_ofThePaper_areSharesOfRho() {
    MeanPlan plan =
        MeanPlan.create(MeanSpec.of(Method.SHIFTED_CLIPPED, 0.5, STATISTICAL), 4000, 100);
    assertEquals(0.125, plan.rhoMedians());
    assertEquals(0.09375, plan.rhoThreshold());
    assertEquals(0.28125, plan.rhoAverage());
    assertEquals(128, plan.geometry().columns());
    assertEquals(2000, plan.medianRank());
    assertEquals(plan.geometry().lattice().step() / Math.sqrt(128), plan.geometry().unit());
  }

  @Test
  void thresholdRank_isThePapersWithTheCorrectedTau() {
    MeanPlan plan =
        MeanPlan.create(MeanSpec.of(Method.SHIFTED_CLIPPED, 0.5, STATISTICAL), 4000, 100);
    int levels = plan.geometry().thresholdGrid().universe().levels();
    double tau = Math.sqrt(levels * Math.log(levels / 1e-3) / 0.09375);
    assertEquals(tau, plan.rankError(), 1e-9);
    assertEquals(4000 - Math.max(Math.sqrt(2 * 128 / 0.28125), tau), plan.thresholdRank(), 1e-9);
    MeanPlan large =
        MeanPlan.create(MeanSpec.of(Method.SHIFTED_CLIPPED, 0.5, STATISTICAL), 40_000, 100_000);
    assertEquals(40_000 - Math.sqrt(2 * 131_072 / 0.28125), large.thresholdRank(), 1e-9);
  }

  @Test
  void universes_coverEveryEncodedValue() {
    for (Bounds bounds : List.of(STATISTICAL, BALL, BOX)) {
      MeanPlan plan = MeanPlan.create(MeanSpec.of(Method.SHIFTED_CLIPPED, 0.5, bounds), 4000, 100);
      long bound = plan.geometry().coordinateBound();
      assertEquals(new Universe(-bound, bound), plan.geometry().medianUniverse());
      assertTrue(bound >= plan.geometry().lattice().absoluteSumBound());
      // A rotated row and a centre, each coordinate at its worst.
      double rotated = Math.sqrt(128) * plan.geometry().lattice().normBound();
      double centre = Math.sqrt(128) * bound;
      long last = plan.geometry().thresholdGrid().universe().high();
      assertTrue(plan.geometry().thresholdGrid().norm(last) >= (rotated + centre) * (1 - 1e-6));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-9, 0.001, 1, 3.3333, 1e9})
  void givenNorm_inSteps_isAtMostTheGivenNormAndNotZero(double norm) {
    for (Method method : List.of(Method.CLIPPED, Method.SHIFTED_CLIPPED)) {
      MeanSpec spec = spec(method, 1, BALL, OptionalDouble.of(norm), MeanSpec.Grid.GEOMETRIC);
      MeanPlan plan = MeanPlan.create(spec, 1000, 5);
      assertFalse(plan.geometry().searchesNorm());
      assertEquals(0, plan.rankError());
      long steps = plan.geometry().givenNorm();
      assertTrue(steps == 1 || steps * plan.geometry().unit() <= norm);
      double reach = plan.geometry().lattice().normBound() * plan.geometry().lattice().step();
      assertTrue(norm > reach || steps == 1 || (steps + 1) * plan.geometry().unit() > norm);
    }
  }

  @Test
  void warnings_unreliableMedians_areGiven() {
    MeanSpec spec = MeanSpec.of(Method.SHIFTED_CLIPPED, 0.5, BALL);
    MeanPlan few = MeanPlan.create(spec, 500, 100);
    assertFalse(few.isTooSmall());
    assertTrue(
        few.warnings().get(0).text().contains("medians' rank noise"), few.warnings().toString());
    assertEquals(List.of(), MeanPlan.create(spec, 50_000, 100).warnings());
    assertEquals(
        0, MeanPlan.create(MeanSpec.of(Method.CLIPPED, 0.5, BALL), 500, 100).medianRankNoise());
  }

  @ParameterizedTest
  @MethodSource("specs")
  void forecast_publicValues_reportsWithoutCharges(MeanSpec spec) {
    Release forecast = MeanPlan.create(spec, 20_000, 10).forecast(1.5);
    assertEquals(List.of(), forecast.charges());
    assertEquals(20_000, forecast.rows());
    assertTrue(forecast.clippingNorm().orElseThrow() > 0);
    assertTrue(forecast.noise().expectedL2Error() > 0);
    assertTrue(forecast.region().radius() > forecast.noise().expectedL2Error());
    assertTrue(forecast.estimate().mean().isEmpty());
    assertEquals(10, forecast.estimate().dimension());
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void forecast_spreadOutOfRange_isRefused(double spread) {
    MeanPlan plan = MeanPlan.create(MeanSpec.of(Method.CLIPPED, 0.5, BALL), 20_000, 10);
    assertEquals(
        "spread must be positive and finite. Provided value: " + spread,
        assertThrows(IllegalArgumentException.class, () -> plan.forecast(spread)).getMessage());
  }
}
