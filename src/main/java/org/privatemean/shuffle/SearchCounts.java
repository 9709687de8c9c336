package org.privatemean.shuffle;

import java.io.Serializable;

/**
 * The public parameters of a search for quantiles in lockstep over shuffled messages. Ranks are
 * among the users who answer: every user reports its presence in every round.
 *
 * <p>Coordinate j of round r has the label {@code firstLabel + r (width + 1) + j}; j = width is
 * presence, with one message of body 0 per user and no dummies. A threshold has the body 0; a cell
 * has its number, then "below" and "above".
 *
 * <p><b>Privacy guarantee.</b> The server sees for each cell the exact number of users in it plus
 * an independent Poisson number; the honest users alone add at least the mean mu ({@link
 * DummyShares}). {@link DummyCounts} accounts for a replaced row. Nodes may depend on earlier
 * rounds. Presence is the same for both neighbours and costs nothing.
 *
 * <p><b>Error.</b> Answers are unbiased; a threshold has the variance M, the mean number of dummies
 * in a cell, and k of the c cells of a label {@code M k (c - k) / c} (Huang, Liang and Yi 2021,
 * section 5.2 and Lemma 5.5; shuffle-range-counting.md).
 *
 * @param countsAbove true if a threshold counts the values above it, false for those up to it;
 *     cells count both
 */
record SearchCounts(
    int firstLabel, int width, SearchRounds rounds, boolean countsAbove, DummyShares dummies)
    implements Serializable {
  private static final long MAX_CELLS = 1L << 24;

  SearchCounts {
    if (firstLabel < 0
        || width < 1
        || firstLabel + (long) rounds.rounds() * (width + 1L) > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          String.format(
              "a search needs firstLabel >= 0, width >= 1 and labels below 2^31. Provided: %d, %d,"
                  + " %s",
              firstLabel, width, rounds));
    }
    if ((long) width * rounds.cells(0) > MAX_CELLS) {
      throw new IllegalArgumentException(
          String.format(
              "a round has %d cells for each of %d coordinates, more than 2^24 together: ask in"
                  + " more rounds",
              rounds.cells(0), width));
    }
  }

  public int labels() {
    return rounds.rounds() * (width + 1);
  }

  public DummyCounts charge() {
    return DummyCounts.create(width, rounds, dummies.mu());
  }

  /** Returns the largest standard deviation of an answer if all users take part. */
  public double deviation() {
    return Math.sqrt(rounds.variance() * dummies.expectedDummies());
  }

  /** Returns the rank error that no search exceeds with probability {@code 1 - beta}. */
  public double rankError(double beta) {
    double answers = (double) width * rounds.answers();
    return dummies.deviation(rounds.variance(), beta / answers) + 0.5;
  }

  /** Returns the mean number of a user's messages in a round, for a share of thresholds. */
  public double messages(int round, double share) {
    double own = rounds.cells() ? width : share * width;
    return 1 + own + userDummies(round).mean();
  }

  public double messages(double share) {
    double sum = 0;
    for (int r = 0; r < rounds.rounds(); r++) {
      sum += messages(r, share);
    }
    return sum;
  }

  /** Returns the number of one user's dummies in a round. */
  Poisson userDummies(int round) {
    return dummies.forCells((double) width * rounds.cells(round));
  }

  public int slots(int round, double chance) {
    // At most one message per coordinate, and one that reports presence.
    return BundleFormat.slots(1L + width, userDummies(round).mean(), chance);
  }
}
