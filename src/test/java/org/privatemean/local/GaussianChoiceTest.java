package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.privatemean.local.GaussianRequest.GaussianChoice;
import org.privatemean.refusal.ParamException;

final class GaussianChoiceTest {
  private static final double NONE = Double.NaN;

  private static GaussianRequest known(String estimator, double delta) {
    return new GaussianRequest(estimator, 1, delta, 64, 1, 1, true, 0.01, 0.95);
  }

  private static GaussianRequest bounded(String estimator, double delta) {
    return new GaussianRequest(estimator, 1, delta, 64, 0.5, 4, false, 0.01, 0.95);
  }

  private static List<String> suitable(GaussianChoice choice) {
    return choice.forecasts().keySet().stream().map(GaussianEstimator::label).toList();
  }

  @Test
  void of_knownSigma_takesTheLeastForecastOfThoseThatSuit() {
    GaussianChoice choice = GaussianChoice.choose(known("auto", NONE), 100_000, 0);
    assertEquals(List.of("kv", "kv1", "knownVar"), suitable(choice));
    double least =
        choice.forecasts().values().stream().mapToDouble(each -> each).min().getAsDouble();
    assertEquals(GaussianEstimator.KNOWN_SIGMA, choice.estimator());
    assertEquals(least, choice.forecasts().get(GaussianEstimator.KNOWN_SIGMA));
    assertEquals(0, choice.spec().delta());
  }

  @Test
  void of_sigmaBetweenBounds_takesTheLeastForecastOfThoseThatSuit() {
    GaussianChoice choice = GaussianChoice.choose(bounded("auto", NONE), 100_000, 0);
    assertEquals(List.of("uv", "uv1", "unkVar"), suitable(choice));
    assertEquals(GaussianEstimator.UNKNOWN_SIGMA, choice.estimator());
  }

  /** So few users that no level of digits can be read, but a baseline may still be asked. */
  @Test
  void of_fewUsers_takesABaselineOnlyWithDelta() {
    GaussianChoice baseline = GaussianChoice.choose(known("auto", 1e-6), 300, 0);
    assertEquals(GaussianEstimator.KNOWN_VAR, baseline.estimator());
    assertEquals(1e-6, baseline.spec().delta());
    assertTrue(Double.isNaN(baseline.forecasts().get(GaussianEstimator.KNOWN_SIGMA)));
    ParamException refusal =
        assertThrows(
            ParamException.class, () -> GaussianChoice.choose(known("auto", NONE), 300, 0));
    assertEquals("epsilon", refusal.param());
    assertTrue(refusal.getMessage().startsWith("300 users are too few"), refusal.getMessage());
  }

  @Test
  void of_aNamedBaseline_hasTheUsualDelta() {
    assertEquals(1e-9, GaussianChoice.choose(known("knownVar", NONE), 10_000, 0).spec().delta());
  }

  @Test
  void of_manyBins_excludesKnownVar() {
    GaussianRequest wide = new GaussianRequest("auto", 1, NONE, 1e7, 1, 1, true, 0.01, 0.95);
    assertEquals(List.of("kv", "kv1"), suitable(GaussianChoice.choose(wide, 100_000, 0)));
  }

  private static GaussianRequest request(
      String estimator,
      double epsilon,
      double delta,
      double bound,
      double least,
      double most,
      boolean known,
      double beta) {
    return new GaussianRequest(estimator, epsilon, delta, bound, least, most, known, beta, 0.95);
  }

  private record Asked(String param, Supplier<GaussianRequest> request) {}

  static Stream<Arguments> wrong() {
    return Stream.of(
            new Asked("epsilon", () -> request("auto", 1e-4, NONE, 64, 1, 1, true, 0.01)),
            new Asked("epsilon", () -> request("auto", NONE, NONE, 64, 1, 1, true, 0.01)),
            new Asked("delta", () -> request("auto", 1, 1, 64, 1, 1, true, 0.01)),
            new Asked("delta", () -> request("kv", 1, 1e-9, 64, 1, 1, true, 0.01)),
            new Asked("meanBound", () -> request("auto", 1, NONE, 0, 1, 1, true, 0.01)),
            new Asked("meanBound", () -> request("auto", 1, NONE, 1e30, 1, 1, true, 0.01)),
            new Asked("meanBound", () -> request("knownVar", 1, NONE, 1e7, 1, 1, true, 0.01)),
            new Asked("sigma", () -> request("auto", 1, NONE, 64, 0, 0, true, 0.01)),
            new Asked("sigmaMin", () -> request("auto", 1, NONE, 64, -1, 1, false, 0.01)),
            new Asked("sigmaMax", () -> request("auto", 1, NONE, 64, 2, 1, false, 0.01)),
            new Asked("sigmaMax", () -> request("auto", 1, NONE, 64, 1, 1e30, false, 0.01)),
            new Asked("estimator", () -> request("kv", 1, NONE, 64, 1, 2, false, 0.01)),
            new Asked("estimator", () -> request("unkVar", 1, NONE, 64, 1, 1, true, 0.01)),
            new Asked("beta", () -> request("auto", 1, NONE, 64, 1, 1, true, 0.05)),
            new Asked("beta", () -> request("auto", 1, NONE, 64, 1, 1, true, 0)))
        .map(requested -> Arguments.of(requested.param(), requested.request()));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void request_invalid_namesTheParam(String param, Supplier<GaussianRequest> request) {
    ParamException refusal = assertThrows(ParamException.class, request::get);
    assertEquals(param, refusal.param(), refusal.getMessage());
  }
}
