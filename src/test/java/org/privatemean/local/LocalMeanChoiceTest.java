package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.privatemean.local.LocalMeanChoice.Mechanism;
import org.privatemean.local.LocalMeanChoice.ProtocolForecast;
import org.privatemean.local.LocalMeanRequest.RowLaw;
import org.privatemean.local.gaussian.GaussianProtocol;
import org.privatemean.local.gaussian.coordinate.ExpectedError;
import org.privatemean.local.gaussian.round.GaussianRound;
import org.privatemean.privacy.PureDp;
import org.privatemean.request.Bounds;

class LocalMeanChoiceTest {
  private static final double KNOWN = 1;

  /** Figures 10 to 12: every coordinate of the mean within 20. */
  private static LocalMeanRequest figures(double epsilon, int d, double sigmaMax, RowLaw law) {
    double sigmaMin = sigmaMax == KNOWN ? KNOWN : 0.1;
    return new LocalMeanRequest(epsilon, 100_000, d, 20, sigmaMin, sigmaMax, law);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 8, 1, KNOWN_SIGMA",
    "0.5, 8, 20, UNKNOWN_SIGMA",
    "8, 8, 1, SHIFTED_CLIPPED",
    "8, 8, 20, SHIFTED_CLIPPED",
    "1, 128, 1, SHIFTED_CLIPPED"
  })
  void choice_gaussianRows_isTheSmallestForecast(
      double epsilon, int d, double sigmaMax, Mechanism expected) {
    LocalMeanChoice choice = LocalMeanChoice.choose(figures(epsilon, d, sigmaMax, RowLaw.GAUSSIAN));
    assertEquals(expected, choice.mechanism());
    assertEquals(3, choice.candidates().size());
    for (ProtocolForecast candidate : choice.candidates()) {
      assertEquals(candidate.refusal().isEmpty(), candidate.forecast().isPresent());
      assertTrue(candidate.forecast().orElse(Double.POSITIVE_INFINITY) >= choice.forecast());
    }
  }

  @Test
  void choice_anyRows_isTheShiftedClippedMean() {
    LocalMeanChoice choice = LocalMeanChoice.choose(figures(1, 8, KNOWN, RowLaw.ANY));
    assertEquals(
        List.of(Mechanism.SHIFTED_CLIPPED),
        choice.candidates().stream().map(ProtocolForecast::mechanism).toList());
    assertFalse(choice.isGaussian());
    assertEquals(8, choice.plan().dimension());
    assertEquals(100_000, choice.plan().users());
    assertThrows(IllegalStateException.class, choice::gaussianSpec);
  }

  @Test
  void choice_gaussianProtocol_startsWithWhatWasAsked() {
    LocalMeanChoice choice = LocalMeanChoice.choose(figures(1, 8, KNOWN, RowLaw.GAUSSIAN));
    assertTrue(choice.isGaussian());
    GaussianRound round = GaussianRound.first(choice.gaussianSpec());
    assertEquals(GaussianProtocol.KNOWN_SIGMA, round.spec().protocol());
    assertEquals(new PureDp(1).epsilon(), round.spec().guarantee().epsilon());
    assertEquals(0, round.spec().guarantee().delta());
    assertEquals(100_000, round.spec().users());
    // The root of d times a coordinate's squared error, at whatever place of the mean.
    assertEquals(
        ExpectedError.compute(choice.gaussianSpec(), 0, 1) * Math.sqrt(8), choice.forecast(), 2e-4);
    assertThrows(IllegalStateException.class, choice::plan);
  }

  @Test
  void choice_someRefuse_theReasonIsKept() {
    LocalMeanChoice choice = LocalMeanChoice.choose(figures(1, 128, KNOWN, RowLaw.GAUSSIAN));
    ProtocolForecast refused = choice.candidates().get(1);
    assertEquals(Mechanism.KNOWN_SIGMA, refused.mechanism());
    assertEquals(OptionalDouble.empty(), refused.forecast());
    assertTrue(refused.refusal().contains("wrong cell"), refused.refusal());
  }

  @ParameterizedTest
  @EnumSource(RowLaw.class)
  void choice_noneCanWork_saysWhyOfEach(RowLaw law) {
    LocalMeanRequest hopeless = new LocalMeanRequest(0.01, 1000, 64, 20, 0.1, 20, law);
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> LocalMeanChoice.choose(hopeless));
    assertTrue(e.getMessage().contains("no local protocol can work"), e.getMessage());
    assertTrue(e.getMessage().contains("SHIFTED_CLIPPED"), e.getMessage());
    assertEquals(law == RowLaw.GAUSSIAN, e.getMessage().contains("UNKNOWN_SIGMA_ONE_ROUND"));
  }

  @ParameterizedTest
  @CsvSource({"1, 8", "8, 8"})
  void forecast_unitsChanged_scales(double epsilon, int d) {
    LocalMeanRequest metres =
        new LocalMeanRequest(epsilon, 100_000, d, 20, 0.1, 20, RowLaw.GAUSSIAN);
    LocalMeanRequest millimetres =
        new LocalMeanRequest(epsilon, 100_000, d, 20_000, 100, 20_000, RowLaw.GAUSSIAN);
    LocalMeanChoice first = LocalMeanChoice.choose(metres);
    LocalMeanChoice second = LocalMeanChoice.choose(millimetres);
    assertEquals(first.mechanism(), second.mechanism());
    // Levels are powers of two: a thousand moves them.
    assertEquals(1000, second.forecast() / first.forecast(), 30);
  }

  @Test
  void forecast_moreUsersOrBudget_falls() {
    double before = Double.POSITIVE_INFINITY;
    for (double epsilon : new double[] {0.25, 0.5, 1, 2, 4, 8}) {
      double now = LocalMeanChoice.choose(figures(epsilon, 8, KNOWN, RowLaw.GAUSSIAN)).forecast();
      assertTrue(now < before, epsilon + ": " + now);
      before = now;
    }
    LocalMeanRequest many = new LocalMeanRequest(8, 400_000, 8, 20, 1, 1, RowLaw.ANY);
    double some = LocalMeanChoice.choose(figures(8, 8, KNOWN, RowLaw.ANY)).forecast();
    assertEquals(2, some / LocalMeanChoice.choose(many).forecast(), 0.2);
  }

  /**
   * 20 runs of 8 coordinates: their root mean square has a relative deviation of 1 / sqrt(320), so
   * 4.9 of them are 0.27. A forecast wrong by 1.7 fails.
   */
  @Test
  void forecast_shiftedClipped_isTheErrorFound() {
    int n = 20_000;
    int d = 8;
    LocalMeanSpec spec =
        LocalMeanSpec.pure(new PureDp(4), new Bounds.Statistical(5 * Math.sqrt(d), 1, 1));
    LocalMeanPlan plan = LocalMeanPlan.of(spec, n, d);
    SplittableRandom random = new SplittableRandom(17);
    double squares = 0;
    int runs = 20;
    for (int run = 0; run < runs; run++) {
      squares += squaredError(plan, run, random) / runs;
    }
    double forecast = plan.forecast(1, 5 * Math.sqrt(d)).error();
    assertEquals(1, Math.sqrt(squares) / forecast, 0.3);
  }

  private static double squaredError(LocalMeanPlan plan, long seed, SplittableRandom random) {
    double[] mean = random.doubles(plan.dimension(), -4, 4).toArray();
    double[][] rows = new double[(int) plan.users()][mean.length];
    for (double[] row : rows) {
      for (int j = 0; j < row.length; j++) {
        row[j] = mean[j] + random.nextGaussian();
      }
    }
    LocalMeanState state = LocalMeanState.start(plan, seed);
    while (!state.isFinished()) {
      LocalMeanClient client = LocalMeanClient.of(state);
      LocalMeanTally tally = state.newTally();
      for (int i = 0; i < rows.length; i++) {
        client
            .reports("user " + i, rows[i], k -> random.nextLong() >>> (Long.SIZE - k))
            .forEach(tally::add);
      }
      state = state.next(tally);
    }
    double square = 0;
    double[] answer = state.mean();
    for (int j = 0; j < mean.length; j++) {
      square += (answer[j] - mean[j]) * (answer[j] - mean[j]);
    }
    return square;
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1000, 2, 1, 1, 1, epsilon",
    "65, 1000, 2, 1, 1, 1, epsilon",
    "1, 0, 2, 1, 1, 1, users",
    "1, 1000, 0, 1, 1, 1, dimension",
    "1, 1000, 2, NaN, 1, 1, radius",
    "1, 1000, 2, 1, 0, 1, sigmaMin",
    "1, 1000, 2, 1, 2, 1, sigmaMax"
  })
  void request_wrongValue_isNamed(
      double epsilon, long users, int d, double radius, double low, double high, String name) {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> new LocalMeanRequest(epsilon, users, d, radius, low, high, RowLaw.ANY));
    assertTrue(e.getMessage().startsWith(name + " must be"), e.getMessage());
    assertTrue(e.getMessage().contains("Provided value"), e.getMessage());
  }
}
