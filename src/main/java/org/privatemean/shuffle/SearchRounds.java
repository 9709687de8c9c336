package org.privatemean.shuffle;

import java.io.Serializable;
import java.util.stream.IntStream;

/**
 * The division of the levels of a binary search into rounds. With one round per level these are
 * <em>thresholds</em>: one message or none. With fewer rounds they are <em>flat cells</em>: a user
 * sends one of the {@code 2^h} parts of the current node or, after the first round, "below" or
 * "above".
 *
 * @param levels number of levels of the search, 1 to 62
 * @param rounds number of rounds, 1 to levels; the first have one level more if levels are left
 *     over
 */
record SearchRounds(int levels, int rounds) implements Serializable {
  /** Maximum levels of one round: a cell is a counter, and costs dummies. */
  public static final int MAX_LEVELS = 20;

  public SearchRounds {
    if (levels < 1 || levels > 62 || rounds < leastRounds(levels) || rounds > levels) {
      throw new IllegalArgumentException(
          String.format(
              "a search needs 1 to 62 levels, and a round for each 1 to %d of them. Provided: %d"
                  + " levels in %d rounds",
              MAX_LEVELS, levels, rounds));
    }
  }

  public static int leastRounds(int levels) {
    return (levels + MAX_LEVELS - 1) / MAX_LEVELS;
  }

  /** Returns true if users send cells, false if each round is one threshold. */
  public boolean cells() {
    return rounds < levels;
  }

  public int levels(int round) {
    return levels / rounds + (round < levels % rounds ? 1 : 0);
  }

  public int levelsBefore(int round) {
    return round * (levels / rounds) + Math.min(round, levels % rounds);
  }

  /** Returns the number of different messages with one label of a round: 1 for a threshold. */
  public int cells(int round) {
    return cells() ? (1 << levels(round)) + (round == 0 ? 0 : 2) : 1;
  }

  /** Returns the number of different messages, with one label per round, of all rounds. */
  public long allCells() {
    return IntStream.range(0, rounds).mapToLong(r -> cells(r)).sum();
  }

  /** Returns the number of counts per coordinate that a user can change: two per cell round. */
  public int changes() {
    return cells() ? 2 * rounds : rounds;
  }

  public long answers() {
    return IntStream.range(0, rounds).mapToLong(r -> (1L << levels(r)) - 1).sum();
  }

  /** Returns the largest variance of an answer over that of a cell ({@link SearchCounts}). */
  public double variance() {
    return IntStream.range(0, rounds).mapToDouble(r -> cells(r) / 4.0).reduce(1, Math::max);
  }
}
