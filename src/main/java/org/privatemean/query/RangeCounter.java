package org.privatemean.query;

/**
 * NoisyRC of Algorithm 1: private counts {@code #{rows with value <= mid}}, one for each coordinate
 * of a {@link RowStatistic}.
 */
public interface RangeCounter {
  /**
   * Returns the noisy counts of one level. Each level is requested once, in order.
   *
   * @param level 0 for the first, below the universe's number of levels
   * @param mids the upper end of the range, for each coordinate
   */
  long[] countsUpTo(int level, long[] mids);
}
