package org.privatemean.query;

/**
 * NoisyRC of Algorithm 1: private counts {@code #{rows with value <= mid}}, one for each coordinate
 * of a {@link RowStatistic}, one level of a binary search after the other.
 */
public interface RangeCounter {
  /**
   * The noisy counts of one level; the levels are asked for once each, in order.
   *
   * @param level 0 for the first, below the universe's number of levels
   * @param mids the upper end of the range, for each coordinate
   */
  long[] countsUpTo(int level, long[] mids);
}
