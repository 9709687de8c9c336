package org.privatemean.shuffle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.privatemean.noise.BitSource;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.loss.ShuffleNoise;
import org.privatemean.request.Bounds;
import org.privatemean.shuffle.message.InMemoryShuffler;
import org.privatemean.shuffle.message.Shuffler;
import org.privatemean.shuffle.sum.VectorSum;

/** What experiments draw has the law of all messages of all users, at n = 10^4. */
final class DrawnTotalsTest {
  private static final int USERS = 10_000;
  private static final ShuffleMeanSpec SPEC =
      ShuffleMeanSpec.of(new ApproxDp(8, 1e-9), new Bounds.Statistical(15, 0.5, 2));
  private static final ShuffleMeanPlan PLAN = ShuffleMeanPlan.of(SPEC, USERS, 2);
  private static final double[][] ROWS = rows();

  /** Runs of messages that are compared with the law. */
  private static final int RUNS = 320;

  private static double[][] rows() {
    SplittableRandom random = new SplittableRandom(4);
    double[][] rows = new double[USERS][2];
    for (double[] row : rows) {
      row[0] = 3 + random.nextGaussian();
      row[1] = -1 + 2 * random.nextGaussian();
    }
    return rows;
  }

  private static BitSource bits(SplittableRandom random) {
    return k -> random.nextLong() >>> (Long.SIZE - k);
  }

  private static ShuffleMeanTally byMessages(ShuffleMeanState state, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    ShuffleMeanClient client = ShuffleMeanClient.of(state);
    Shuffler shuffler = InMemoryShuffler.create(bits(random.split()));
    for (double[] row : ROWS) {
      client.randomize(row, bits(random), shuffler);
    }
    ShuffleMeanTally tally = state.newTally();
    shuffler.drainTo(tally);
    return tally;
  }

  /** Users who stay away take their answers, their dummies and their presence along. */
  @Test
  void finish_someAbsent_isTheRunOfTheOthersMessagesBitForBit() {
    ShuffleMeanPlan silent =
        ShuffleMeanPlan.unchecked(SPEC, USERS, 2, new ShuffleNoise(1, 0, 0, 4e-9));
    ShuffleMeanState all = DrawnTotals.of(ROWS, 1).until(2, ShuffleMeanState.start(silent, 7));
    ShuffleMeanState drawn =
        DrawnTotals.withAbsent(ROWS, 300, 2, 1).finish(ShuffleMeanState.start(silent, 7));
    double[][] present = Arrays.copyOf(ROWS, USERS - 300);
    assertArrayEquals(DrawnTotals.of(present, 1).finish(all).toBytes(), drawn.toBytes());
    assertEquals(USERS - 300, drawn.participants());
  }

  /**
   * Without dummies, and with so little noise on the sum that nobody draws any: the same exact
   * counts, sums and numbers of messages in all rounds.
   */
  @Test
  void finish_withoutNoise_isTheRunOfAllMessagesBitForBit() {
    ShuffleMeanPlan silent =
        ShuffleMeanPlan.unchecked(SPEC, USERS, 2, new ShuffleNoise(1, 0, 0, 4e-9));
    ShuffleMeanState messages = ShuffleMeanState.start(silent, 7);
    DrawnTotals totals = DrawnTotals.of(ROWS, 1);
    ShuffleMeanState drawn = ShuffleMeanState.start(silent, 7);
    while (!messages.isFinished()) {
      messages = messages.next(byMessages(messages, messages.round()));
      drawn = totals.next(drawn);
      assertArrayEquals(messages.toBytes(), drawn.toBytes(), "round " + messages.round());
    }
    assertEquals(silent.roundCount(), drawn.round());
  }

  /** Mean and variance of noise in units of the deviation that theory gives it. */
  private record Moments(int count, double mean, double variance) {
    /** Whether noise has mean 0 and this variance, at alpha below 1e-6: 5 standard errors. */
    boolean fit(double expected) {
      double ofMean = Math.sqrt(expected / count);
      double ofVariance = expected * Math.sqrt(2.0 / count);
      return Math.abs(mean) < 5 * ofMean && Math.abs(variance - expected) < 5 * ofVariance;
    }
  }

  /** The noise of the same round, again and again. */
  private static Moments noise(
      IntFunction<long[]> totals, int runs, double[] exact, double deviation) {
    double sum = 0;
    double squares = 0;
    for (int run = 0; run < runs; run++) {
      long[] found = totals.apply(run);
      for (int j = 0; j < exact.length; j++) {
        double value = (found[j] - exact[j]) / deviation;
        sum += value;
        squares += value * value;
      }
    }
    int count = runs * exact.length;
    double mean = sum / count;
    return new Moments(count, mean, squares / count - mean * mean);
  }

  private static void assertSameLaw(
      IntFunction<long[]> messages, IntFunction<long[]> drawn, double[] exact, double deviation) {
    Moments full = noise(messages, RUNS, exact, deviation);
    Moments quick = noise(drawn, 4 * RUNS, exact, deviation);
    assertTrue(full.fit(1), full.toString());
    assertTrue(quick.fit(1), quick.toString());
    for (double factor : new double[] {0.8, 1.25}) {
      double variance = factor * factor;
      assertFalse(full.fit(variance), "another variance passes for " + full);
      assertFalse(quick.fit(variance), "another variance passes for " + quick);
    }
    Moments shifted = new Moments(full.count(), full.mean() + 0.4, full.variance());
    assertFalse(shifted.fit(1), "a shift passes for " + full);
  }

  @Test
  void tally_ofCounts_hasTheNoiseOfAllMessages() {
    ShuffleMeanState start = ShuffleMeanState.start(PLAN, 7);
    DrawnTotals totals = DrawnTotals.of(ROWS, 5);
    double dummies = start.question().dummies().expectedDummies();
    double[] exact =
        Arrays.stream(totals.exactCounts(start)).mapToDouble(x -> x + dummies).toArray();
    assertSameLaw(
        run -> messages(byMessages(start, run), start),
        run -> messages(totals.tally(start), start),
        exact,
        Math.sqrt(PLAN.counts(ShuffleTask.MEDIANS).dummies().expectedDummies()));
  }

  /** The messages of every cell. */
  private static long[] messages(ShuffleMeanTally tally, ShuffleMeanState state) {
    int cells = state.question().cells();
    return IntStream.range(0, state.question().width() * cells)
        .mapToLong(i -> tally.counts().messages(i / cells, i % cells))
        .toArray();
  }

  @Test
  void tally_ofTheSum_hasTheNoiseOfAllMessages() {
    DrawnTotals totals = DrawnTotals.of(ROWS, 6);
    ShuffleMeanState last = totals.until(PLAN.roundCount() - 1, ShuffleMeanState.start(PLAN, 7));
    VectorSum plan = PLAN.sum(last.norm());
    ShuffleMeanClient client = ShuffleMeanClient.of(last);
    double[] exact = new double[2];
    for (double[] row : ROWS) {
      long[] vector = client.values(row);
      exact[0] += (double) vector[0] / plan.gridStep();
      exact[1] += (double) vector[1] / plan.gridStep();
    }
    assertSameLaw(
        run -> byMessages(last, run).sum(),
        run -> totals.tally(last).sum(),
        exact,
        plan.expectedError() / plan.gridStep() / Math.sqrt(2));
  }
}
