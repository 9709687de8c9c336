package org.privatemean.spark;

import java.util.Arrays;

/**
 * Exact sums of doubles, one for each coordinate, correctly rounded: the order of the rows does not
 * matter.
 *
 * <p>A sum is held as levels, a few doubles that add up to it exactly (Shewchuk 1997, "Adaptive
 * precision floating-point arithmetic"). A summand is added to the first level, the rounding error
 * (Knuth's two-sum) to the second, and so on; a remainder after the last becomes a new level. An
 * expansion takes at most 41 doubles. Java's arithmetic is not fused, as two-sum requires.
 *
 * <p>The absolute values of all summands must add up to less than 2^1023. Used by one thread.
 */
final class ExactSum {
  private static final int MAX_LEVELS = 64;

  private final int size;

  /** The levels that add up to the sums; those from {@link #used} on are unused. */
  private double[][] levels = new double[4][];

  private int used;
  private final double[] carried;

  /** The expansion of one coordinate, in ascending order of size. */
  private final double[] expansion = new double[MAX_LEVELS + 2];

  /** Creates sums without summands, for at least 1 coordinate. */
  public ExactSum(int size) {
    this.size = size;
    this.carried = new double[size];
  }

  public void clear() {
    used = 0;
  }

  public void add(double[] row) {
    double[] rest = row;
    for (int k = 0; k < used; k++) {
      if (!carry(levels[k], rest, carried)) {
        return;
      }
      rest = carried;
    }
    addLevel(rest);
  }

  /** Adds values to a level; returns true if a remainder is left, which is stored. */
  private static boolean carry(double[] level, double[] values, double[] left) {
    long any = 0;
    for (int j = 0; j < level.length; j++) {
      double a = level[j];
      double x = values[j];
      double sum = a + x;
      double b = sum - a;
      double error = (a - (sum - b)) + (x - b);
      level[j] = sum;
      left[j] = error;
      any |= Double.doubleToRawLongBits(error);
    }
    return any != 0;
  }

  private void addLevel(double[] rest) {
    if (used == MAX_LEVELS) {
      renormalise();
      add(rest);
      return;
    }
    if (used == levels.length) {
      levels = Arrays.copyOf(levels, 2 * used);
    }
    if (levels[used] == null) {
      levels[used] = new double[size];
    }
    System.arraycopy(rest, 0, levels[used], 0, size);
    used++;
  }

  /** Represents every coordinate by the fewest levels, the largest part first. */
  void renormalise() {
    int most = 0;
    for (int j = 0; j < size; j++) {
      int length = compress(j);
      for (int k = 0; k < used; k++) {
        levels[k][j] = k < length ? expansion[length - 1 - k] : 0;
      }
      most = Math.max(most, length);
    }
    used = most;
  }

  /** Returns the sum of a coordinate, rounded to nearest, ties to even; 0.0, not -0.0, if zero. */
  public double value(int j) {
    if (used <= 2) {
      double first = used > 0 ? levels[0][j] : 0;
      double second = used > 1 ? levels[1][j] : 0;
      return first + second + 0.0;
    }
    int length = expand(j);
    if (length == 0) {
      return 0;
    }
    int k = length - 1;
    double high = expansion[k];
    double low = 0;
    while (k > 0 && low == 0) {
      k--;
      double x = high;
      high = x + expansion[k];
      low = expansion[k] - (high - x);
    }
    // A tie whose following parts have the same sign is not a tie.
    if (k > 0 && low != 0 && low > 0 == expansion[k - 1] > 0) {
      double twice = 2 * low;
      double next = high + twice;
      if (twice == next - high) {
        high = next;
      }
    }
    return high + 0.0;
  }

  /**
   * Computes the expansion of a coordinate, non-overlapping doubles other than zero in ascending
   * order, and returns their number.
   */
  private int expand(int j) {
    int length = 0;
    for (int k = used - 1; k >= 0; k--) {
      length = grow(length, levels[k][j]);
    }
    return length;
  }

  /** Adds a value to the expansion, from the smallest part up, and drops zeros. */
  private int grow(int length, double value) {
    double x = value;
    int kept = 0;
    for (int k = 0; k < length; k++) {
      double y = expansion[k];
      double sum = x + y;
      double b = sum - x;
      double error = (x - (sum - b)) + (y - b);
      if (error != 0) {
        expansion[kept] = error;
        kept++;
      }
      x = sum;
    }
    if (x != 0) {
      expansion[kept] = x;
      kept++;
    }
    return kept;
  }

  /** Computes an expansion whose parts are 53 bits apart. */
  private int compress(int j) {
    int length = expand(j);
    if (length == 0) {
      return 0;
    }
    // Shewchuk's COMPRESS: one traversal down from the largest, and one back up.
    double q = expansion[length - 1];
    int bottom = length - 1;
    for (int k = length - 2; k >= 0; k--) {
      double sum = q + expansion[k];
      double error = expansion[k] - (sum - q);
      q = sum;
      if (error != 0) {
        expansion[bottom] = q;
        bottom--;
        q = error;
      }
    }
    expansion[bottom] = q;
    int top = 0;
    for (int k = bottom + 1; k < length; k++) {
      double sum = expansion[k] + q;
      double error = q - (sum - expansion[k]);
      q = sum;
      if (error != 0) {
        expansion[top] = error;
        top++;
      }
    }
    expansion[top] = q;
    return top + 1;
  }
}
