package org.privatemean.shuffle.range;

import java.io.Serializable;
import org.privatemean.privacy.loss.DummyCounts;

/**
 * Range counting in as many rounds as the search has levels: in each, a user says for every
 * coordinate whether its value is at most the public middle, by a message or by none, and adds
 * dummies. This is what both sides know before the first round. It serves in place of the counting
 * in one round of Lemma 5.5 of Huang, Liang and Yi (2021): more rounds, and far less noise.
 *
 * <p>The label of (coordinate j, level l) is {@code firstLabel + l width + j}; the body is 0.
 *
 * <p><b>Privacy guarantee.</b> What the server sees is, for every label, {@code X + Y}: X the exact
 * count, Y an independent Poisson number of mean at least mu. A replaced row changes X of a label
 * by at most 1, so the view of a label is dominated by the pair {@code (1 + Y, Y)} or {@code (Y, 1
 * + Y)}, whatever the middle; the {@code T = levels * width} labels together are as private as the
 * composition of T such pairs, and mu is to be calibrated to that. All counts of a coordinate
 * change to one side, since a larger value is at most fewer middles; coordinates can differ.
 *
 * <p><b>Error.</b> A count is unbiased with variance {@link DummyShares#expected}, independent of
 * n. {@link #rankError} bounds what that does to a quantile.
 */
public final class ThresholdCounts implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int firstLabel;
  private final int width;
  private final int levels;
  private final DummyShares dummies;

  private ThresholdCounts(int firstLabel, int width, int levels, DummyShares dummies) {
    this.firstLabel = firstLabel;
    this.width = width;
    this.levels = levels;
    this.dummies = dummies;
  }

  /**
   * Counts for a search.
   *
   * @param firstLabel the smallest label that is used, at least 0
   * @param width number of coordinates, at least 1
   * @param levels number of levels of the search, 1 to 62
   * @param dummies the dummies of every label
   * @throws IllegalArgumentException if a number is out of its range, or the labels pass 2^31 - 1
   */
  public static ThresholdCounts of(int firstLabel, int width, int levels, DummyShares dummies) {
    Labels.check(firstLabel, width, levels);
    return new ThresholdCounts(firstLabel, width, levels, dummies);
  }

  /**
   * The round of one level.
   *
   * @param level 0 for the first
   * @param mids the middle of each coordinate: those at most it are counted
   * @throws IllegalArgumentException if there is no such level, or not a middle per coordinate
   */
  public ThresholdRound round(int level, long[] mids) {
    if (level < 0 || level >= levels || mids.length != width) {
      throw new IllegalArgumentException(
          String.format(
              "a round needs a level in [0, %d] and %d mids. Provided: level %d and %d mids",
              levels - 1, width, level, mids.length));
    }
    return new ThresholdRound(firstLabel + level * width, mids.clone(), dummies);
  }

  /** T, the number of counts that a user can change: levels times width. */
  public int counts() {
    return levels * width;
  }

  /**
   * What all rounds cost, for the account.
   *
   * @throws IllegalArgumentException if mu is below 1, which no account is kept of
   */
  public DummyCounts charge() {
    return DummyCounts.ofThresholds(width, levels, dummies.mu());
  }

  /** Number of coordinates. */
  public int width() {
    return width;
  }

  /** Number of rounds. */
  public int levels() {
    return levels;
  }

  /** The dummies of every label. */
  public DummyShares dummies() {
    return dummies;
  }

  /** Mean number of dummies that a user sends over all rounds. */
  public double dummiesPerUser() {
    return levels * dummies.forCells(width).mean();
  }

  /**
   * The rank error tau that the searches of all coordinates stay within with probability {@code 1 -
   * beta}: that of one count at {@code beta / T}, and a half for rounding it. Only one side of a
   * count's noise can take a search out of the band, so the union is over T events. Where users
   * stay away, {@link DummyShares#biasBound} comes on top.
   *
   * @param beta failure probability, in (0, 1)
   */
  public double rankError(double beta) {
    return dummies.deviation(beta / counts()) + 0.5;
  }
}
