package org.privatemean.query;

/**
 * NoisyRC of Algorithm 1: private counts {@code #{rows with value <= mid}}, one for each coordinate
 * of a {@link RowStatistic}.
 */
public interface RangeCounter {
  /** Returns the noisy counts up to each of {@code mids}; each level once, in order from 0. */
  long[] countsUpTo(int level, long[] mids);
}
