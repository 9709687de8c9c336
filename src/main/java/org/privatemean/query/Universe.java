package org.privatemean.query;

import java.io.Serializable;

/**
 * Public interval of integers in which a quantile is searched; {@code high - low} is below 2^62.
 */
public record Universe(long low, long high) implements Serializable {
  public Universe {
    if (high < low || high - low < 0 || high - low >= 1L << 62) {
      throw new IllegalArgumentException(
          String.format(
              "a universe needs low <= high < low + 2^62. Provided: [%d, %d]", low, high));
    }
  }

  /** Returns the number of levels of a binary search, for all data. */
  public int levels() {
    return Long.SIZE - Long.numberOfLeadingZeros(high - low);
  }
}
