package org.privatemean.shuffle;

import java.io.Serializable;
import org.privatemean.privacy.loss.DummyCounts;
import org.privatemean.query.Bisection;

/**
 * A search for quantiles in lockstep over shuffled messages: what both sides know before its first
 * round. Ranks are of those who answer: every user says in every round that it is there.
 *
 * <p>Label {@code firstLabel + r (width + 1) + j} is of coordinate j in round r, and j = width of
 * those who are present, each with one message of body 0 and no dummies. A threshold has the body
 * 0; a cell its number, the {@code 2^h} parts of the current node first, then "below" and "above".
 *
 * <p><b>Privacy guarantee.</b> The server sees for each cell the exact number of users in it plus
 * an independent Poisson number whose honest users alone account for mean mu at least ({@link
 * DummyShares}). <em>Thresholds:</em> a replaced row changes each count of a coordinate by at most
 * 1, all to one side: for counts of those above the middle as for those up to it, as one is the
 * other's complement. <em>Cells:</em> a user sends exactly one message with each label, so that a
 * replaced row takes 1 from the count of a cell and adds 1 to another's, and leaves all others:
 * their law is the same for both rows. The pair of views is {@code (X + Y, X' + 1 + Y')} against
 * {@code (X + 1 + Y, X' + Y')}, Y and Y' independent Poisson numbers, with the loss {@code ln((1 +
 * Y) / mu) + ln(mu / Y')}: what {@link DummyCounts#forCells} composes, exactly. The nodes may
 * depend on all earlier rounds, the bounds do not.
 *
 * <p>Who is present is not a secret and costs nothing: neighbours differ in the row of one user,
 * who takes part in both or in neither. Nor could dummies hide it, since every user sends a fixed
 * number of messages to the sum.
 *
 * <p><b>Error.</b> Of c cells of a label let N_i be the numbers of messages, m that of those
 * present, and {@code e = (sum of N_i - m) / c} the mean number of dummies seen. Then {@code N_i -
 * e} estimates the users in cell i: the estimates add up to m, and a sum of k of them is unbiased,
 * no matter who is absent and however many dummies were added, of variance {@code M k (c - k) / c
 * <= M c / 4}, M being the mean number of dummies in a cell. (It is the best linear combination of
 * counting from below and from above.) A threshold's answer is the number of messages less {@code m
 * / n} times the mean number of dummies of all n users: of variance M, unbiased as long as those
 * who are present add their dummies.
 *
 * <p>Source: Huang, Liang and Yi (2021), section 5.2 and Lemma 5.5, for the search; the flat cells
 * and their estimate are worked out on the page on shuffle range counting.
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
   * Counts for a search.
   *
   * @param firstLabel the smallest label that is used, at least 0
   * @param width number of coordinates, at least 1
   * @param rounds how levels are asked
   * @param side what a threshold counts; cells count both
   * @param dummies the dummies of every cell
   * @throws IllegalArgumentException if a number is out of its range, the labels pass 2^31 - 1, or
   *     a round has more than 2^24 cells
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
   * A round.
   *
   * @param round 0 for the first
   * @param search where the search stands, after all levels of the rounds before
   * @throws IllegalArgumentException if the round does not exist, or the search stands elsewhere
   */
  public SearchRound round(int round, Bisection search) {
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

  /** Returns how many labels all rounds have. */
  public int labels() {
    return rounds.rounds() * (width + 1);
  }

  /** Returns how levels are asked. */
  public SearchRounds rounds() {
    return rounds;
  }

  /** Number of coordinates. */
  public int width() {
    return width;
  }

  /** The dummies of every cell. */
  public DummyShares dummies() {
    return dummies;
  }

  /**
   * Returns what all rounds cost, for the account.
   *
   * @throws IllegalArgumentException if mu is below 1, which no account is kept of
   */
  public DummyCounts charge() {
    return rounds.cells()
        ? DummyCounts.forCells(width * rounds.rounds(), dummies.mu())
        : DummyCounts.forThresholds(width, rounds.levels(), dummies.mu());
  }

  /** The largest standard deviation of an answer when all users take part. */
  public double deviation() {
    return Math.sqrt(rounds.variance() * dummies.expectedDummies());
  }

  /**
   * The rank error that the searches of all coordinates stay within with probability {@code 1 -
   * beta}: that of one answer at beta over the number of answers that they could look at, and a
   * half for rounding it.
   *
   * @param beta failure probability, in (0, 1)
   */
  public double rankError(double beta) {
    double answers = (double) width * rounds.answers();
    return dummies.deviation(rounds.variance(), beta / answers) + 0.5;
  }

  /**
   * Mean number of messages of a user in a round: its own, among which that it is there, and
   * dummies.
   *
   * @param share of the thresholds that a user's value is on the counted side of
   */
  public double messages(int round, double share) {
    double own = rounds.cells() ? width : share * width;
    return 1 + own + dummies.forCells((double) width * rounds.cells(round)).mean();
  }

  /** Mean number of messages of a user in all rounds. */
  public double messages(double share) {
    double sum = 0;
    for (int r = 0; r < rounds.rounds(); r++) {
      sum += messages(r, share);
    }
    return sum;
  }

  /**
   * Number of slots of a user's bundle in a round: room for all that it may send.
   *
   * @param chance that a user's dummies find no room, see {@link BundleFormat}
   */
  public int slots(int round, double chance) {
    double mean = dummies.forCells((double) width * rounds.cells(round)).mean();
    // One message of each coordinate at most, and one that says that the user is there.
    return BundleFormat.slots(1L + width, mean, chance);
  }
}
