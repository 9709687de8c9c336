package org.privatemean.shuffle.range.tree;

import java.io.Serializable;
import org.privatemean.privacy.loss.DummyCounts;
import org.privatemean.protocol.RangeDomain;
import org.privatemean.shuffle.range.DummyShares;
import org.privatemean.shuffle.range.Labels;
import org.privatemean.shuffle.range.ThresholdCounts;
import org.privatemean.shuffle.range.ThresholdRound;

/**
 * Range counting in a few rounds of several levels each: the compromise between {@link
 * ThresholdCounts} and {@link DyadicCounts}. In a round a user inside the current node of a
 * coordinate tells, for each of the next h levels, in whose left half its value is; one below the
 * current node says so; one above, nothing. All add dummies. This is what both sides know before
 * the first round.
 *
 * <p>The label of (coordinate j, level l) is {@code firstLabel + l width + j}. With k the level
 * within the round, the body is one of the {@code 2^k} nodes; for k = 0 it is 0, or 1 for "below".
 *
 * <p><b>Privacy guarantee.</b> A cell is a message that could be sent; the server sees of each cell
 * its exact number plus an independent Poisson number of mean at least mu. A replaced row moves at
 * most one message of a label from a cell to another, adds or removes one: dominated by the pair
 * {@code (1 + Y, Y')}, {@code (Y, 1 + Y')}, whatever the nodes. The {@code T = levels * width}
 * labels are as private as the composition of T such pairs, and mu is to be calibrated to that. The
 * rest is as in {@link ThresholdRound}.
 *
 * <p><b>Error.</b> An answer is unbiased, of variance {@code (h + 1) M} at most, M the mean number
 * of dummies for a cell: that of a sum of at most h + 1 cells.
 */
public final class TreeCounts implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final int MOST_CELLS = 1 << 24;

  private final int firstLabel;
  private final RangeDomain domain;
  private final int levelsPerRound;
  private final DummyShares dummies;

  private TreeCounts(int firstLabel, RangeDomain domain, int levelsPerRound, DummyShares dummies) {
    this.firstLabel = firstLabel;
    this.domain = domain;
    this.levelsPerRound = levelsPerRound;
    this.dummies = dummies;
  }

  /**
   * Counts in rounds.
   *
   * @param firstLabel the smallest label that is used, at least 0
   * @param domain what is counted
   * @param levelsPerRound h, at least 1; the last round may have fewer
   * @param dummies the dummies of every cell
   * @throws IllegalArgumentException if a number is out of its range, the labels pass 2^31 - 1, or
   *     a round has more than 2^24 cells: {@code width 2^h}
   */
  public static TreeCounts of(
      int firstLabel, RangeDomain domain, int levelsPerRound, DummyShares dummies) {
    Labels.check(firstLabel, domain.width(), domain.levels());
    int most = Math.min(levelsPerRound, domain.levels());
    if (most < 1 || most > 24 || (long) domain.width() << most > MOST_CELLS) {
      throw new IllegalArgumentException(
          String.format(
              "levelsPerRound must be at least 1, and width 2^levelsPerRound at most 2^24."
                  + " Provided: %d, width %d",
              levelsPerRound, domain.width()));
    }
    return new TreeCounts(firstLabel, domain, most, dummies);
  }

  /**
   * A round.
   *
   * @param round 0 for the first
   * @param bases for each coordinate the offset, in the universe, of its node's first cell
   * @throws IllegalArgumentException if there is no such round, or not a node per coordinate
   */
  public TreeRound round(int round, long[] bases) {
    if (round < 0 || round >= rounds() || bases.length != domain.width()) {
      throw new IllegalArgumentException(
          String.format(
              "a round needs a number in [0, %d] and %d nodes. Provided: %d and %d nodes",
              rounds() - 1, domain.width(), round, bases.length));
    }
    int firstLevel = round * levelsPerRound;
    int levels = Math.min(levelsPerRound, domain.levels() - firstLevel);
    return new TreeRound(firstLabel, domain, firstLevel, levels, bases.clone(), dummies);
  }

  /** Number of rounds. */
  public int rounds() {
    return (domain.levels() + levelsPerRound - 1) / levelsPerRound;
  }

  /** h, the number of levels of a round. */
  public int levelsPerRound() {
    return levelsPerRound;
  }

  /** What is counted. */
  public RangeDomain domain() {
    return domain;
  }

  /** The dummies of every cell. */
  public DummyShares dummies() {
    return dummies;
  }

  /** T, the number of labels that a user can change: levels times width. */
  public int counts() {
    return domain.levels() * domain.width();
  }

  /**
   * What all rounds cost, for the account.
   *
   * @throws IllegalArgumentException if mu is below 1, which no account is kept of
   */
  public DummyCounts charge() {
    return DummyCounts.ofCells(counts(), dummies.mu());
  }

  /** Mean number of dummies that a user sends over all rounds: about {@code 2^h M / n} a round. */
  public double dummiesPerUser() {
    double sum = 0;
    for (int r = 0; r < rounds(); r++) {
      sum += round(r, new long[domain.width()]).userDummies().mean();
    }
    return sum;
  }

  /** The largest standard deviation of an answer, when all n users take part. */
  public double deviation() {
    return Math.sqrt((levelsPerRound + (rounds() > 1 ? 1 : 0)) * dummies.expected());
  }
}
