package org.privatemean.protocol;

/** Estimates of the number of values below a point, from one message per user. Not thread-safe. */
public interface PrefixEstimates {
  RangeDomain domain();

  /** Returns the number of values that the estimates are scaled to: that of the whole universe. */
  double population();

  /**
   * Returns the estimated number of values, of the population, in the first cells, 0 to 2^L, of the
   * universe. Unbiased and not clamped: it may be below 0 or above the population.
   */
  double countBelow(int coordinate, long cells);
}
