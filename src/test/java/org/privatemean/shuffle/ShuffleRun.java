package org.privatemean.shuffle;

import java.util.SplittableRandom;
import org.privatemean.protocol.ReportKey;
import org.privatemean.shuffle.message.InMemoryShuffler;
import org.privatemean.shuffle.message.MessageSink;
import org.privatemean.shuffle.message.Shuffler;

/** Runs of the shuffle mean in memory, all users in order. */
public final class ShuffleRun {
  private ShuffleRun() {}

  /** Rows around a centre of different coordinates, of deviation 1. */
  public static double[][] rows(int users, int dimension, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[users][dimension];
    for (double[] row : rows) {
      for (int j = 0; j < dimension; j++) {
        // Values that a float holds exactly.
        row[j] = 3 - j + Math.rint(512 * random.nextGaussian()) / 512;
      }
    }
    return rows;
  }

  /** The messages of the users {@code from} to {@code to - 1} in the coming round. */
  public static void send(
      ShuffleMeanState state, double[][] rows, int from, int to, ReportKey key, MessageSink sink) {
    ShuffleMeanClient client = ShuffleMeanClient.of(state);
    for (int i = from; i < to; i++) {
      client.randomize(rows[i], key.bits(state, "user " + i), sink);
    }
  }

  /** The counts that a round of them would come to without noise. */
  public static long[] exactCounts(ShuffleMeanState state, double[][] rows) {
    ShuffleMeanClient client = ShuffleMeanClient.of(state);
    long[] mids = state.question().mids();
    long[] counts = new long[mids.length];
    for (double[] row : rows) {
      long[] values = client.values(row);
      for (int j = 0; j < mids.length; j++) {
        counts[j] += values[j] <= mids[j] ? 1 : 0;
      }
    }
    return counts;
  }

  /** One round through a shuffler. */
  public static ShuffleMeanState next(ShuffleMeanState state, double[][] rows, ReportKey key) {
    Shuffler shuffler = InMemoryShuffler.fromOperatingSystem();
    send(state, rows, 0, rows.length, key, shuffler);
    ShuffleMeanTally tally = state.newTally();
    shuffler.drainTo(tally);
    return state.next(tally);
  }

  /** All rounds. */
  public static ShuffleMeanState finish(ShuffleMeanState start, double[][] rows, ReportKey key) {
    ShuffleMeanState state = start;
    while (!state.isFinished()) {
      state = next(state, rows, key);
    }
    return state;
  }

  /** The l2 distance of a mean to that of the rows. */
  public static double error(double[] mean, double[][] rows) {
    double square = 0;
    for (int j = 0; j < mean.length; j++) {
      double sum = 0;
      for (double[] row : rows) {
        sum += row[j];
      }
      square += Math.pow(mean[j] - sum / rows.length, 2);
    }
    return Math.sqrt(square);
  }
}
