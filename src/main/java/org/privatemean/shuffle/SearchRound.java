package org.privatemean.shuffle;

import org.privatemean.noise.BitSource;
import org.privatemean.query.QuantileSearch;

/** One round of {@link SearchCounts}; a forged message changes an answer by at most one. */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record SearchRound(SearchCounts counts, int round, long[] lefts, Poisson userDummies)
    implements MessageRandomizer<long[]> {

  /** Returns a round, from 0, of a search after all levels of the rounds before. */
  static SearchRound create(SearchCounts counts, int round, QuantileSearch search) {
    SearchRounds rounds = counts.rounds();
    if (round < 0
        || round >= rounds.rounds()
        || search.level() != rounds.levelsBefore(round)
        || search.lefts().length != counts.width()) {
      throw new IllegalArgumentException(
          String.format(
              "no round %d of %s begins at level %d with %d coordinates",
              round, rounds, search.level(), search.lefts().length));
    }
    return new SearchRound(counts, round, search.lefts(), counts.userDummies(round));
  }

  @Override
  public void randomize(long[] values, BitSource secret, MessageSink messages) {
    if (values.length != lefts.length) {
      throw new IllegalArgumentException(
          String.format("%d values needed. Provided: %d", lefts.length, values.length));
    }
    int first = firstLabel();
    messages.send(presentLabel(), 0);
    for (int j = 0; j < lefts.length; j++) {
      int cell = cell(j, values[j]);
      if (cell >= 0) {
        messages.send(first + j, cell);
      }
    }
    long all = (long) cells() * lefts.length;
    for (long left = userDummies.sample(secret); left > 0; left--) {
      long dummy = secret.nextBelow(all);
      messages.send(first + (int) (dummy / cells()), dummy % cells());
    }
  }

  /** Returns the cell of a coordinate's value, which the user sends; -1 if the user sends none. */
  int cell(int coordinate, long value) {
    long offset = value - lefts[coordinate];
    if (!counts.rounds().cells()) {
      boolean above = offset >= 1L << (logSize() - 1);
      return above == counts.countsAbove() ? 0 : -1;
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
    return counts.rounds().levels(round);
  }

  /** Returns the logarithm, to base two, of the number of integers of the current nodes. */
  int logSize() {
    return counts.rounds().levels() - counts.rounds().levelsBefore(round);
  }

  int cells() {
    return counts.rounds().cells(round);
  }

  /** Returns true if values can be outside the current node. */
  boolean hasOuter() {
    return counts.rounds().cells() && round > 0;
  }

  int firstLabel() {
    return counts.firstLabel() + round * (counts.width() + 1);
  }

  int presentLabel() {
    return firstLabel() + lefts.length;
  }
}
