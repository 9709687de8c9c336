package org.privatemean.local.unit;

import org.privatemean.geometry.WalshHadamard;
import org.privatemean.noise.BitSource;

/** Random signs, the orthonormal Walsh-Hadamard transform, and a random set of its coordinates. */
final class HadamardProjection implements SharedProjection {

  private final boolean[] negative;
  private final int[] chosen;

  private HadamardProjection(boolean[] negative, int[] chosen) {
    this.negative = negative;
    this.chosen = chosen;
  }

  /**
   * Draws signs and {@code size} of {@code padded} coordinates.
   *
   * @param padded a power of two
   */
  static HadamardProjection draw(int size, int padded, BitSource bits) {
    boolean[] negative = new boolean[padded];
    int[] order = new int[padded];
    for (int j = 0; j < padded; j++) {
      negative[j] = bits.nextBit();
      order[j] = j;
    }
    int[] chosen = new int[size];
    for (int i = 0; i < size; i++) {
      int other = i + (int) bits.nextBelow(padded - i);
      chosen[i] = order[other];
      order[other] = order[i];
    }
    return new HadamardProjection(negative, chosen);
  }

  @Override
  public double[] project(double[] v) {
    double[] values = new double[negative.length];
    for (int j = 0; j < v.length; j++) {
      values[j] = negative[j] ? -v[j] : v[j];
    }
    WalshHadamard.transform(values);
    double root = Math.sqrt(values.length);
    double[] projected = new double[chosen.length];
    for (int i = 0; i < chosen.length; i++) {
      projected[i] = values[chosen[i]] / root;
    }
    return projected;
  }

  @Override
  public void addBack(short[] y, long[] totals) {
    double[] values = new double[negative.length];
    for (int i = 0; i < chosen.length; i++) {
      values[chosen[i]] = y[i];
    }
    // At most 2^24 integers below 2^15: every sum is exact in a double.
    WalshHadamard.transform(values);
    for (int j = 0; j < totals.length; j++) {
      long value = (long) values[j];
      totals[j] += negative[j] ? -value : value;
    }
  }
}
