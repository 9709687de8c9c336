package org.privatemean.shuffle;

import java.io.Serializable;
import org.privatemean.query.QuantileSearch;

/**
 * The public parameters of a search for quantiles in lockstep over shuffled messages. Ranks are
 * among the users who answer: every user reports its presence in every round.
 *
 * <p>Label {@code firstLabel + r (width + 1) + j} is that of coordinate j in round r, and j = width
 * is that of presence, with one message of body 0 per user and no dummies. A threshold has the body
 * 0; a cell has its number, the {@code 2^h} parts of the current node first, then "below" and
 * "above".
 *
 * <p><b>Privacy guarantee.</b> The server sees for each cell the exact number of users in it plus
 * an independent Poisson number, of which the honest users alone add at least the mean mu ({@link
 * DummyShares}). <em>Thresholds:</em> a replaced row changes each count of a coordinate by at most
 * 1, all to one side: for counts of values above the middle as for those up to it, since one is the
 * complement of the other. <em>Cells:</em> a user sends exactly one message with each label, so a
 * replaced row takes 1 from the count of a cell, adds 1 to that of another, and leaves all others,
 * whose distribution is the same for both rows. The pair of views is {@code (X + Y, X' + 1 + Y')}
 * against {@code (X + 1 + Y, X' + Y')}, with Y and Y' independent Poisson numbers and the loss
 * {@code ln((1 + Y) / mu) + ln(mu / Y')}, which {@link DummyCounts#forCells} composes exactly. The
 * nodes may depend on all earlier rounds, the bounds do not.
 *
 * <p>Presence is not secret and costs nothing: neighbours differ in the row of one user, who takes
 * part in both or in neither. Dummies could not hide it, since every user sends a fixed number of
 * messages to the sum.
 *
 * <p><b>Error.</b> For the c cells of a label let N_i be the numbers of messages, m that of the
 * users present, and {@code e = (sum of N_i - m) / c} the observed mean number of dummies. Then
 * {@code N_i - e} estimates the users in cell i: the estimates add up to m, and a sum of k of them
 * is unbiased, for any set of absent users and any number of dummies, of variance {@code M k (c -
 * k) / c <= M c / 4}, where M is the mean number of dummies in a cell. (It is the best linear
 * combination of counting from below and from above.) A threshold's answer is the number of
 * messages minus {@code m / n} times the mean number of dummies of all n users: of variance M,
 * unbiased if the users present add their dummies.
 *
 * <p>Source: Huang, Liang and Yi (2021), section 5.2 and Lemma 5.5, for the search; the page on
 * shuffle range counting derives the flat cells and their estimate.
 */
final class SearchCounts implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final long MAX_CELLS = 1L << 24;

  private final int firstLabel;
  private final int width;
  private final SearchRounds rounds;
  private final ThresholdSide side;
  private final DummyShares dummies;

  private SearchCounts(
      int firstLabel, int width, SearchRounds rounds, ThresholdSide side, DummyShares dummies) {
    this.firstLabel = firstLabel;
    this.width = width;
    this.rounds = rounds;
    this.side = side;
    this.dummies = dummies;
  }

  /**
   * Creates counts for a search.
   *
   * @param firstLabel smallest label, at least 0
   * @param width number of coordinates, at least 1
   * @param rounds division of the levels into rounds
   * @param side values that a threshold counts; cells count both
   * @param dummies the dummies of every cell
   * @throws IllegalArgumentException if a number is out of its range, the labels exceed 2^31 - 1,
   *     or a round has more than 2^24 cells
   */
  public static SearchCounts create(
      int firstLabel, int width, SearchRounds rounds, ThresholdSide side, DummyShares dummies) {
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
    return new SearchCounts(firstLabel, width, rounds, side, dummies);
  }

  /**
   * Returns a round.
   *
   * @param round 0 for the first
   * @param search state of the search, after all levels of the rounds before
   * @throws IllegalArgumentException if the round does not exist, or the search has another level
   */
  public SearchRound round(int round, QuantileSearch search) {
    if (round < 0
        || round >= rounds.rounds()
        || search.level() != rounds.levelsBefore(round)
        || search.lefts().length != width) {
      throw new IllegalArgumentException(
          String.format(
              "no round %d of %s begins at level %d with %d coordinates",
              round, rounds, search.level(), search.lefts().length));
    }
    int label = firstLabel + round * (width + 1);
    return new SearchRound(label, rounds, round, search.lefts(), side, dummies);
  }

  /** Returns the number of labels of all rounds. */
  public int labels() {
    return rounds.rounds() * (width + 1);
  }

  /** Returns the division of the levels into rounds. */
  public SearchRounds rounds() {
    return rounds;
  }

  public int width() {
    return width;
  }

  public DummyShares dummies() {
    return dummies;
  }

  /**
   * Returns the cost of all rounds, for the account.
   *
   * @throws IllegalArgumentException if mu is below 1, which the account does not support
   */
  public DummyCounts charge() {
    return rounds.cells()
        ? DummyCounts.forCells(width * rounds.rounds(), dummies.mu())
        : DummyCounts.forThresholds(width, rounds.levels(), dummies.mu());
  }

  /** Returns the largest standard deviation of an answer if all users take part. */
  public double deviation() {
    return Math.sqrt(rounds.variance() * dummies.expectedDummies());
  }

  /**
   * Returns the rank error that the searches of all coordinates do not exceed with probability
   * {@code 1 - beta}: that of one answer at beta divided by the number of possible answers, and a
   * half for rounding it.
   *
   * @param beta failure probability, in (0, 1)
   */
  public double rankError(double beta) {
    double answers = (double) width * rounds.answers();
    return dummies.deviation(rounds.variance(), beta / answers) + 0.5;
  }

  /**
   * Returns the mean number of messages of a user in a round: answers, the report of presence, and
   * dummies.
   *
   * @param share of the thresholds for which a user's value is on the counted side
   */
  public double messages(int round, double share) {
    double own = rounds.cells() ? width : share * width;
    return 1 + own + dummies.forCells((double) width * rounds.cells(round)).mean();
  }

  /** Returns the mean number of messages of a user in all rounds. */
  public double messages(double share) {
    double sum = 0;
    for (int r = 0; r < rounds.rounds(); r++) {
      sum += messages(r, share);
    }
    return sum;
  }

  /**
   * Returns the number of slots of a user's bundle in a round.
   *
   * @param chance that a user's dummies do not fit, see {@link BundleFormat}
   */
  public int slots(int round, double chance) {
    double mean = dummies.forCells((double) width * rounds.cells(round)).mean();
    // At most one message per coordinate, and one that reports presence.
    return BundleFormat.slots(1L + width, mean, chance);
  }
}
