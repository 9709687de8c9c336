package org.privatemean.local;

import org.privatemean.geometry.WalshHadamard;
import org.privatemean.noise.BitSource;

/**
 * The projection of FastProjUnit: random signs, the orthonormal Walsh-Hadamard transform, and a
 * random set of k of its D coordinates.
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record HadamardProjection(boolean[] negative, int[] chosen) {
  private static final int MIN_RECOMMENDED = 64;

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

  /** Returns R v, whose norm is about sqrt(k / D). */
  double[] project(double[] v) {
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

  /** Adds leading coordinates of R^T y to totals, in units of {@link #unit}. */
  void addBack(short[] y, long[] totals) {
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

  static double unit(int whole) {
    return 1 / Math.sqrt(whole);
  }

  static long largest(int size, double normLimit) {
    return (long) Math.ceil(normLimit * Math.sqrt(size)) + 1;
  }

  static int recommendedSize(int dimension, double epsilon) {
    return (int) Math.min(dimension, Math.max(MIN_RECOMMENDED, Math.ceil(100 * epsilon)));
  }

  /** Returns kappa = E||R v|| for a unit vector v. */
  static double meanNorm(int size, int whole) {
    return gammaRatio(size / 2.0) / gammaRatio(whole / 2.0);
  }

  /** Returns Gamma(x + 1/2) / Gamma(x), by its asymptotic series and recurrence. */
  static double gammaRatio(double x) {
    double factor = 1;
    double at = x;
    while (at < 40) {
      factor *= at / (at + 0.5);
      at += 1;
    }
    double u = 1 / (8 * at);
    double series = 1 + u * (-1 + u * (0.5 + u * (2.5 + u * (-2.625 + u * -49.875))));
    return factor * Math.sqrt(at) * series;
  }

  /** Returns the largest E||estimate - x||^2 of a report over the unit ball, to about 1 / k. */
  static double squaredError(Threshold threshold, ReportGrid grid, int dimension, int whole) {
    int size = threshold.dimension();
    double kappa = meanNorm(size, whole);
    double square = threshold.gamma() * threshold.gamma() * kappa * kappa;
    // E<estimate, v>^2 of a unit vector v, and the rest for each orthogonal direction.
    double spread = threshold.coordinateVariance();
    double along = size / (double) whole * (1 + spread) / (kappa * kappa);
    double across = (1 / square - along) / (whole - 1);
    double step = grid.step();
    double rounding = size * step * step / (4 * square);
    return (dimension - 1) * across + Math.max(along - 1, across) + rounding;
  }

  /** The bits of a public seed: SplitMix64 (Steele, Lea and Flood 2014), for projections. */
  static final class PublicBits implements BitSource {

    private static final long STEP = 0x9E3779B97F4A7C15L;

    private long state;
    private long word;
    private int unread;

    PublicBits(long seed) {
      this.state = seed;
    }

    @Override
    public long nextBits(int k) {
      if (k < 1 || k > 63) {
        throw new IllegalArgumentException("k must be between 1 and 63, but was " + k);
      }
      if (k <= unread) {
        unread -= k;
        return (word >>> unread) & ((1L << k) - 1);
      }
      long high = word & ((1L << unread) - 1);
      int missing = k - unread;
      word = nextWord();
      unread = Long.SIZE - missing;
      return high << missing | word >>> unread;
    }

    private long nextWord() {
      state += STEP;
      long mixed = (state ^ state >>> 30) * 0xBF58476D1CE4E5B9L;
      mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
      return mixed ^ mixed >>> 31;
    }
  }
}
