package org.privatemean.shuffle;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.privatemean.geometry.ExactClipping;
import org.privatemean.geometry.RandomRotation;
import org.privatemean.noise.BitSource;
import org.privatemean.shuffle.range.ThresholdRound;
import org.privatemean.shuffle.sum.DrawnSum;
import org.privatemean.shuffle.sum.VectorSum;

/**
 * The shuffle mean of rows without messages, for experiments with more of them than a machine can
 * make: in each round the number of messages of a label, or their sum, is drawn from the law that
 * it has when all users send theirs. A count is the exact one and a Poisson number; a sum that of
 * the rounded vectors and a Skellam number. All numbers of all rounds are independent given the
 * rows.
 *
 * <p>The totals are put into the tally as so many messages, so that what the server makes of them
 * is its own code. This noise is of a sampler in floating point; that of users' messages is not.
 */
public final class DrawnRounds {
  private final double[][] rows;
  private final BitSource roundings;
  private final LargePoisson noise;

  /** The rotated rows, from the first round on; less the centre, once there is one. */
  private long[][] vectors;

  private boolean centred;

  private DrawnRounds(double[][] rows, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    this.rows = rows;
    this.noise = LargePoisson.of(random.split());
    this.roundings = k -> random.nextLong() >>> (Long.SIZE - k);
  }

  /** Rounds of these rows, one a user. */
  public static DrawnRounds of(double[][] rows, long seed) {
    return new DrawnRounds(rows, seed);
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
    see(state);
    ShuffleMeanTally tally = state.newTally();
    switch (state.current()) {
      case MEDIANS -> count(state, tally, columnCounts(state));
      case NORM -> count(state, tally, normCount(state));
      case SUM -> sum(state, tally);
    }
    return state.next(tally);
  }

  /** Rotates the rows once, and centres them once. */
  private void see(ShuffleMeanState state) {
    if (vectors == null) {
      RandomRotation rotation = state.rotation();
      vectors = new long[rows.length][];
      for (int i = 0; i < rows.length; i++) {
        double[] rounded = new double[rows[i].length];
        state.plan().geometry().lattice().quantise(rows[i], rounded);
        vectors[i] = rotation.apply(Arrays.stream(rounded).mapToLong(x -> (long) x).toArray());
      }
    }
    if (state.current() != ShuffleTask.MEDIANS && !centred) {
      long[] centre = state.centre();
      for (long[] vector : vectors) {
        for (int j = 0; j < centre.length; j++) {
          vector[j] -= centre[j];
        }
      }
      centred = true;
    }
  }

  private long[] columnCounts(ShuffleMeanState state) {
    long[] mids = state.plan().question(state).mids();
    long[] counts = new long[mids.length];
    for (long[] vector : vectors) {
      for (int j = 0; j < mids.length; j++) {
        counts[j] += vector[j] <= mids[j] ? 1 : 0;
      }
    }
    return counts;
  }

  private long[] normCount(ShuffleMeanState state) {
    long mid = state.plan().question(state).mids()[0];
    long count = 0;
    for (long[] vector : vectors) {
      double square = 0;
      for (long x : vector) {
        square += (double) x * (double) x;
      }
      count += state.plan().grid().cell(square) <= mid ? 1 : 0;
    }
    return new long[] {count};
  }

  private void count(ShuffleMeanState state, ShuffleMeanTally tally, long[] exact) {
    ShuffleMeanPlan plan = state.plan();
    ThresholdRound question = plan.question(state);
    double dummies = plan.counts(state.current()).dummies().expected();
    long[] totals = new long[exact.length];
    for (int j = 0; j < exact.length; j++) {
      totals[j] = exact[j] + noise.draw(dummies);
    }
    fill(tally, question.firstLabel(), totals);
  }

  private void sum(ShuffleMeanState state, ShuffleMeanTally tally) {
    VectorSum plan = state.plan().sum(state.norm());
    int shift = ShuffleMeanPlan.shift(state.norm());
    DrawnSum drawn = DrawnSum.of(plan, state.norm() << shift, rows.length, roundings);
    for (long[] vector : vectors) {
      long[] clipped = vector.clone();
      ExactClipping.clip(clipped, state.norm());
      for (int j = 0; j < clipped.length; j++) {
        clipped[j] <<= shift;
      }
      drawn.add(clipped);
    }
    long[] totals = drawn.noisy(noise::draw);
    long[] others = new long[totals.length];
    Arrays.fill(others, plan.splitting().messages() * (long) rows.length - 1);
    fill(tally, state.plan().sumLabel(), others);
    long mask = (1L << plan.splitting().modulusBits()) - 1;
    for (int j = 0; j < totals.length; j++) {
      // One share holds the total, the others nothing.
      tally.send(state.plan().sumLabel() + j, totals[j] & mask);
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
