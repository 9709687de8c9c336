package org.privatemean.geometry;

import org.privatemean.numeric.EightWaySum;

/**
 * The l2 norm of one row, as a function of that row alone: the squares are added in coordinate
 * order, never fused, so a row gives the same bits at any place in a block, dense or sparse. Every
 * sensitivity claim that uses it needs this.
 */
final class RowNorm {
  /** Rows with a larger sum of squares are first scaled by {@link #SHRINK}. */
  private static final double HUGE = 0x1p1000;

  /** A power of two: scaling by it is exact for every coordinate that contributes to the norm. */
  static final double SHRINK = 0x1p-540;

  private RowNorm() {}

  /** Returns the sum of squares, or infinity above 2^1000: then use {@link #squaredShrunk}. */
  static double computeSquare(double[] row) {
    double sum = 0;
    for (double x : row) {
      sum += x * x;
    }
    return sum < HUGE ? sum : Double.POSITIVE_INFINITY;
  }

  /**
   * Tests that the norm of {@link #computeSquare} is at most a radius, from 1e-150 to 1e151, with a
   * slack for the rounding of up to 2^24 coordinates.
   */
  static boolean certainlyWithin(double[] row, double radius) {
    return EightWaySum.computeSquares(row) < radius * radius * (1 - 1e-8);
  }

  /** Returns the sum of squares of {@code SHRINK * row}; finite for every finite row. */
  static double squaredShrunk(double[] row) {
    double sum = 0;
    for (double x : row) {
      double y = x * SHRINK;
      sum += y * y;
    }
    return sum;
  }
}
