package org.privatemean.spark;

/**
 * A 64-bit number for a row, equal for others only by chance; those of all rows are added. It is
 * not a secret, and never leaves the cluster, since rows could be guessed from it.
 */
final class RowFingerprint {
  /** The odd multiplier of SplitMix64's sequence. */
  private static final long FIRST = 0x9E3779B97F4A7C15L;

  private static final long MULTIPLIER = 0xBF58476D1CE4E5B9L;
  private static final long LAST_MULTIPLIER = 0x94D049BB133111EBL;

  private RowFingerprint() {}

  public static long compute(double[] row) {
    return compute(FIRST, row);
  }

  /** Returns the fingerprint of a row and of preceding data, given by a number. */
  public static long compute(long before, double[] row) {
    // Four chains, since each step waits for the one before.
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
    // Rotated, so that two exchanged chains give another number.
    return mix(a + Long.rotateLeft(b, 17) + Long.rotateLeft(c, 31) + Long.rotateLeft(d, 47));
  }

  /** Returns the fingerprint of some coordinates, not that of the full row. */
  static long compute(long before, int[] indices, double[] values, int count) {
    long hash = before ^ FIRST;
    for (int k = 0; k < count; k++) {
      hash = step(hash, indices[k]);
      hash = step(hash, Double.doubleToRawLongBits(values[k]));
    }
    return mix(hash);
  }

  public static long compute(String text) {
    long hash = FIRST;
    for (int i = 0; i < text.length(); i++) {
      hash = mix(hash ^ text.charAt(i));
    }
    return hash;
  }

  /** Applies a bijection in either argument; the shift copies high bits to the low ones. */
  private static long step(long hash, long bits) {
    long z = (hash ^ bits) * MULTIPLIER;
    return z ^ z >>> 32;
  }

  private static long mix(long value) {
    long z = (value ^ value >>> 30) * MULTIPLIER;
    z = (z ^ z >>> 27) * LAST_MULTIPLIER;
    return (z ^ z >>> 31) + FIRST;
  }
}
