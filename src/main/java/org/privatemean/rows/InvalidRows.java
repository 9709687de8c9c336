package org.privatemean.rows;

import java.util.Arrays;

/**
 * Treatments of a row that is null, has a null, NaN or infinite coordinate, or the wrong length.
 *
 * <p>Only {@link #SKIP} changes n, which is public under replace-one neighbours.
 *
 * @since 0.1.0
 */
public enum InvalidRows {
  /** Fail. The failure reveals that such a row exists; its text reveals nothing else of the row. */
  ERROR,
  /** Use the zero vector instead: a function of that row alone, so it costs no privacy. */
  ZERO,
  /** Leave the row out. This changes n: for neighbours that add or remove a row. */
  SKIP;

  /**
   * Applies the rule to a row of the declared length; returns true if the row counts.
   *
   * @param row the coordinates; set to zero if the rule requires it
   * @param source the column or source for the error message
   * @throws InvalidRowException under {@link #ERROR} if a coordinate is not finite
   */
  public boolean apply(double[] row, String source) {
    return isFinite(row) || applyToMisshapen(row, source);
  }

  /**
   * Applies the rule to a row that is missing or has another length, in a buffer of the declared
   * length; returns true if the row counts.
   *
   * @throws InvalidRowException under {@link #ERROR}
   */
  public boolean applyToMisshapen(double[] buffer, String source) {
    if (this == ERROR) {
      throw new InvalidRowException(source, buffer.length);
    }
    Arrays.fill(buffer, 0);
    return this == ZERO;
  }

  /** Sums zero times each coordinate, NaN if one is not finite, in four parallel partial sums. */
  private static boolean isFinite(double[] row) {
    int end = row.length & -4;
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    for (int j = 0; j < end; j += 4) {
      a += 0 * row[j];
      b += 0 * row[j + 1];
      c += 0 * row[j + 2];
      d += 0 * row[j + 3];
    }
    for (int j = end; j < row.length; j++) {
      a += 0 * row[j];
    }
    return a + b + c + d == 0;
  }
}
