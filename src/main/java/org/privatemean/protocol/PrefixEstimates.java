package org.privatemean.protocol;

/**
 * Estimates, from what users sent once, of how many of a population lie below a point. Not
 * thread-safe.
 */
public interface PrefixEstimates {
  /** What was counted. */
  RangeDomain domain();

  /** Number of values that the estimates are scaled to: that of the whole universe. */
  double population();

  /**
   * The estimated number of values, of the population, in the first cells of the universe. Unbiased
   * and not clamped: it may be below 0 or above the population.
   *
   * @param coordinate the coordinate
   * @param cells number of cells from the universe's low end on, 0 to 2^L
   */
  double countBelow(int coordinate, long cells);
}
