package org.privatemean.shuffle;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.privatemean.noise.BitSource;
import org.privatemean.shuffle.range.ThresholdRound;
import org.privatemean.shuffle.sum.RoundedSum;
import org.privatemean.shuffle.sum.VectorSum;

/**
 * The shuffle mean of rows by the totals of its rounds, for experiments with more messages than a
 * machine can make. In place of the users' own noise, the sum of it all is drawn as one number: a
 * Poisson number for a count, a Skellam number for a coordinate of the sum. Noise of all labels and
 * rounds is independent given the rows, with messages as without.
 *
 * <p>The totals are put into the tally as so many messages, so that what the server makes of them
 * is its own code. This noise is of a sampler in floating point; that of users' messages is not.
 */
public final class DrawnTotals {
  private final double[][] rows;
  private final BitSource roundings;
  private final LargePoisson noise;

  /** What users are asked about in the rounds of a task. */
  private long[][] values;

  private ShuffleTask task;

  private DrawnTotals(double[][] rows, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    this.rows = rows;
    this.noise = LargePoisson.of(random.split());
    this.roundings = k -> random.nextLong() >>> (Long.SIZE - k);
  }

  /** Rounds of these rows, one a user. */
  public static DrawnTotals of(double[][] rows, long seed) {
    return new DrawnTotals(rows, seed);
  }

  /** Runs all rounds. */
  public ShuffleMeanState finish(ShuffleMeanState start) {
    return until(start.plan().roundCount(), start);
  }

  /** Runs rounds until so many are over. */
  public ShuffleMeanState until(int round, ShuffleMeanState start) {
    ShuffleMeanState state = start;
    while (state.round() < round) {
      state = next(state);
    }
    return state;
  }

  ShuffleMeanState next(ShuffleMeanState state) {
    return state.next(tally(state));
  }

  /** What the server has after the coming round. */
  ShuffleMeanTally tally(ShuffleMeanState state) {
    see(state);
    ShuffleMeanTally tally = state.newTally();
    if (task == ShuffleTask.SUM) {
      sum(state, tally);
    } else {
      count(state, tally);
    }
    return tally;
  }

  /** The values change with the task only. */
  private void see(ShuffleMeanState state) {
    if (state.current() != task) {
      task = state.current();
      ShuffleMeanClient client = ShuffleMeanClient.of(state);
      values = new long[rows.length][];
      Arrays.setAll(values, i -> client.values(rows[i]));
    }
  }

  /** The counts of the coming round without noise. */
  long[] exactCounts(ShuffleMeanState state) {
    see(state);
    return exactCounts(state.question());
  }

  private long[] exactCounts(ThresholdRound question) {
    long[] mids = question.mids();
    long[] counts = new long[mids.length];
    for (long[] value : values) {
      for (int j = 0; j < mids.length; j++) {
        counts[j] += value[j] <= mids[j] ? 1 : 0;
      }
    }
    return counts;
  }

  private void count(ShuffleMeanState state, ShuffleMeanTally tally) {
    ThresholdRound question = state.question();
    long[] totals = exactCounts(question);
    double dummies = state.plan().counts(task).dummies().expected();
    for (int j = 0; j < totals.length; j++) {
      totals[j] += noise.draw(dummies);
    }
    fill(tally, question.firstLabel(), totals);
  }

  private void sum(ShuffleMeanState state, ShuffleMeanTally tally) {
    VectorSum plan = state.plan().sum(state.norm());
    long norm = state.norm() << ShuffleMeanPlan.shift(state.norm());
    RoundedSum rounded = RoundedSum.of(plan, norm, rows.length, roundings);
    for (long[] vector : values) {
      rounded.add(vector);
    }
    long[] totals = rounded.noisy(noise::draw);
    long[] others = new long[totals.length];
    Arrays.fill(others, plan.splitting().messages() * (long) rows.length - 1);
    int firstLabel = state.plan().sumLabel();
    fill(tally, firstLabel, others);
    long mask = (1L << plan.splitting().modulusBits()) - 1;
    for (int j = 0; j < totals.length; j++) {
      // One share holds the total, the others nothing.
      tally.send(firstLabel + j, totals[j] & mask);
    }
  }

  /** Sends so many messages of body 0 for each label, by doubling. */
  private static void fill(ShuffleMeanTally tally, int firstLabel, long[] numbers) {
    long largest = Arrays.stream(numbers).max().orElseThrow();
    for (int bit = Long.SIZE - Long.numberOfLeadingZeros(largest) - 1; bit >= 0; bit--) {
      tally.merge(tally);
      for (int j = 0; j < numbers.length; j++) {
        if ((numbers[j] >>> bit & 1) == 1) {
          tally.send(firstLabel + j, 0);
        }
      }
    }
  }
}
