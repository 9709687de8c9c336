package org.privatemean.geometry;

import org.privatemean.numeric.EightWaySum;

/**
 * The l2 norm of one row, as a function of that row alone.
 *
 * <p>The squares are added in coordinate order, sequentially and never fused, so a row gives the
 * same bits at any place in a block and in dense or sparse form (adding the square of a zero
 * coordinate changes nothing). A norm that depended on neighbouring rows would invalidate every
 * sensitivity claim that uses it. ({@link #certainlyWithin} adds in another order, but only decides
 * whether a shortcut has the same result.)
 */
final class RowNorm {
  /** Rows with a larger sum of squares are first scaled by {@link #SHRINK}. */
  private static final double HUGE = 0x1p1000;

  /**
   * A power of two, so that scaling by it is exact for every coordinate that contributes to the
   * norm.
   */
  static final double SHRINK = 0x1p-540;

  private RowNorm() {}

  /**
   * Returns the sum of squares of a row.
   *
   * @param row finite coordinates
   * @return the sum, or infinity if it exceeds 2^1000: then use {@link #squaredShrunk}
   */
  static double computeSquare(double[] row) {
    double sum = 0;
    for (double x : row) {
      sum += x * x;
    }
    return sum < HUGE ? sum : Double.POSITIVE_INFINITY;
  }

  /**
   * True if the norm of {@link #computeSquare} is certainly at most a radius. Eight independent
   * partial sums decide it; the slack covers their rounding for up to 2^24 coordinates.
   *
   * @param radius from 1e-150 to 1e151
   */
  static boolean certainlyWithin(double[] row, double radius) {
    return EightWaySum.computeSquares(row) < radius * radius * (1 - 1e-8);
  }

  /** The sum of squares of {@code SHRINK * row}; finite for every finite row. */
  static double squaredShrunk(double[] row) {
    double sum = 0;
    for (double x : row) {
      double y = x * SHRINK;
      sum += y * y;
    }
    return sum;
  }
}
