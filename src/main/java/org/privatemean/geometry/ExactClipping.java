package org.privatemean.geometry;

/**
 * Clips an integer vector to an integer l2 norm, and verifies each result as integers: a
 * floating-point norm can round to the bound when the true norm is above it (Casacuberta et al.
 * 2022).
 *
 * <p><b>Sensitivity.</b> {@code sum y_j^2 <= norm^2} for each result: replacing a row moves a sum
 * by at most {@code 2 * norm}.
 */
public final class ExactClipping {
  /** Twice the relative error per term of a double sum of squares. */
  private static final double UNIT = 0x1p-51;

  private ExactClipping() {}

  /**
   * Tests that a vector is certainly within a norm of at least 1, for twice the largest relative
   * error of a double sum of squares, {@code (size + 4) * 2^-52}.
   */
  public static boolean certainlyWithin(double squaredNorm, int size, long norm) {
    double bound = (double) norm * norm * (1 - UNIT);
    return squaredNorm * (1 + (size + 4) * UNIT) <= bound;
  }

  /** Scales integers below 2^62 to a norm in [0, 2^61] if longer, toward zero and in place. */
  public static void clip(long[] vector, long norm) {
    if (norm < 0 || norm > 1L << 61) {
      throw new IllegalArgumentException(
          "clipping norm must be in [0, 2^61]. Provided value: " + norm);
    }
    if (isWithin(vector, norm)) {
      return;
    }
    double squared = 0;
    for (long v : vector) {
      squared += (double) v * (double) v;
    }
    double factor = norm / Math.sqrt(squared);
    long[] scaled = new long[vector.length];
    // Rounding can leave the first result slightly too long; the shrink doubles, so the loop ends.
    for (double shrink = 0; ; shrink = Math.min(1, Math.max(0x1p-52, 2 * shrink))) {
      scale(vector, factor * (1 - shrink), norm, scaled);
      if (isWithin(scaled, norm)) {
        System.arraycopy(scaled, 0, vector, 0, vector.length);
        return;
      }
    }
  }

  private static void scale(long[] vector, double factor, long norm, long[] scaled) {
    for (int j = 0; j < vector.length; j++) {
      long y = (long) (vector[j] * factor);
      scaled[j] = Math.max(-norm, Math.min(norm, y));
    }
  }

  /** True if {@code sum v_j^2 <= norm^2} holds exactly, in 128 bits. */
  static boolean isWithin(long[] vector, long norm) {
    long high = 0;
    long low = 0;
    long limitHigh = Math.multiplyHigh(norm, norm);
    long limitLow = norm * norm;
    for (long v : vector) {
      if (v > norm || v < -norm) {
        return false;
      }
      long square = v * v;
      low += square;
      high += Math.multiplyHigh(v, v);
      if (Long.compareUnsigned(low, square) < 0) {
        high++;
      }
      // Checked at every step: high stays below 2 * 2^58, so it cannot overflow.
      if (high > limitHigh || (high == limitHigh && Long.compareUnsigned(low, limitLow) > 0)) {
        return false;
      }
    }
    return true;
  }
}
