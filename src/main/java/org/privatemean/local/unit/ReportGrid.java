package org.privatemean.local.unit;

import java.io.Serializable;
import org.privatemean.noise.BitSource;

/**
 * The public grid that reports are put on: multiples of a power of two, at most 32767 of them.
 *
 * <p>A coordinate x (on the unit sphere, or in standard deviations) becomes floor(x / step + u)
 * with u uniform on the odd multiples of 2^-17 in (0, 1), so it goes to one of its two neighbours,
 * its mean is kept to step / 2^17, and its variance grows by at most step^2 / 4. The step is the
 * least for which the grid reaches 1 on the sphere, or 12 standard deviations beyond the threshold
 * where that is less; what is farther out, which has a probability below 10^-30, is set to the last
 * point.
 */
final class ReportGrid implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final int LAST = Short.MAX_VALUE;
  private static final double DEVIATIONS = 12;
  private static final int DITHER_BITS = 16;

  /** Parts of a step. */
  private static final int UNITS = 1 << DITHER_BITS;

  /** Makes what is rounded positive, so that cutting off is rounding down, and a half of a unit. */
  private static final int SHIFT = 1 << 20;

  private static final double OFFSET = (double) SHIFT * UNITS + 0.5;

  /** Words of dither read at a time. */
  private static final int CHUNK = 128;

  private final double step;
  private final int limit;
  private final long squaredNormLimit;

  private ReportGrid(double reach, double radius, int coordinates) {
    int exponent = Math.getExponent(reach / LAST);
    double step = Math.scalb(1.0, exponent);
    this.step = step * LAST < reach ? 2 * step : step;
    this.limit = (int) Math.min(LAST, Math.ceil(reach / this.step));
    double norm = radius / this.step + Math.sqrt(coordinates) + 1;
    this.squaredNormLimit = (long) Math.min(0x1p62, norm * norm);
  }

  /**
   * The grid for reports of a threshold.
   *
   * @param coordinates how many are sent; with a lifted ball one fewer than the threshold's
   *     dimension
   */
  static ReportGrid of(Threshold threshold, int coordinates) {
    double root = Math.sqrt(threshold.dimension());
    double gamma = threshold.gamma();
    if (threshold.law() == Law.SPHERE) {
      return new ReportGrid(Math.min(1, gamma + DEVIATIONS / root), 1, coordinates);
    }
    // ||U|| is at most |W| plus the norm of the other coordinates, each with its deviations.
    return new ReportGrid(gamma + DEVIATIONS, root + gamma + 2 * DEVIATIONS, coordinates);
  }

  /** The length of a step. */
  double step() {
    return step;
  }

  /** The greatest absolute value of a coordinate, in steps. */
  int limit() {
    return limit;
  }

  /** The greatest l2 norm of the coordinates, in steps. */
  double normLimit() {
    return Math.sqrt((double) squaredNormLimit);
  }

  /**
   * Puts along * v + side * g on the grid.
   *
   * @param v any vector, and g another, of at least {@code count} coordinates
   * @param count the number of leading coordinates to keep
   */
  short[] dithered(double along, double[] v, double side, double[] g, int count, BitSource bits) {
    short[] coordinates = new short[count];
    long[] words = new long[Math.min(CHUNK, (count + 3) / 4)];
    double alongUnits = along / step * UNITS;
    double sideUnits = side / step * UNITS;
    for (int start = 0; start < count; start += 4 * CHUNK) {
      int end = Math.min(count, start + 4 * CHUNK);
      bits.fill(words, 0, (end - start + 3) / 4);
      for (int j = start; j < end; j++) {
        long dither = (words[(j - start) >>> 2] >>> (DITHER_BITS * (j & 3))) & (UNITS - 1);
        long units = (long) (alongUnits * v[j] + sideUnits * g[j] + OFFSET);
        int rounded = (int) ((units + dither) >> DITHER_BITS) - SHIFT;
        coordinates[j] = (short) Math.max(-limit, Math.min(limit, rounded));
      }
    }
    return coordinates;
  }

  /** Whether an honest randomizer could have sent these, but for a probability below 10^-30. */
  boolean holds(short[] coordinates) {
    long squares = 0;
    for (short coordinate : coordinates) {
      if (Math.abs(coordinate) > limit) {
        return false;
      }
      squares += (long) coordinate * coordinate;
    }
    return squares <= squaredNormLimit;
  }
}
