package org.privatemean.spark.pass;

/**
 * A number of 64 bits for a row, equal for equal rows and otherwise by chance alone. Those of all
 * rows are added up, so that neither their order nor their partitions matter. It finds accidents,
 * is not a secret, and never leaves: what rows it was made of could be guessed.
 */
public final class RowFingerprint {
  /** The odd multiplier of SplitMix64's sequence. */
  private static final long FIRST = 0x9E3779B97F4A7C15L;

  private static final long MULTIPLIER = 0xBF58476D1CE4E5B9L;
  private static final long LAST_MULTIPLIER = 0x94D049BB133111EBL;

  private RowFingerprint() {}

  /** The fingerprint of a row. */
  public static long compute(double[] row) {
    return compute(FIRST, row);
  }

  /**
   * The fingerprint of a row and of something before it.
   *
   * @param before a number made of that
   */
  public static long compute(long before, double[] row) {
    // Four chains, since each of their steps waits for the one before.
    long a = before;
    long b = before;
    long c = before;
    long d = before;
    int end = row.length & -4;
    for (int j = 0; j < end; j += 4) {
      a = step(a, Double.doubleToRawLongBits(row[j]));
      b = step(b, Double.doubleToRawLongBits(row[j + 1]));
      c = step(c, Double.doubleToRawLongBits(row[j + 2]));
      d = step(d, Double.doubleToRawLongBits(row[j + 3]));
    }
    for (int j = end; j < row.length; j++) {
      a = step(a, Double.doubleToRawLongBits(row[j]));
    }
    // Turned apart, so that two chains in each other's place make another number.
    return mix(a + Long.rotateLeft(b, 17) + Long.rotateLeft(c, 31) + Long.rotateLeft(d, 47));
  }

  /**
   * The fingerprint of a row by some of its coordinates, and of something before it; another one
   * than that of the row in full.
   */
  static long compute(long before, int[] indices, double[] values, int count) {
    long hash = before ^ FIRST;
    for (int k = 0; k < count; k++) {
      hash = step(hash, indices[k]);
      hash = step(hash, Double.doubleToRawLongBits(values[k]));
    }
    return mix(hash);
  }

  /** The number for some text. */
  public static long compute(String text) {
    long hash = FIRST;
    for (int i = 0; i < text.length(); i++) {
      hash = mix(hash ^ text.charAt(i));
    }
    return hash;
  }

  /** One to one in either argument; the shift brings what only high bits hold to the low ones. */
  private static long step(long hash, long bits) {
    long z = (hash ^ bits) * MULTIPLIER;
    return z ^ z >>> 32;
  }

  /** The finaliser of SplitMix64. */
  private static long mix(long value) {
    long z = (value ^ value >>> 30) * MULTIPLIER;
    z = (z ^ z >>> 27) * LAST_MULTIPLIER;
    return (z ^ z >>> 31) + FIRST;
  }
}
