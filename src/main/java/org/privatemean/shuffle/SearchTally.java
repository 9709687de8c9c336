package org.privatemean.shuffle;

import java.util.Arrays;
import org.privatemean.query.QuantileSearch;

/** The server's exact counts of a {@link SearchRound}: messages by cell, and users present. */
final class SearchTally implements Analyzer<SearchTally> {
  private static final long serialVersionUID = 1L;

  private final SearchRound round;
  private final int cells;
  private final long[] messages;
  private long present;
  private long malformed;

  public SearchTally(SearchRound round) {
    this.round = round;
    this.cells = round.cells();
    this.messages = new long[cells * round.counts().width()];
  }

  /** {@inheritDoc} Other labels, and bodies that are not a cell, are dropped and counted. */
  @Override
  public void send(int label, long body) {
    // Unsigned: a label below the first is far above the last.
    int coordinate = label - round.firstLabel();
    if (coordinate == round.counts().width() && body == 0) {
      present++;
    } else if (Integer.compareUnsigned(coordinate, round.counts().width()) >= 0
        || Long.compareUnsigned(body, cells) >= 0) {
      malformed++;
    } else {
      messages[coordinate * cells + (int) body]++;
    }
  }

  @Override
  public void merge(SearchTally other) {
    for (int i = 0; i < messages.length; i++) {
      messages[i] += other.messages[i];
    }
    present += other.present;
    malformed += other.malformed;
  }

  @Override
  public long malformed() {
    return malformed;
  }

  public long present() {
    return present;
  }

  /** Returns the number of messages of a cell: all that the server learns. */
  public long messages(int coordinate, int cell) {
    return messages[coordinate * cells + cell];
  }

  /**
   * Returns the unbiased estimate of the users present in the first of the {@code 2^h} parts of the
   * current node (1 is half for a threshold) or below it.
   */
  public double upTo(int coordinate, int parts) {
    if (!round.counts().rounds().cells()) {
      double users = round.counts().dummies().users();
      double dummies = round.counts().dummies().expectedDummies() * (present / users);
      double counted = messages[coordinate] - dummies;
      return round.counts().countsAbove() ? present - counted : counted;
    }
    int first = coordinate * cells;
    long all = Arrays.stream(messages, first, first + cells).sum();
    long counted = Arrays.stream(messages, first, first + parts).sum();
    int added = parts;
    if (round.hasOuter()) {
      counted += messages[first + (1 << round.levels())];
      added++;
    }
    return counted - (double) (all - present) * added / cells;
  }

  /** Returns the search after this round, for a target rank among the users present. */
  public QuantileSearch next(QuantileSearch before, double rank) {
    long[] lefts = round.lefts();
    QuantileSearch search = before;
    for (int level = 0; level < round.levels(); level++) {
      long[] mids = search.mids();
      long[] counts = new long[lefts.length];
      for (int j = 0; j < lefts.length; j++) {
        long parts = (mids[j] + 1 - lefts[j]) >> (round.logSize() - round.levels());
        counts[j] = Math.round(upTo(j, (int) parts));
      }
      search = search.next(counts, rank);
    }
    return search;
  }
}
