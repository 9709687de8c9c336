package org.privatemean.shuffle.range.tree;

import java.util.Arrays;
import org.privatemean.shuffle.message.Analyzer;

/**
 * The server's side of a {@link TreeRound}: the number of messages of each cell. Exact sums, so
 * tallies of parts merge in any order.
 */
public final class TreeTally implements Analyzer<TreeTally> {
  private static final long serialVersionUID = 1L;

  private final TreeRound round;
  private final long[] messages;
  private long malformed;

  /** A tally of a round without messages. */
  public TreeTally(TreeRound round) {
    this.round = round;
    this.messages = new long[round.cells() * round.bases().length];
  }

  /** {@inheritDoc} Labels of other rounds and bodies out of range are dropped and counted. */
  @Override
  public void send(int label, long body) {
    int cell = round.cell(label, body);
    if (cell < 0) {
      malformed++;
    } else {
      messages[cell]++;
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if it is of another round
   */
  @Override
  public void merge(TreeTally other) {
    if (round.firstLevel() != other.round.firstLevel()
        || !Arrays.equals(round.bases(), other.round.bases())
        || messages.length != other.messages.length) {
      throw new IllegalArgumentException("tallies of different rounds do not merge");
    }
    for (int i = 0; i < messages.length; i++) {
      messages[i] += other.messages[i];
    }
    malformed += other.malformed;
  }

  @Override
  public long malformed() {
    return malformed;
  }

  /**
   * The estimated number of values below a point of a coordinate's node; not clamped.
   *
   * @param offset the point, from the node's first cell on: a multiple of {@code 2^(L - l)}, l the
   *     number of levels after this round, below the node's size
   */
  public double below(int coordinate, long offset) {
    double expected = round.dummies().expected();
    int first = coordinate * round.cells();
    double before = round.firstLevel() == 0 ? 0 : messages[first + round.cells() - 1] - expected;
    for (int k = 0; k < round.levels(); k++) {
      long half = offset >>> (round.logSize() - 1 - k);
      if ((half & 1) == 1) {
        before += messages[first + (1 << k) - 1 + (int) (half >>> 1)] - expected;
      }
    }
    return before;
  }
}
