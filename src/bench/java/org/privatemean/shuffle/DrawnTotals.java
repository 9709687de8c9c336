package org.privatemean.shuffle;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.privatemean.noise.BitSource;
import org.privatemean.shuffle.range.search.SearchRound;
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

  /** The last rows are of users who stay away from a round on, 0 for the first. */
  private final int absent;

  private final int absentFrom;

  private DrawnTotals(double[][] rows, int absent, int absentFrom, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    this.rows = rows;
    this.absent = absent;
    this.absentFrom = absentFrom;
    this.noise = LargePoisson.of(random.split());
    this.roundings = k -> random.nextLong() >>> (Long.SIZE - k);
  }

  /** Rounds of these rows, one a user. */
  public static DrawnTotals of(double[][] rows, long seed) {
    return new DrawnTotals(rows, 0, 0, seed);
  }

  /**
   * Rounds of these rows, of which the last ones are of users who stay away.
   *
   * @param absent how many
   * @param from the first round that they stay away from, 0 for the first of all
   */
  public static DrawnTotals withAbsent(double[][] rows, int absent, int from, long seed) {
    return new DrawnTotals(rows, absent, from, seed);
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

  private int present(ShuffleMeanState state) {
    return rows.length - (state.round() < absentFrom ? 0 : absent);
  }

  /** For each coordinate and each cell of the coming round, the users in it. */
  long[] exactCounts(ShuffleMeanState state) {
    see(state);
    SearchRound question = state.question();
    int cells = question.cells();
    long[] counts = new long[question.width() * cells];
    for (int i = 0; i < present(state); i++) {
      for (int j = 0; j < question.width(); j++) {
        int cell = question.cell(j, values[i][j]);
        if (cell >= 0) {
          counts[j * cells + cell]++;
        }
      }
    }
    return counts;
  }

  private void count(ShuffleMeanState state, ShuffleMeanTally tally) {
    SearchRound question = state.question();
    long[] totals = exactCounts(state);
    double share = (double) present(state) / state.plan().users();
    double dummies = share * question.dummies().expectedDummies();
    int cells = question.cells();
    int[] labels = new int[totals.length + 1];
    long[] bodies = new long[totals.length + 1];
    for (int i = 0; i < totals.length; i++) {
      totals[i] += noise.draw(dummies);
      labels[i] = question.firstLabel() + i / cells;
      bodies[i] = i % cells;
    }
    long[] numbers = Arrays.copyOf(totals, totals.length + 1);
    labels[totals.length] = question.presentLabel();
    numbers[totals.length] = present(state);
    fill(tally, labels, bodies, numbers);
  }

  private void sum(ShuffleMeanState state, ShuffleMeanTally tally) {
    VectorSum plan = state.plan().sum(state.norm());
    long norm = state.norm() << ShuffleMeanPlan.shift(state.norm());
    RoundedSum rounded = RoundedSum.of(plan, norm, present(state), roundings);
    for (int i = 0; i < present(state); i++) {
      rounded.add(values[i]);
    }
    long[] totals = rounded.noisy(noise::draw);
    long[] others = new long[totals.length];
    Arrays.fill(others, plan.splitting().messages() * (long) present(state) - 1);
    int firstLabel = state.plan().sumLabel();
    int[] labels = new int[totals.length];
    Arrays.setAll(labels, j -> firstLabel + j);
    fill(tally, labels, new long[totals.length], others);
    long mask = (1L << plan.splitting().modulusBits()) - 1;
    for (int j = 0; j < totals.length; j++) {
      // One share holds the total, the others nothing.
      tally.send(firstLabel + j, totals[j] & mask);
    }
  }

  /** Sends so many messages of each label and body, by doubling. */
  private static void fill(ShuffleMeanTally tally, int[] labels, long[] bodies, long[] numbers) {
    long largest = Arrays.stream(numbers).max().orElseThrow();
    for (int bit = Long.SIZE - Long.numberOfLeadingZeros(largest) - 1; bit >= 0; bit--) {
      tally.merge(tally);
      for (int j = 0; j < numbers.length; j++) {
        if ((numbers[j] >>> bit & 1) == 1) {
          tally.send(labels[j], bodies[j]);
        }
      }
    }
  }
}
