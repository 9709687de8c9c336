package org.privatemean.shuffle;

import java.util.SplittableRandom;
import org.privatemean.mean.clipped.MeanGeometry;
import org.privatemean.protocol.ReportKey;
import org.privatemean.shuffle.SearchGrids.RoundSplit;

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
      client.randomize("user " + i, rows[i], key.bits(state, "user " + i), sink);
    }
  }

  /**
   * For each coordinate of a round of counts, and then for each cell of it, how many of the users
   * {@code from} to {@code to - 1} name it.
   */
  public static long[] exactCounts(ShuffleMeanState state, double[][] rows, int from, int to) {
    ShuffleMeanClient client = ShuffleMeanClient.of(state);
    SearchRound question = state.question();
    long[] counts = new long[question.counts().width() * question.cells()];
    for (int i = from; i < to; i++) {
      long[] values = client.values(rows[i]);
      for (int j = 0; j < values.length; j++) {
        int cell = question.cell(j, values[j]);
        if (cell >= 0) {
          counts[j * question.cells() + cell]++;
        }
      }
    }
    return counts;
  }

  /** The same of all users. */
  public static long[] exactCounts(ShuffleMeanState state, double[][] rows) {
    return exactCounts(state, rows, 0, rows.length);
  }

  /** One round through a shuffler. */
  public static ShuffleMeanState next(ShuffleMeanState state, double[][] rows, ReportKey key) {
    InMemoryShuffler shuffler = new InMemoryShuffler();
    send(state, rows, 0, rows.length, key, shuffler);
    ShuffleMeanTally tally = state.newTally();
    shuffler.drainTo(tally);
    return state.next(tally);
  }

  /** One round of the users {@code from} to {@code to - 1}. */
  public static ShuffleMeanState next(
      ShuffleMeanState state, double[][] rows, int from, int to, ReportKey key) {
    ShuffleMeanTally tally = state.newTally();
    send(state, rows, from, to, key, tally);
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

  /** The plan with the given noise, for any guarantee, in the requested rounds. */
  static ShuffleMeanPlan unchecked(
      ShuffleMeanSpec spec, long users, int dimension, ShuffleNoise noise) {
    MeanGeometry geometry = MeanGeometry.create(spec.central(), users, dimension);
    SearchGrids grids = SearchGrids.create(spec, geometry);
    RoundSplit split = new RoundChoice(spec, geometry, grids).choose();
    return ShuffleMeanPlan.unchecked(
        spec, users, dimension, split.medians().rounds(), split.norm().rounds(), noise);
  }
}
