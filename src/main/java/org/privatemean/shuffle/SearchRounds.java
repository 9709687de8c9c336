package org.privatemean.shuffle;

import java.io.Serializable;

/**
 * The number of levels of a binary search are asked in each of how many rounds. With a round a
 * level these are <em>thresholds</em>: one message or none. With fewer rounds they are <em>flat
 * cells</em>: of a round of h levels a user names one of the {@code 2^h} parts of the current node,
 * or, after the first round, that its value is below or above the node.
 *
 * @param levels number of levels of the search, 1 to 62
 * @param rounds in which they are asked, 1 to levels; the first ones have a level more if they are
 *     not even
 */
record SearchRounds(int levels, int rounds) implements Serializable {
  /** The most levels of one round: a cell is a counter, and costs dummies. */
  public static final int MAX_LEVELS = 20;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is out of its range, or a round has more than {@value
   *     #MAX_LEVELS} levels
   */
  public SearchRounds {
    if (levels < 1 || levels > 62 || rounds < leastRounds(levels) || rounds > levels) {
      throw new IllegalArgumentException(
          String.format(
              "a search needs 1 to 62 levels, and a round for each 1 to %d of them. Provided: %d"
                  + " levels in %d rounds",
              MAX_LEVELS, levels, rounds));
    }
  }

  /** The least number of rounds that this many levels can be asked in. */
  public static int leastRounds(int levels) {
    return (levels + MAX_LEVELS - 1) / MAX_LEVELS;
  }

  /** True if users name cells; if not, each round is one threshold. */
  public boolean cells() {
    return rounds < levels;
  }

  /** Number of levels of a round. */
  public int levels(int round) {
    return levels / rounds + (round < levels % rounds ? 1 : 0);
  }

  /** Number of levels before a round. */
  public int levelsBefore(int round) {
    return round * (levels / rounds) + Math.min(round, levels % rounds);
  }

  /** Number of different messages with one label of a round: 1 for a threshold. */
  public int cells(int round) {
    return cells() ? (1 << levels(round)) + (round == 0 ? 0 : 2) : 1;
  }

  /** Number of different messages, with one label a round, of all rounds. */
  public long allCells() {
    long sum = 0;
    for (int r = 0; r < rounds; r++) {
      sum += cells(r);
    }
    return sum;
  }

  /**
   * Returns how many counts of one coordinate a user can change in all rounds: two of a cell round.
   */
  public int changes() {
    return cells() ? 2 * rounds : rounds;
  }

  /** Number of answers that the search can look at in all rounds. */
  public long answers() {
    long sum = 0;
    for (int r = 0; r < rounds; r++) {
      sum += (1L << levels(r)) - 1;
    }
    return sum;
  }

  /**
   * The largest variance of an answer in units of that of a cell: that of k of c cells is {@code k
   * (c - k) / c}, see {@link SearchCounts}.
   */
  public double variance() {
    double most = 1;
    for (int r = 0; cells() && r < rounds; r++) {
      most = Math.max(most, cells(r) / 4.0);
    }
    return most;
  }
}
