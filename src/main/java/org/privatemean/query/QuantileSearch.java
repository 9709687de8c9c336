package org.privatemean.query;

import java.io.Serializable;
import java.util.Arrays;
import org.privatemean.privacy.Checks;
import org.privatemean.privacy.PrivacyUnit;

/**
 * PrivQuant, Algorithm 1 of Huang, Liang and Yi (2021): private quantiles by binary search, for any
 * number of coordinates in lockstep; an instance is the state between two levels.
 *
 * <p><b>Privacy.</b> The search requests one level of counts at a time, {@link Universe#levels} in
 * all: it is post-processing of as many private releases.
 *
 * <p><b>Error.</b> If every count is within tau, the rank of the answer is within tau (Lemma 3.2),
 * which holds with probability {@code 1 - beta} for the tau of {@link #rankError} (not that of
 * Theorem 3.3: privquant.md, "Rank error").
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record QuantileSearch(Universe universe, int level, long[] lefts) {

  public static QuantileSearch start(Universe universe, int width) {
    long[] lefts = new long[width];
    Arrays.fill(lefts, universe.low());
    return new QuantileSearch(universe, 0, lefts);
  }

  /** Restores a search from its number of finished levels and {@link #lefts}, which are checked. */
  public static QuantileSearch create(Universe universe, int level, long[] lefts) {
    boolean isLevel = level >= 0 && level <= universe.levels();
    Checks.argument("level", isLevel, "in [0, " + universe.levels() + "]", level);
    long unit = 1L << (universe.levels() - level);
    for (long left : lefts) {
      long offset = left - universe.low();
      if (offset < 0 || offset % unit != 0 || offset >> level >= unit) {
        throw new IllegalArgumentException(
            String.format("no search of level %d has the left end %d", level, left));
      }
    }
    return new QuantileSearch(universe, level, lefts.clone());
  }

  public boolean isFinished() {
    return level == universe.levels();
  }

  /** Returns the left end of the remaining interval, for each coordinate. */
  @Override
  public long[] lefts() {
    return lefts.clone();
  }

  private long half() {
    return 1L << (universe.levels() - 1 - level);
  }

  /** Returns the upper end of the range to count next, for each coordinate. */
  public long[] mids() {
    checkGoesOn();
    return Arrays.stream(lefts).map(left -> left + half() - 1).toArray();
  }

  /** Returns the next search, to the right where at most rank values are up to {@link #mids}. */
  public QuantileSearch next(long[] counts, double rank) {
    checkGoesOn();
    long[] moved = lefts.clone();
    for (int j = 0; j < moved.length; j++) {
      if (counts[j] <= rank) {
        moved[j] += half();
      }
    }
    return new QuantileSearch(universe, level + 1, moved);
  }

  private void checkGoesOn() {
    if (isFinished()) {
      throw new IllegalStateException("all " + level + " levels are over");
    }
  }

  /** Returns the quantiles, within the universe, of a finished search. */
  public long[] quantiles() {
    if (!isFinished()) {
      throw new IllegalStateException(
          String.format("%d of %d levels are over", level, universe.levels()));
    }
    return Arrays.stream(lefts).map(left -> Math.min(left, universe.high())).toArray();
  }

  /**
   * Finds, for every coordinate, the smallest integer of the universe whose count exceeds a rank;
   * without noise, the order statistic {@code floor(rank) + 1}, or the end of the universe.
   */
  public static long[] search(RangeCounter counter, Universe universe, int width, double rank) {
    QuantileSearch search = start(universe, width);
    while (!search.isFinished()) {
      search = search.next(counter.countsUpTo(search.level(), search.mids()), rank);
    }
    return search.quantiles();
  }

  /**
   * Returns the rank error tau that a search with budget rho for one coordinate does not exceed
   * with probability {@code 1 - beta}.
   */
  public static double rankError(PrivacyUnit unit, int levels, double rho, double beta) {
    return unit.countSensitivity() * Math.sqrt(levels * StrictMath.log(levels / beta) / rho);
  }

  /** Public interval of integers to search a quantile in; {@code high - low} is below 2^62. */
  public record Universe(long low, long high) implements Serializable {
    public Universe {
      if (high < low || high - low < 0 || high - low >= 1L << 62) {
        throw new IllegalArgumentException(
            String.format(
                "a universe needs low <= high < low + 2^62. Provided: [%d, %d]", low, high));
      }
    }

    public int levels() {
      return Long.SIZE - Long.numberOfLeadingZeros(high - low);
    }
  }
}
