package org.privatemean.query;

import java.util.Arrays;

/**
 * State of a binary search for quantiles between two levels, for any number of coordinates in
 * lockstep: Algorithm 1 of Huang, Liang and Yi (2021). It can be stored. Immutable.
 *
 * <p>It returns the range to count next, and continues with counts from any source.
 */
public final class Bisection {
  private final Universe universe;
  private final int level;

  /** Left end of the remaining interval, for each coordinate. */
  private final long[] lefts;

  private Bisection(Universe universe, int level, long[] lefts) {
    this.universe = universe;
    this.level = level;
    this.lefts = lefts;
  }

  /**
   * Creates a search at its first level.
   *
   * @param universe the range to search
   * @param width number of coordinates
   */
  public static Bisection start(Universe universe, int width) {
    long[] lefts = new long[width];
    Arrays.fill(lefts, universe.low());
    return new Bisection(universe, 0, lefts);
  }

  /**
   * Restores a search.
   *
   * @param universe the range to search
   * @param level number of finished levels, at most all
   * @param lefts the value of {@link #lefts}
   * @throws IllegalArgumentException if no search can have these values
   */
  public static Bisection create(Universe universe, int level, long[] lefts) {
    if (level < 0 || level > universe.levels()) {
      throw new IllegalArgumentException(
          String.format("level must be in [0, %d]. Provided value: %d", universe.levels(), level));
    }
    long unit = 1L << (universe.levels() - level);
    for (long left : lefts) {
      long offset = left - universe.low();
      if (offset < 0 || offset % unit != 0 || offset >> level >= unit) {
        throw new IllegalArgumentException(
            String.format("no search of level %d has the left end %d", level, left));
      }
    }
    return new Bisection(universe, level, lefts.clone());
  }

  /** Returns the number of finished levels. */
  public int level() {
    return level;
  }

  /** True if all levels are finished. */
  public boolean isFinished() {
    return level == universe.levels();
  }

  /** Returns the left end of the remaining interval, for each coordinate. */
  public long[] lefts() {
    return lefts.clone();
  }

  /** Returns half the length of the remaining interval. */
  private long half() {
    return 1L << (universe.levels() - 1 - level);
  }

  /** Returns the upper end of the range to count next, for each coordinate. */
  public long[] mids() {
    checkGoesOn();
    long[] mids = new long[lefts.length];
    for (int j = 0; j < mids.length; j++) {
      mids[j] = lefts[j] + half() - 1;
    }
    return mids;
  }

  /**
   * Returns the search after its next level.
   *
   * @param counts number of values up to {@link #mids}, for each coordinate
   * @param rank the target rank; if a count does not exceed it, the search moves right
   */
  public Bisection next(long[] counts, double rank) {
    checkGoesOn();
    long[] moved = lefts.clone();
    for (int j = 0; j < moved.length; j++) {
      if (counts[j] <= rank) {
        moved[j] += half();
      }
    }
    return new Bisection(universe, level + 1, moved);
  }

  private void checkGoesOn() {
    if (isFinished()) {
      throw new IllegalStateException("all " + level + " levels are over");
    }
  }

  /**
   * Returns the quantiles, within the universe.
   *
   * @throws IllegalStateException if the search is not finished
   */
  public long[] quantiles() {
    if (!isFinished()) {
      throw new IllegalStateException(
          String.format("%d of %d levels are over", level, universe.levels()));
    }
    return Arrays.stream(lefts).map(left -> Math.min(left, universe.high())).toArray();
  }
}
