package org.privatemean.geometry;

import org.privatemean.privacy.Checks;

/**
 * Unnormalised Walsh-Hadamard transform in natural (Hadamard) order: {@code H * H = D * I} for the
 * D x D matrix H of signs, with D a power of two; shorter vectors are padded with zeros (Huang,
 * Liang and Yi 2021, remark 3.1). Integer transforms are exact if D times the largest input fits.
 */
public final class WalshHadamard {
  /** Rows of a tile that passes through all butterflies while it is in the cache. */
  private static final int CHUNK = 128;

  private WalshHadamard() {}

  public static int paddedSize(int dimension) {
    boolean isSize = dimension >= 1 && dimension <= 1 << 30;
    Checks.argument("dimension", isSize, "in [1, 2^30]", dimension);
    return dimension == 1 ? 1 : Integer.highestOneBit(dimension - 1) << 1;
  }

  /** Replaces {@code values}, whose number is a power of two, by its transform. */
  public static void transform(double[] values) {
    checkSize(values.length);
    for (int half = 1; half < values.length; half <<= 1) {
      for (int start = 0; start < values.length; start += 2 * half) {
        for (int k = start; k < start + half; k++) {
          double a = values[k];
          double b = values[k + half];
          values[k] = a + b;
          values[k + half] = a - b;
        }
      }
    }
  }

  /** Replaces the values by their transform, exactly if the sum of absolute values fits a long. */
  public static void transform(long[] values) {
    checkSize(values.length);
    for (int half = 1; half < values.length; half <<= 1) {
      for (int start = 0; start < values.length; start += 2 * half) {
        for (int k = start; k < start + half; k++) {
          long a = values[k];
          long b = values[k + half];
          values[k] = a + b;
          values[k + half] = a - b;
        }
      }
    }
  }

  /** Transforms vectors stored by column: {@code columns[j][i]} is coordinate j of vector i. */
  public static void transformColumns(int[][] columns, int rows) {
    checkSize(columns.length);
    for (int from = 0; from < rows; from += CHUNK) {
      int to = Math.min(rows, from + CHUNK);
      for (int half = 1; half < columns.length; half <<= 1) {
        for (int start = 0; start < columns.length; start += 2 * half) {
          for (int k = start; k < start + half; k++) {
            butterfly(columns[k], columns[k + half], from, to);
          }
        }
      }
    }
  }

  /** Transforms vectors whose coordinates are beyond 32 bits. */
  public static void transformColumns(long[][] columns, int rows) {
    checkSize(columns.length);
    for (int from = 0; from < rows; from += CHUNK) {
      int to = Math.min(rows, from + CHUNK);
      for (int half = 1; half < columns.length; half <<= 1) {
        for (int start = 0; start < columns.length; start += 2 * half) {
          for (int k = start; k < start + half; k++) {
            butterfly(columns[k], columns[k + half], from, to);
          }
        }
      }
    }
  }

  private static void butterfly(int[] upper, int[] lower, int from, int to) {
    for (int i = from; i < to; i++) {
      int a = upper[i];
      int b = lower[i];
      upper[i] = a + b;
      lower[i] = a - b;
    }
  }

  private static void butterfly(long[] upper, long[] lower, int from, int to) {
    for (int i = from; i < to; i++) {
      long a = upper[i];
      long b = lower[i];
      upper[i] = a + b;
      lower[i] = a - b;
    }
  }

  private static void checkSize(int size) {
    if (Integer.bitCount(size) != 1) {
      throw new IllegalArgumentException(
          "the transform needs a power of two of values. Provided number: " + size);
    }
  }
}
