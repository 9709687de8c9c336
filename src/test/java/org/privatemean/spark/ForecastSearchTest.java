package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class ForecastSearchTest {
  static Stream<Arguments> questions() {
    return Stream.of(
        Arguments.of(new PrivateMean(), 20_000L, 3, 1.0, 0.001),
        Arguments.of(new PrivateMean(), 4_000L, 16, 4.0, 0.02),
        Arguments.of(new PrivateMean().setScaling("auto"), 50_000L, 128, 1.0, 0.01),
        Arguments.of(new PrivateMean().setNeighbours("addRemove"), 10_000L, 20, 1e6, 1e4),
        Arguments.of(new PrivateMean().setMethod("clipped").setBound(10), 5_000L, 8, 1.0, 0.01),
        // A lattice so fine that its sums have room for some thousands of rows only.
        Arguments.of(
            new PrivateMean().setMethod("clipped").setBound(100).setResolution(1e-8),
            5_000L,
            8,
            1.0,
            0.1),
        Arguments.of(
            new PrivateMean().setMethod("shiftedClipped").setBound(100), 20_000L, 8, 1.0, 0.01));
  }

  @ParameterizedTest
  @MethodSource("questions")
  void rho_isTheLeastThatReachesTheTarget(
      PrivateMean stage, long rows, int dimension, double spread, double target) {
    double rho = stage.forecastRho(rows, dimension, spread, target);
    double error = stage.setRho(rho).forecast(rows, dimension, spread).expectedL2Error();
    assertTrue(error <= target && error >= 0.98 * target, error + " for " + target);
    double less = stage.setRho(0.99 * rho).forecast(rows, dimension, spread).expectedL2Error();
    assertTrue(less > target, less + " for " + target);
  }

  @ParameterizedTest
  @MethodSource("questions")
  void rows_areTheFewestThatReachTheTarget(
      PrivateMean stage, long rows, int dimension, double spread, double target) {
    stage.setRho(0.3);
    long fewest = stage.forecastRows(dimension, spread, target);
    double error = stage.forecast(fewest, dimension, spread).expectedL2Error();
    assertTrue(error <= target, error + " for " + target);
    double fewer = stage.forecast(fewest - 1, dimension, spread).expectedL2Error();
    assertTrue(fewer > target, fewer + " for " + target);
  }

  /** It answers what the stage would need, whatever it has. */
  @Test
  void rho_ofAStageWithABudget_doesNotDependOnIt() {
    double rho = new PrivateMean().forecastRho(4_000, 8, 1, 0.01);
    PrivateMean stage = new PrivateMean().setEpsilon(1).setDelta(1e-6);
    assertEquals(rho, stage.forecastRho(4_000, 8, 1, 0.01));
    assertTrue(stage.isDefined(stage.epsilon()) && !stage.isDefined(stage.rho()));
  }

  @Test
  void rows_ofAnEpsilonOfUsers_areFound() {
    PrivateMean stage =
        new PrivateMean().setTrustModel("shuffle").setEpsilon(2).setDelta(1e-9).setBound(50);
    long fewest = stage.forecastRows(2, 1.4, 0.05);
    assertTrue(stage.forecast(fewest, 2, 1.4).expectedL2Error() <= 0.05);
  }

  @Test
  void search_outOfReachOrRange_isRefusedByName() {
    PrivateMean stage = new PrivateMean();
    assertRefused(
        "targetError = 1.0E-4 is out of reach with 3 rows", () -> stage.forecastRho(3, 3, 1, 1e-4));
    assertRefused("targetError", () -> stage.forecastRho(1000, 3, 1, 0));
    assertRefused(
        "targetError = 20.0 is reached without any query",
        () -> new PrivateMean().setMethod("clipped").setBound(10).forecastRho(5000, 8, 1, 20));
    assertRefused("spread", () -> stage.forecastRho(1000, 3, -1, 0.1));
    assertRefused("dimension", () -> stage.forecastRho(1000, 0, 1, 0.1));
    assertRefused("rows", () -> stage.forecastRho(-1, 3, 1, 0.1));
    assertRefused("rho", () -> stage.forecastRows(3, 1, 0.1));
    assertRefused(
        "out of reach with 1099511627776 rows",
        () -> new PrivateMean().setRho(1e-9).forecastRows(3, 1, 1e-9));
    assertRefused(
        "epsilon", () -> new PrivateMean().setTrustModel("shuffle").forecastRho(1000, 3, 1, 0.1));
  }

  private static void assertRefused(String text, Runnable question) {
    IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, question::run);
    assertTrue(refusal.getMessage().contains(text), refusal.getMessage());
  }
}
