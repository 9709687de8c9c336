package org.privatemean.geometry;

import java.io.Serializable;

/**
 * Public range of l2 norms, by default so wide that no user reaches its ends. Rows above it are
 * each scaled to its upper end, so that squared norms of differences stay finite; rows below it
 * count as being at its lower end.
 *
 * @param low lower end, a power of two of at least 2^-500
 * @param high upper end, a power of two of at most 2^500, above {@code low}
 */
public record NormRange(double low, double high) implements Serializable {
  /** The widest range, about 1e-150 to 1e150. */
  public static final NormRange WIDEST = new NormRange(0x1p-498, 0x1p498);

  public NormRange {
    if (!isPowerOfTwo(low) || !isPowerOfTwo(high) || !(low < high)) {
      throw new IllegalArgumentException(
          "a range of norms needs powers of two from 2^-500 to 2^500, low < high. Provided: "
              + low
              + ", "
              + high);
    }
  }

  private static boolean isPowerOfTwo(double x) {
    return x >= 0x1p-500 && x <= 0x1p500 && Math.scalb(1.0, Math.getExponent(x)) == x;
  }

  /** Returns a range of powers of two around given ends, within {@link #WIDEST}. */
  public static NormRange covering(double low, double high) {
    double lower = powerBelow(Math.min(low, WIDEST.high() / 2));
    double upper = powerBelow(Math.max(high, 2 * WIDEST.low()));
    return new NormRange(lower, upper < high ? Math.min(2 * upper, WIDEST.high()) : upper);
  }

  private static double powerBelow(double x) {
    double power = Math.scalb(1.0, Math.getExponent(x));
    return Math.max(WIDEST.low(), Math.min(WIDEST.high(), power));
  }

  /** Clips a coordinate of a row, or of a mean of rows, to the largest norm. */
  public double clip(double coordinate) {
    return Math.max(-high, Math.min(high, coordinate));
  }

  /** Returns the sum of squares: eight partial sums, added in order. Fast, and always the same. */
  public static double squareInParts(double[] row) {
    return RowNorm.squareInParts(row);
  }

  /** Returns a square: rows of a smaller sum of squares are finite and need no scaling. */
  public double plainSquare() {
    double norm = high * (1 - 1e-6);
    return norm * norm;
  }

  /** True if a row's first coordinates, the others being 0, show that it needs no scaling. */
  public boolean isPlain(double[] row, int count) {
    double square = 0;
    for (int k = 0; k < count; k++) {
      square += row[k] * row[k];
    }
    // False for NaN.
    return square < plainSquare();
  }

  /** Scales a row of finite coordinates, each clipped, to norm {@code high} if it is longer. */
  public void scale(double[] row, double[] scaled) {
    System.arraycopy(row, 0, scaled, 0, row.length);
    if (RowNorm.certainlyWithin(row, high)) {
      return;
    }
    for (int j = 0; j < scaled.length; j++) {
      scaled[j] = clip(scaled[j]);
    }
    double squared = RowNorm.computeSquare(scaled);
    if (squared <= high * high) {
      return;
    }
    boolean huge = squared == Double.POSITIVE_INFINITY;
    double shrink = huge ? RowNorm.SHRINK : 1;
    double factor = high / Math.sqrt(huge ? RowNorm.squaredShrunk(scaled) : squared);
    for (int j = 0; j < scaled.length; j++) {
      scaled[j] *= shrink * factor;
    }
  }
}
