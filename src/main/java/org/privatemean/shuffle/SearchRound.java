package org.privatemean.shuffle;

import java.util.Arrays;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.Poisson;

/**
 * One round of {@link SearchCounts}, with the same privacy and error: the server makes it, the
 * users answer it, and a {@code SearchTally} adds the answers. As a randomizer it takes the user's
 * values, one per coordinate.
 *
 * <p>An absent user's dummies are missing: plan for it by {@code honestFraction}. No user may
 * answer a round twice, and the shuffler must refuse repeated messages. Forged messages do not
 * reduce the honest users' noise, and change an answer by at most one each.
 */
final class SearchRound implements MessageRandomizer<long[]> {
  private static final long serialVersionUID = 1L;

  private final int firstLabel;
  private final SearchRounds rounds;
  private final int round;

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
   * @param values one per coordinate
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
   * Returns the cell of a coordinate's value, which the user sends; -1 if the user sends none.
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
      // Only a caller's mistake gives a value outside the universe; it is moved to the nearest end.
      return (int) Math.max(0, Math.min(parts - 1L, part));
    }
    return part < 0 ? parts : part >= parts ? parts + 1 : (int) part;
  }

  int levels() {
    return rounds.levels(round);
  }

  /** Returns the logarithm, to base two, of the number of integers of the current nodes. */
  int logSize() {
    return rounds.levels() - rounds.levelsBefore(round);
  }

  /** Returns the number of different messages with one label. */
  public int cells() {
    return rounds.cells(round);
  }

  /** Returns true if users send cells, false if each answers one threshold. */
  public boolean namesCells() {
    return rounds.cells();
  }

  /** Returns true if values can be outside the current node. */
  boolean hasOuter() {
    return rounds.cells() && round > 0;
  }

  ThresholdSide side() {
    return side;
  }

  public int width() {
    return lefts.length;
  }

  public long[] lefts() {
    return lefts.clone();
  }

  /** Returns the label of the first coordinate; those of the others follow. */
  public int firstLabel() {
    return firstLabel;
  }

  /** Returns the label of the message that reports presence. */
  public int presentLabel() {
    return firstLabel + lefts.length;
  }

  public DummyShares dummies() {
    return dummies;
  }

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
