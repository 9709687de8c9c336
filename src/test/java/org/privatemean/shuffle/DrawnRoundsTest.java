package org.privatemean.shuffle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.privatemean.mean.Bounds;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.noise.ReportKey;
import org.privatemean.privacy.ApproxDp;

/** The law that rounds are drawn from is that of rounds with messages, at n = 10^4. */
final class DrawnRoundsTest {
  private static final int USERS = 10_000;
  private static final int DIMENSION = 2;
  private static final double[][] ROWS = ShuffleRun.rows(USERS, DIMENSION, 4);
  private static final ShuffleMeanPlan PLAN =
      ShuffleMeanPlan.of(
          ShuffleMeanSpec.of(new ApproxDp(1, 1e-9), new Bounds.Statistical(15, 0.5, 2)),
          USERS,
          DIMENSION);
  private static final ReportKey KEY = ReportKey.fromSeed(2);

  /** One round, by messages or drawn. */
  private interface Round {
    ShuffleMeanState next(ShuffleMeanState state);
  }

  /** What a run's noise was, each value over the deviation that is claimed for it. */
  private static List<Double> noise(Round round) {
    List<Double> standardised = new ArrayList<>();
    ShuffleMeanState state = PLAN.start(7);
    while (state.current() != ShuffleTask.SUM) {
      ShuffleMeanState before = state;
      state = round.next(before);
      long[] exact = DrawnRounds.exactCounts(before, ROWS);
      double messages = (double) state.messages().get(before.round()).accepted();
      double mean = PLAN.counts(before.current()).dummies().expected();
      double all = messages - Arrays.stream(exact).sum() - exact.length * mean;
      standardised.add(all / Math.sqrt(exact.length * mean));
    }
    ShuffleMeanState last = round.next(state);
    long[] vector = new long[PLAN.geometry().columns()];
    ShuffleMeanClient client = ShuffleMeanClient.of(state);
    for (double[] row : ROWS) {
      long[] values = client.values(row);
      for (int j = 0; j < vector.length; j++) {
        vector[j] += values[j];
      }
    }
    double step = (double) PLAN.sum(state.norm()).gridStep();
    double deviation = PLAN.sum(state.norm()).expectedError() / Math.sqrt(vector.length) / step;
    for (int j = 0; j < vector.length; j++) {
      standardised.add((last.sum()[j] - vector[j] / step) / deviation);
    }
    long sent = last.messages().get(PLAN.roundCount() - 1).accepted();
    assertEquals(PLAN.costs().get(2).messages() * USERS, (double) sent);
    assertTrue(ShuffleRun.error(last.mean(), ROWS) < 3 * last.error().expectedL2Error());
    return standardised;
  }

  /** Between the two quantiles at 1e-6 of a chi-square (Laurent and Massart 2000). */
  private static boolean isStandard(List<Double> values, double scale) {
    double sum = 0;
    for (double value : values) {
      sum += value * value * scale;
    }
    int df = values.size();
    double x = Math.log(1e6);
    return sum <= df + 2 * Math.sqrt(df * x) + 2 * x && sum >= df - 2 * Math.sqrt(df * x);
  }

  @Test
  void next_drawnAndByMessages_haveTheNoiseThatIsClaimed() {
    List<Double> messages = noise(state -> ShuffleRun.next(state, ROWS, KEY));
    List<Double> drawn = new ArrayList<>();
    NoiseKey key = NoiseKey.fromSeed(3);
    for (int run = 0; run < 2; run++) {
      int number = run;
      drawn.addAll(
          noise(
              state -> {
                BitSource bits = key.substream(number, state.round(), 0);
                return DrawnRounds.next(state, ROWS, bits);
              }));
    }
    assertTrue(isStandard(messages, 1), messages.toString());
    assertTrue(isStandard(drawn, 1), drawn.toString());
    assertFalse(isStandard(messages, 8), "eight times the variance passes");
    assertFalse(isStandard(drawn, 5), "five times the variance passes");
  }

  @Test
  void next_otherNumberOfRows_isRefused() {
    double[][] few = Arrays.copyOf(ROWS, 10);
    BitSource bits = NoiseKey.fromSeed(5).substream(1, 0, 0);
    assertThrows(IllegalArgumentException.class, () -> DrawnRounds.next(PLAN.start(1), few, bits));
  }
}
