package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.privatemean.local.LocalMeanSpec.Randomizer;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.Zcdp;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.Bounds;

/** What users report vectors with, from the request to the mean. */
class LocalMeanRandomizerTest {
  private static LocalMeanSpec spec(double epsilon, int dimension) {
    return LocalMeanSpec.pure(
        new PureDp(epsilon), new Bounds.Statistical(2 * Math.sqrt(dimension), 1, 1));
  }

  private static LocalMeanPlan plan(Randomizer randomizer, double epsilon, int dimension) {
    return LocalMeanPlan.of(
        spec(epsilon, dimension).withRandomizer(randomizer), 1_000_000, dimension);
  }

  /** Root mean square error to be expected, which the rule compares. */
  private static double error(Randomizer randomizer, double epsilon, int dimension) {
    return plan(randomizer, epsilon, dimension).forecast(Math.sqrt(dimension)).error();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, PRIV_UNIT",
    "1, 8, PRIV_UNIT",
    "1, 256, PRIV_UNIT",
    "1, 512, PROJ_UNIT",
    "0.5, 300, PROJ_UNIT",
    "8, 512, PRIV_UNIT",
    "4, 1024, PROJ_UNIT"
  })
  void auto_anyDimension_isOfTheLeastErrorUnlessShortReportsCostLittle(
      double epsilon, int dimension, Randomizer expected) {
    assertEquals(expected, plan(Randomizer.AUTO, epsilon, dimension).randomizer());
    double least = error(Randomizer.PRIV_UNIT, epsilon, dimension);
    assertTrue(error(Randomizer.AUTO, epsilon, dimension) <= 1.01 * least);
    assertTrue(error(Randomizer.PRIV_UNIT_G, epsilon, dimension) >= least);
    assertTrue(error(Randomizer.PROJ_UNIT, epsilon, dimension) >= least * (1 - 1e-9));
    double bytes = plan(Randomizer.PROJ_UNIT, epsilon, dimension).bytesPerUser();
    double whole = plan(Randomizer.PRIV_UNIT, epsilon, dimension).bytesPerUser();
    if (expected == Randomizer.PROJ_UNIT) {
      assertTrue(bytes < 0.4 * whole, bytes + " of " + whole);
    }
  }

  @Test
  void randomizer_withRho_isRefusedByName() {
    for (Randomizer randomizer :
        List.of(Randomizer.PRIV_UNIT, Randomizer.PRIV_UNIT_G, Randomizer.PROJ_UNIT)) {
      LocalMeanSpec paper = LocalMeanSpec.paper(new Zcdp(1), new Bounds.Statistical(5, 1, 1));
      ParamException refused =
          assertThrows(ParamException.class, () -> paper.withRandomizer(randomizer));
      assertEquals("randomizer", refused.param());
      assertTrue(refused.getMessage().contains(randomizer.label()), refused.getMessage());
    }
    ParamException unknown =
        assertThrows(ParamException.class, () -> Randomizer.fromLabel("privunit"));
    assertTrue(unknown.getMessage().contains("auto, privUnit, privUnitG, projUnit"));
    for (Randomizer randomizer : Randomizer.values()) {
      assertEquals(randomizer, Randomizer.fromLabel(randomizer.label()));
    }
  }

  @Test
  void toBytes_auto_holdsTheChosenValues() {
    LocalMeanPlan plan = plan(Randomizer.AUTO, 1, 512);
    LocalMeanState state = LocalMeanState.of(LocalMeanState.start(plan, 3).toBytes());
    assertEquals(Randomizer.PROJ_UNIT, state.plan().randomizer());
    assertEquals(Randomizer.PROJ_UNIT, state.plan().spec().randomizer());
    assertEquals(plan.bytesPerUser(), state.plan().bytesPerUser());
    String chosen = LocalMeanState.start(plan(Randomizer.PROJ_UNIT, 1, 512), 3).digest();
    assertEquals(chosen, state.digest());
    assertNotEquals(chosen, LocalMeanState.start(plan(Randomizer.PRIV_UNIT, 1, 512), 3).digest());
  }

  /** Errors of whole runs are those forecast, and reports as long as stated. */
  @ParameterizedTest
  @EnumSource(
      value = Randomizer.class,
      names = {"PRIV_UNIT", "PRIV_UNIT_G", "PROJ_UNIT"})
  void run_everyRandomizer_findsTheMeanWithTheErrorForecast(Randomizer randomizer) {
    int users = 20_000;
    int dimension = 40;
    LocalMeanPlan plan =
        LocalMeanPlan.of(
            spec(4, dimension).withRandomizer(randomizer).withRoute(LocalMeanSpec.Route.RECENTRED),
            users,
            dimension);
    Random random = new Random(8);
    double[] mu = random.doubles(dimension, -1, 1).toArray();
    LocalMeanState state = LocalMeanState.start(plan, 5);
    BitSource bits = NoiseKey.fromSeed(9).substream(0, 0, 0);
    double[][] rows = new double[users][dimension];
    for (double[] row : rows) {
      for (int j = 0; j < dimension; j++) {
        row[j] = mu[j] + random.nextGaussian();
      }
    }
    while (!state.isFinished()) {
      LocalMeanClient client = LocalMeanClient.of(state);
      LocalMeanTally tally = state.newTally();
      for (int i = 0; i < users; i++) {
        for (Report report : client.reports("" + i, rows[i], bits)) {
          if (state.task().equals("clipped mean")) {
            assertEquals(ReportWriter.bytesFor(plan.ball().bits(state.norm())), report.size());
          }
          tally.add(report);
        }
      }
      assertEquals(0, tally.droppedReports());
      state = LocalMeanState.of(state.next(tally).toBytes());
    }
    double square = 0;
    double[] mean = state.mean();
    for (int j = 0; j < dimension; j++) {
      square += Math.pow(mean[j] - mu[j], 2);
    }
    double forecast = plan.forecast(Math.sqrt(dimension)).error();
    // 40 nearly normal coordinates: a relative deviation of 11 %, and what clipping adds.
    assertEquals(1, Math.sqrt(square) / forecast, 0.45);
    assertArrayEquals(mean, LocalMeanState.of(state.toBytes()).mean());
  }
}
