package org.privatemean.shuffle;

import java.util.Arrays;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.Poisson;

/**
 * One round of {@link SearchCounts}, whose privacy and error it shares: the server makes it, the
 * users answer it, and a {@code SearchTally} adds the answers up. As a randomizer it takes the
 * user's values, one a coordinate.
 *
 * <p>A user who stays away takes its dummies along: plan for it by {@code honestFraction}. Nobody
 * may answer a round twice, and the shuffler has to refuse repeated messages. Forged messages take
 * nothing from the honest users' noise, and move an answer by at most one each.
 */
final class SearchRound implements MessageRandomizer<long[]> {
  private static final long serialVersionUID = 1L;

  private final int firstLabel;
  private final SearchRounds rounds;
  private final int round;

  /** The first value of each coordinate's current node. */
  private final long[] lefts;

  private final ThresholdSide side;
  private final DummyShares dummies;

  /** The dummies of one user for all coordinates. */
  private final Poisson userDummies;

  SearchRound(
      int firstLabel,
      SearchRounds rounds,
      int round,
      long[] lefts,
      ThresholdSide side,
      DummyShares dummies) {
    this.firstLabel = firstLabel;
    this.rounds = rounds;
    this.round = round;
    this.lefts = lefts;
    this.side = side;
    this.dummies = dummies;
    this.userDummies = dummies.forCells((double) cells() * lefts.length);
  }

  /**
   * {@inheritDoc}
   *
   * @param values one for each coordinate
   * @throws IllegalArgumentException if their number is not that of the coordinates
   */
  @Override
  public void randomize(long[] values, BitSource secret, MessageSink messages) {
    if (values.length != lefts.length) {
      throw new IllegalArgumentException(
          String.format("%d values needed. Provided: %d", lefts.length, values.length));
    }
    messages.send(presentLabel(), 0);
    for (int j = 0; j < lefts.length; j++) {
      int cell = cell(j, values[j]);
      if (cell >= 0) {
        messages.send(firstLabel + j, cell);
      }
    }
    long all = (long) cells() * lefts.length;
    for (long left = userDummies.sample(secret); left > 0; left--) {
      long dummy = secret.nextBelow(all);
      messages.send(firstLabel + (int) (dummy / cells()), dummy % cells());
    }
  }

  /**
   * The cell of a coordinate's value: what a user says, or -1 if that is nothing.
   *
   * @param coordinate from 0
   */
  public int cell(int coordinate, long value) {
    long offset = value - lefts[coordinate];
    if (!rounds.cells()) {
      boolean above = offset >= 1L << (logSize() - 1);
      return above == (side == ThresholdSide.ABOVE) ? 0 : -1;
    }
    int parts = 1 << levels();
    long part = offset >> (logSize() - levels());
    if (round == 0) {
      // Nothing is outside the universe but by the caller's mistake; then it is at the nearest end.
      return (int) Math.max(0, Math.min(parts - 1L, part));
    }
    return part < 0 ? parts : part >= parts ? parts + 1 : (int) part;
  }

  /** Number of levels that the round decides. */
  int levels() {
    return rounds.levels(round);
  }

  /** The current nodes have two to this many integers. */
  int logSize() {
    return rounds.levels() - rounds.levelsBefore(round);
  }

  /** Number of different messages with one label. */
  public int cells() {
    return rounds.cells(round);
  }

  /** True if users name cells; if not, they are asked of one threshold. */
  public boolean namesCells() {
    return rounds.cells();
  }

  /** True if values can be outside the current node. */
  boolean hasOuter() {
    return rounds.cells() && round > 0;
  }

  ThresholdSide side() {
    return side;
  }

  /** Number of coordinates. */
  public int width() {
    return lefts.length;
  }

  /** The first value of each coordinate's current node. */
  public long[] lefts() {
    return lefts.clone();
  }

  /** The label of the first coordinate; those of the others follow. */
  public int firstLabel() {
    return firstLabel;
  }

  /** The label of the message that says that a user is there. */
  public int presentLabel() {
    return firstLabel + lefts.length;
  }

  /** The dummies of every cell. */
  public DummyShares dummies() {
    return dummies;
  }

  /** True if another round asks the same. */
  boolean isSame(SearchRound other) {
    return firstLabel == other.firstLabel
        && round == other.round
        && rounds.equals(other.rounds)
        && side == other.side
        && Arrays.equals(lefts, other.lefts);
  }

  @Override
  public String toString() {
    return String.format(
        "SearchRound(labels from %d, round %d of %s)", firstLabel, round + 1, rounds);
  }
}
