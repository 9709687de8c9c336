package org.privatemean.shuffle;

import org.privatemean.noise.BitSource;
import org.privatemean.shuffle.range.ThresholdRound;
import org.privatemean.shuffle.sum.DrawnSum;

/**
 * Rounds of the shuffle mean drawn from the exact law of what the server sees when all users take
 * part, without making a message: for experiments with more messages than a machine can shuffle.
 * The rows are seen in the clear, so this protects nobody but those who get released values only.
 */
public final class DrawnRounds {
  private DrawnRounds() {}

  /**
   * The state after the coming round.
   *
   * @param state public state before the round
   * @param rows one a user, in data units
   * @param secret random bits, others for every round
   * @throws IllegalArgumentException if there are not as many rows as the plan has users
   */
  public static ShuffleMeanState next(ShuffleMeanState state, double[][] rows, BitSource secret) {
    if (rows.length != state.plan().users()) {
      throw new IllegalArgumentException(
          String.format(
              "a row a user is needed, %d of them. Provided: %d",
              state.plan().users(), rows.length));
    }
    return state.current() == ShuffleTask.SUM
        ? state.afterSum(sum(state, rows, secret), messages(state, sumMessages(state)))
        : counted(state, rows, secret);
  }

  private static ShuffleMeanState counted(
      ShuffleMeanState state, double[][] rows, BitSource secret) {
    ThresholdRound question = state.plan().question(state);
    long[] counts = question.drawCounts(exactCounts(state, rows), secret);
    double sent = counts.length * state.plan().counts(state.current()).dummies().expected();
    for (long count : counts) {
      sent += count;
    }
    return state.afterCounts(counts, messages(state, Math.round(sent)));
  }

  private static ShuffleMeanState.RoundMessages messages(ShuffleMeanState state, long accepted) {
    return new ShuffleMeanState.RoundMessages(accepted, 0, state.format());
  }

  private static long sumMessages(ShuffleMeanState state) {
    return state.plan().users() * state.plan().sum(state.norm()).messages();
  }

  /** The counts of a round without noise. */
  static long[] exactCounts(ShuffleMeanState state, double[][] rows) {
    ShuffleMeanClient client = ShuffleMeanClient.of(state);
    long[] mids = state.plan().question(state).mids();
    long[] counts = new long[mids.length];
    for (double[] row : rows) {
      long[] values = client.values(row);
      for (int j = 0; j < mids.length; j++) {
        if (values[j] <= mids[j]) {
          counts[j]++;
        }
      }
    }
    return counts;
  }

  private static long[] sum(ShuffleMeanState state, double[][] rows, BitSource secret) {
    ShuffleMeanClient client = ShuffleMeanClient.of(state);
    DrawnSum sum = state.plan().sum(state.norm()).drawn(secret);
    for (double[] row : rows) {
      sum.add(client.values(row));
    }
    return sum.sums();
  }
}
