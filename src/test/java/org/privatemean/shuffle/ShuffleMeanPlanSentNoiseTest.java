package org.privatemean.shuffle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.Promise;
import org.privatemean.noise.BitSource;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.protocol.PublicState.PublicRun;
import org.privatemean.protocol.ReportKey;
import org.privatemean.request.Bounds;
import org.privatemean.shuffle.ShuffleMeanPlan.ShuffleTask;

/**
 * The noise in the messages of the honest users is that for which their plan was charged, and that
 * in the server's answers is what the plan foretells.
 */
@Promise("the noise in messages of honest users is that which was charged for")
final class ShuffleMeanPlanSentNoiseTest {
  private static final Bounds BOUNDS = new Bounds.Statistical(10, 0.5, 2);
  private static final ReportKey KEY = ReportKey.fromSeed(17);

  /** Number of noise terms that each test looks at. */
  private static final int VALUES = 1024;

  /** Noise in units of the deviation that was charged: the sums of so many terms and squares. */
  private record Noise(int count, double sum, double squares) {
    static Noise of(double[] terms) {
      double sum = Arrays.stream(terms).sum();
      return new Noise(terms.length, sum, Arrays.stream(terms).map(x -> x * x).sum());
    }

    /** Whether noise of mean 0 can have come to this, if it were shifted: 5.1 deviations, 4e-7. */
    boolean isCentred(double shift) {
      return Math.abs(sum + shift * count) < 5.1 * Math.sqrt(count);
    }

    /**
     * Whether noise of variance 1 can have come to this, if it were stretched: the quantiles at
     * 5e-7 of a chi-square (Laurent and Massart 2000).
     */
    boolean isStandard(double stretch) {
      double x = Math.log(2e6);
      double excess = stretch * stretch * squares - count;
      double spread = 2 * Math.sqrt(count * x);
      return excess <= spread + 2 * x && excess >= -spread;
    }
  }

  /** In many rounds of thresholds, or in few of cells. */
  private static ShuffleMeanPlan plan(
      double epsilon, int users, int dimension, double honest, int rounds) {
    ShuffleMeanSpec spec =
        ShuffleMeanSpec.of(new ApproxDp(epsilon, 1e-6), BOUNDS).withRounds(rounds);
    return ShuffleMeanPlan.of(spec.withHonestFraction(honest).warningOnly(), users, dimension);
  }

  /** The state before the first round of a task, after rounds in which nobody sent a message. */
  private static ShuffleMeanState at(ShuffleTask task, ShuffleMeanPlan plan) {
    ShuffleMeanState state = ShuffleMeanState.start(plan, 3);
    while (state.current() != task) {
      state = state.next(state.newTally());
    }
    return state;
  }

  /** Of 500 users, the 300 that are counted on send: what is not their own answers is noise. */
  @ParameterizedTest
  @CsvSource({"MEDIANS, 40", "NORM, 40", "MEDIANS, 5", "NORM, 5"})
  void randomize_countsOfTheHonestUsers_haveTheDummiesThatWereCharged(
      ShuffleTask task, int rounds) {
    ShuffleMeanPlan plan = plan(4, 500, 3, 0.6, rounds);
    assertEquals(rounds < 40, plan.counts(task).rounds().cells());
    double[][] rows = ShuffleRun.rows(300, 3, 9);
    double dummies =
        task == ShuffleTask.MEDIANS ? plan.noise().medianDummies() : plan.noise().normDummies();
    Noise noise = Noise.of(dummies(at(task, plan), rows, dummies));
    assertTrue(noise.isCentred(0), noise.toString());
    assertTrue(noise.isStandard(1), noise.toString());
    for (double factor : new double[] {0.8, 1.25}) {
      double shift = (factor - 1) * Math.sqrt(dummies);
      assertFalse(noise.isCentred(shift), factor + " times the dummies pass: " + noise);
      assertFalse(noise.isStandard(factor), factor + " times the deviation passes: " + noise);
    }
  }

  /**
   * The messages of one round, made again and again, less the answers and the mean of the noise.
   */
  private static double[] dummies(ShuffleMeanState state, double[][] rows, double mean) {
    ShuffleMeanClient client = ShuffleMeanClient.of(state);
    SearchRound question = state.question();
    long[] exact = ShuffleRun.exactCounts(state, rows);
    int runs = (VALUES + exact.length - 1) / exact.length;
    double[] noise = new double[runs * exact.length];
    for (int run = 0; run < runs; run++) {
      long[] sent = new long[exact.length + question.cells()];
      BitSource secret = KEY.bits(state, "run " + run);
      for (double[] row : rows) {
        client.randomize(
            row,
            secret,
            (label, body) ->
                sent[(label - question.firstLabel()) * question.cells() + (int) body]++);
      }
      // Those who are there say so, by a message that has no dummies.
      assertEquals(rows.length, sent[exact.length]);
      for (int j = 0; j < exact.length; j++) {
        noise[run * exact.length + j] = (sent[j] - exact[j] - mean) / Math.sqrt(mean);
      }
    }
    return noise;
  }

  /**
   * Of 100 users, the 64 that are counted on send the centre itself, so that their sum is noise and
   * nothing else.
   */
  @Test
  @Tag("long")
  void randomize_sumOfTheHonestUsers_hasTheVarianceThatWasCharged() {
    int dimension = 512;
    ShuffleMeanPlan plan = plan(24, 100, dimension, 0.64, 40);
    ShuffleMeanState found = at(ShuffleTask.SUM, plan);
    ShuffleMeanState state =
        new ShuffleMeanState(
            plan,
            new PublicRun(found.runId(), found.publicSeed()),
            found.search(),
            new long[dimension],
            found.norm(),
            found.sum(),
            found.participants(),
            found.received());
    double[] row = new double[dimension];
    assertArrayEquals(new long[dimension], ShuffleMeanClient.of(state).values(row));
    VectorSum sum = plan.sum(state.norm());
    assertEquals(64, sum.batches().honest());
    // What the account was told of the sum: sensitivity^2 / (2 variance).
    double rho = plan.charges().get(2).rho();
    double deviation = Math.sqrt(VectorSums.squaredSensitivity(sum) / (2 * rho));
    Noise noise = Noise.of(sums(state, row, deviation));
    assertTrue(noise.isCentred(0), noise.toString());
    assertTrue(noise.isStandard(1), noise.toString());
    for (double factor : new double[] {0.8, 1.25}) {
      assertFalse(noise.isStandard(factor), factor + " times the deviation passes: " + noise);
    }
  }

  @Test
  @Tag("long")
  void next_sumsOfAllUsers_haveTheForecastNoise() {
    next_messagesOfAllUsers_haveTheForecastNoise(ShuffleTask.SUM, 5);
  }

  /** All 500 users send: the answers of all rounds are off by the noise of all, and by no more. */
  @Tag("long")
  @ParameterizedTest
  @CsvSource({"MEDIANS, 40", "NORM, 40", "MEDIANS, 5", "NORM, 5"})
  void next_messagesOfAllUsers_haveTheForecastNoise(ShuffleTask task, int rounds) {
    // The noise of a sum takes long to draw: with a larger budget there is less.
    ShuffleMeanPlan plan = plan(task == ShuffleTask.SUM ? 24 : 4, 500, 3, 0.6, rounds);
    ShuffleMeanState state = at(task, plan);
    double[][] rows = ShuffleRun.rows(500, 3, 9);
    double[] exact;
    double deviation;
    if (task == ShuffleTask.SUM) {
      VectorSum sum = plan.sum(state.norm());
      exact = exactSum(state, rows);
      deviation = sum.expectedError() / sum.rounding().gridStep() / Math.sqrt(exact.length);
    } else {
      exact = Arrays.stream(ShuffleRun.exactCounts(state, rows)).asDoubleStream().toArray();
      deviation = Math.sqrt(plan.counts(task).dummies().expectedDummies());
    }
    Noise noise = Noise.of(errors(state, rows, exact, deviation));
    assertTrue(noise.isCentred(0), noise.toString());
    assertTrue(noise.isStandard(1), noise.toString());
    assertFalse(noise.isCentred(0.4), "a shift passes: " + noise);
    for (double factor : new double[] {0.8, 1.25}) {
      assertFalse(noise.isStandard(factor), factor + " times the deviation passes: " + noise);
    }
  }

  /** The sum of the clipped vectors, in grid steps. */
  private static double[] exactSum(ShuffleMeanState state, double[][] rows) {
    ShuffleMeanClient client = ShuffleMeanClient.of(state);
    double gridStep = state.plan().sum(state.norm()).rounding().gridStep();
    double[] sum = new double[state.plan().geometry().columns()];
    for (double[] row : rows) {
      long[] vector = client.values(row);
      for (int j = 0; j < sum.length; j++) {
        sum[j] += vector[j] / gridStep;
      }
    }
    return sum;
  }

  private static double[] errors(
      ShuffleMeanState state, double[][] rows, double[] exact, double deviation) {
    int runs = (VALUES + exact.length - 1) / exact.length;
    double[] noise = new double[runs * exact.length];
    for (int run = 0; run < runs; run++) {
      ShuffleMeanTally tally = state.newTally();
      ShuffleRun.send(state, rows, 0, rows.length, ReportKey.fromSeed(run), tally);
      double[] found = found(state, tally, exact.length);
      for (int j = 0; j < exact.length; j++) {
        noise[run * exact.length + j] = (found[j] - exact[j]) / deviation;
      }
    }
    return noise;
  }

  /** The sums, or the number of messages of each cell less the dummies of all users. */
  private static double[] found(ShuffleMeanState state, ShuffleMeanTally tally, int size) {
    if (state.current() == ShuffleTask.SUM) {
      return Arrays.stream(tally.sum()).asDoubleStream().toArray();
    }
    int cells = state.question().cells();
    double dummies = state.question().counts().dummies().expectedDummies();
    return IntStream.range(0, size)
        .mapToDouble(i -> tally.counts().messages(i / cells, i % cells) - dummies)
        .toArray();
  }

  private static double[] sums(ShuffleMeanState state, double[] row, double deviation) {
    ShuffleMeanClient client = ShuffleMeanClient.of(state);
    double[] noise = new double[VALUES];
    for (int run = 0; run < VALUES / row.length; run++) {
      ShuffleMeanTally tally = state.newTally();
      BitSource secret = KEY.bits(state, "run " + run);
      for (int user = 0; user < 64; user++) {
        client.randomize(row, secret, tally);
      }
      long[] sum = tally.sum();
      for (int j = 0; j < sum.length; j++) {
        noise[run * sum.length + j] = sum[j] / deviation;
      }
    }
    return noise;
  }
}
