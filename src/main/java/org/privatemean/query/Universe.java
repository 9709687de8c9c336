package org.privatemean.query;

import java.io.Serializable;

/**
 * Public interval of integers in which a quantile is searched.
 *
 * @param low its smallest integer
 * @param high its largest integer, less than 2^62 above the smallest
 */
public record Universe(long low, long high) implements Serializable {
  /** Checks the interval. */
  public Universe {
    if (high < low || high - low < 0 || high - low >= 1L << 62) {
      throw new IllegalArgumentException(
          String.format(
              "a universe needs low <= high < low + 2^62. Provided: [%d, %d]", low, high));
    }
  }

  /**
   * Returns the number of levels of a binary search, {@code ceil(log2(high - low + 1))}, for all
   * data.
   */
  public int levels() {
    return Long.SIZE - Long.numberOfLeadingZeros(high - low);
  }
}
