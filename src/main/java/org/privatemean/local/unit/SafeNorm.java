package org.privatemean.local.unit;

/**
 * Norms of finite vectors of any size, from squares that neither overflow nor underflow: with
 * another norm a "unit vector" is not one, and the norm of its report would distinguish it.
 */
final class SafeNorm {
  /** Between these, a sum of squares loses no digits at either end of the doubles. */
  private static final double MIN_SQUARES = 1e-250;

  private static final double MAX_SQUARES = 1e290;

  private static final int BLOCK = 256;

  private SafeNorm() {}

  /** Returns true if a sum of squares in doubles, added in any order, is reliable. */
  static boolean isSafe(double squares) {
    return squares > MIN_SQUARES && squares < MAX_SQUARES;
  }

  /**
   * Returns the exponent of the largest absolute value; that of 0 if all coordinates are 0.
   *
   * @throws IllegalArgumentException if a coordinate is NaN or infinite
   */
  static int exponent(double[] vector) {
    double largest = 0;
    for (double coordinate : vector) {
      double size = Math.abs(coordinate);
      if (!(size < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("vector must hold finite numbers only");
      }
      largest = Math.max(largest, size);
    }
    return largest == 0 ? 0 : Math.getExponent(largest);
  }

  static boolean isZero(double[] vector) {
    for (double coordinate : vector) {
      if (coordinate != 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns the vector divided by a power of two, exactly but for negligible coordinates. */
  static double[] scale(double[] vector, int exponent) {
    double[] scaled = new double[vector.length];
    for (int j = 0; j < scaled.length; j++) {
      scaled[j] = Math.scalb(vector[j], -exponent);
    }
    return scaled;
  }

  /**
   * Returns the norm of a vector whose squares are safe, to a relative 2^-45 for any number of
   * coordinates: blocks are added plainly, and their sums with their rounding errors.
   */
  static double norm(double[] vector) {
    double sum = 0;
    double errors = 0;
    for (int from = 0; from < vector.length; from += BLOCK) {
      double block = squares(vector, from, Math.min(vector.length, from + BLOCK));
      double next = sum + block;
      // Knuth's two-sum: this is the exact rounding error.
      double part = next - sum;
      errors += (sum - (next - part)) + (block - part);
      sum = next;
    }
    return Math.sqrt(sum + errors);
  }

  /** Returns the plain sum of the squares of a part of a vector. */
  static double squares(double[] vector, int from, int to) {
    double even = 0;
    double odd = 0;
    int j = from;
    for (; j + 1 < to; j += 2) {
      even += vector[j] * vector[j];
      odd += vector[j + 1] * vector[j + 1];
    }
    return even + odd + (j < to ? vector[j] * vector[j] : 0);
  }
}
