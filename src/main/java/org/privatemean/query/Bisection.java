package org.privatemean.query;

import java.util.Arrays;

/**
 * A binary search for quantiles between two of its levels, for any number of coordinates in
 * lockstep: Algorithm 1 of Huang, Liang and Yi (2021) as a state that can be stored. Immutable.
 *
 * <p>It says what to count next, and goes on with the counts, anyone who makes them.
 */
public final class Bisection {
  private final Universe universe;
  private final int level;

  /** The left end of what is left to search, for each coordinate. */
  private final long[] lefts;

  private Bisection(Universe universe, int level, long[] lefts) {
    this.universe = universe;
    this.level = level;
    this.lefts = lefts;
  }

  /**
   * A search that has not started.
   *
   * @param universe where to search
   * @param width number of coordinates
   */
  public static Bisection start(Universe universe, int width) {
    long[] lefts = new long[width];
    Arrays.fill(lefts, universe.low());
    return new Bisection(universe, 0, lefts);
  }

  /**
   * A search as it stood.
   *
   * @param universe where to search
   * @param level number of levels that are over, at most all
   * @param lefts what {@link #lefts} gave
   * @throws IllegalArgumentException if no search can stand there
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

  /** Number of levels that are over. */
  public int level() {
    return level;
  }

  /** True if all levels are over. */
  public boolean isFinished() {
    return level == universe.levels();
  }

  /** The left end of what is left to search, for each coordinate. */
  public long[] lefts() {
    return lefts.clone();
  }

  /** Half of the interval that is left. */
  private long half() {
    return 1L << (universe.levels() - 1 - level);
  }

  /** The upper end of the range to count next, for each coordinate. */
  public long[] mids() {
    checkGoesOn();
    long[] mids = new long[lefts.length];
    for (int j = 0; j < mids.length; j++) {
      mids[j] = lefts[j] + half() - 1;
    }
    return mids;
  }

  /**
   * The search after its coming level.
   *
   * @param counts of the values up to {@link #mids}, for each coordinate
   * @param rank the target rank: a count that does not pass it sends the search to the right
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
   * The quantiles, within the universe.
   *
   * @throws IllegalStateException if levels are still to come
   */
  public long[] quantiles() {
    if (!isFinished()) {
      throw new IllegalStateException(
          String.format("%d of %d levels are over", level, universe.levels()));
    }
    return Arrays.stream(lefts).map(left -> Math.min(left, universe.high())).toArray();
  }
}
