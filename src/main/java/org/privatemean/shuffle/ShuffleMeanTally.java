package org.privatemean.shuffle;

import org.privatemean.shuffle.message.Analyzer;
import org.privatemean.shuffle.range.ThresholdTally;
import org.privatemean.shuffle.sum.SumAnalyzer;

/**
 * The analyzer of one round of the shuffle mean: counts, or sums modulo a power of two, as exact
 * integers. Tallies of disjoint messages merge to that of all, in any order.
 */
public final class ShuffleMeanTally implements Analyzer<ShuffleMeanTally> {
  private static final long serialVersionUID = 1L;

  private final int round;

  /** One of the two; the other is null. */
  private final ThresholdTally counts;

  private final SumAnalyzer sums;
  private long messages;

  private ShuffleMeanTally(int round, ThresholdTally counts, SumAnalyzer sums) {
    this.round = round;
    this.counts = counts;
    this.sums = sums;
  }

  /** A tally of a round of counts. */
  static ShuffleMeanTally ofCounts(int round, ThresholdTally counts) {
    return new ShuffleMeanTally(round, counts, null);
  }

  /** A tally of the round of the sum. */
  static ShuffleMeanTally ofSum(int round, SumAnalyzer sums) {
    return new ShuffleMeanTally(round, null, sums);
  }

  @Override
  public void send(int label, long body) {
    messages++;
    if (counts != null) {
      counts.send(label, body);
    } else {
      sums.send(label, body);
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if it is one of another round
   */
  @Override
  public void merge(ShuffleMeanTally other) {
    checkRound(other.round);
    if (counts != null) {
      counts.merge(other.counts);
    } else {
      sums.merge(other.sums);
    }
    messages += other.messages;
  }

  @Override
  public long malformed() {
    return counts == null ? sums.malformed() : counts.malformed();
  }

  /** Number of messages taken. */
  public long accepted() {
    return messages - malformed();
  }

  void checkRound(int expected) {
    if (round != expected) {
      throw new IllegalArgumentException(
          String.format("a tally of round %d is not one of round %d", round + 1, expected + 1));
    }
  }

  /** The noisy counts, without bias. */
  long[] counts() {
    return counts.counts();
  }

  /** The noisy sums in grid steps. */
  long[] sum() {
    if (!sums.isWhole() || sums.users() == 0) {
      throw new IllegalStateException(
          "messages of the sum were lost, repeated or forged, and what is left of it is a random"
              + " number: read the shuffled messages of this round once more, and do not ask the"
              + " users again");
    }
    return sums.sums();
  }
}
