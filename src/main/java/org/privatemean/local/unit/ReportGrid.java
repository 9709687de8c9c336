package org.privatemean.local.unit;

import java.io.Serializable;
import org.privatemean.local.unit.cap.Law;
import org.privatemean.local.unit.cap.Threshold;
import org.privatemean.noise.BitSource;

/**
 * The public grid that reports are put on: multiples of a power of two, at most 32767 of them.
 *
 * <p>A coordinate x (on the unit sphere, or in standard deviations) becomes floor(x / step + u)
 * with u uniform on the odd multiples of 2^-17 in (0, 1), so it goes to one of its two neighbours,
 * its mean is kept to step / 2^17, and its variance grows by at most step^2 / 4. The step is the
 * least for which the grid reaches 1 on the sphere, or 12 standard deviations beyond the threshold
 * where that is less; what is farther out, which has a probability below 10^-30, is set to the last
 * point. Immutable.
 */
public final class ReportGrid implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final int LAST = Short.MAX_VALUE;

  /** What {@link #shortest} may add to the variance of a coordinate. */
  private static final double LOSS = 0x1p-10;

  private static final int FEWEST_BITS = 10;
  private static final double DEVIATIONS = 12;
  private static final int DITHER_BITS = 16;
  private static final int PER_WORD = Long.SIZE / DITHER_BITS;

  private static final long DITHER_MASK = (1L << DITHER_BITS) - 1;

  private static final double ANCHOR = 0x1.8p36;
  private static final long ANCHOR_BITS = Double.doubleToRawLongBits(ANCHOR);

  private final double step;
  private final double perStep;
  private final int limit;
  private final long squaredNormLimit;

  private ReportGrid(int last, double reach, double radius, int coordinates) {
    int exponent = Math.getExponent(reach / last);
    double step = Math.scalb(1.0, exponent);
    this.step = step * last < reach ? 2 * step : step;
    this.perStep = 1 / this.step;
    this.limit = (int) Math.min(last, Math.ceil(reach / this.step));
    double norm = radius / this.step + Math.sqrt(coordinates) + 1;
    this.squaredNormLimit = (long) Math.min(0x1p62, norm * norm);
  }

  /**
   * The grid for reports of a threshold.
   *
   * @param coordinates how many are sent; with a lifted ball one fewer than the threshold's
   *     dimension
   */
  public static ReportGrid of(Threshold threshold, int coordinates) {
    return of(LAST, threshold, coordinates);
  }

  /**
   * The coarsest grid of at least 10 bits a coordinate, sign included, whose rounding adds at most
   * 1/1024 to the variance of a coordinate; of 16 bits if there is none.
   */
  public static ReportGrid shortest(Threshold threshold, int coordinates) {
    double gamma = threshold.gamma();
    double most = 2 * gamma * Math.sqrt(LOSS * threshold.coordinateVariance());
    int bits = FEWEST_BITS;
    ReportGrid grid = of((1 << (bits - 1)) - 1, threshold, coordinates);
    while (grid.step > most && bits < Short.SIZE) {
      bits++;
      grid = of((1 << (bits - 1)) - 1, threshold, coordinates);
    }
    return grid;
  }

  private static ReportGrid of(int last, Threshold threshold, int coordinates) {
    double root = Math.sqrt(threshold.dimension());
    double gamma = threshold.gamma();
    if (threshold.law() == Law.SPHERE) {
      return new ReportGrid(last, Math.min(1, gamma + DEVIATIONS / root), 1, coordinates);
    }
    // ||U|| is at most |W| plus the norm of the other coordinates, each with its deviations.
    return new ReportGrid(last, gamma + DEVIATIONS, root + gamma + 2 * DEVIATIONS, coordinates);
  }

  /** The length of a step, on the unit sphere or in standard deviations: a power of two. */
  public double step() {
    return step;
  }

  /** The greatest absolute value of a coordinate, in steps: 1 to 32767. */
  public int limit() {
    return limit;
  }

  /** The greatest l2 norm of the coordinates, in steps. */
  public double normLimit() {
    return Math.sqrt((double) squaredNormLimit);
  }

  /** The number of words that the dither of that many coordinates takes. */
  static int words(int count) {
    return (count + PER_WORD - 1) / PER_WORD;
  }

  /**
   * Puts along * v + side * g on the grid.
   *
   * @param v any vector
   * @param g another: as many coordinates as are kept
   * @param words scratch for the bits of the dither, of any length above 0
   */
  short[] dithered(
      double along, double[] v, double side, double[] g, BitSource bits, long[] words) {
    short[] coordinates = new short[g.length];
    for (int start = 0; start < g.length; start += PER_WORD * words.length) {
      int end = (int) Math.min(g.length, start + (long) PER_WORD * words.length);
      bits.fill(words, 0, words(end - start));
      round(along, v, side, g, coordinates, start, end, words, 0);
    }
    return coordinates;
  }

  /** The same with the bits of the dither in {@link #words} words from {@code first} on. */
  short[] rounded(double along, double[] v, double side, double[] g, long[] words, int first) {
    short[] coordinates = new short[g.length];
    round(along, v, side, g, coordinates, 0, g.length, words, first);
    return coordinates;
  }

  private void round(
      double along,
      double[] v,
      double side,
      double[] g,
      short[] coordinates,
      int start,
      int end,
      long[] words,
      int first) {
    // The step is a power of two: its inverse is exact.
    double alongSteps = along * perStep;
    double sideSteps = side * perStep;
    int j = start;
    int i = first;
    for (; j + 3 < end; i++, j += PER_WORD) {
      long dither = words[i];
      coordinates[j] = rounded(alongSteps * v[j] + sideSteps * g[j], dither);
      coordinates[j + 1] =
          rounded(alongSteps * v[j + 1] + sideSteps * g[j + 1], dither >>> DITHER_BITS);
      coordinates[j + 2] =
          rounded(alongSteps * v[j + 2] + sideSteps * g[j + 2], dither >>> (2 * DITHER_BITS));
      coordinates[j + 3] =
          rounded(alongSteps * v[j + 3] + sideSteps * g[j + 3], dither >>> (3 * DITHER_BITS));
    }
    for (int shift = 0; j < end; j++, shift += DITHER_BITS) {
      coordinates[j] = rounded(alongSteps * v[j] + sideSteps * g[j], words[i] >>> shift);
    }
  }

  /**
   * Rounds a number of steps with the lowest 16 bits of {@code dither}. Beside 1.5 * 2^36 the last
   * binary digit of a double is 2^-16, so that the sum's digits are the number in such units.
   */
  private short rounded(double steps, long dither) {
    long units = Double.doubleToRawLongBits(steps + ANCHOR) - ANCHOR_BITS;
    int rounded = (int) ((units + (dither & DITHER_MASK)) >> DITHER_BITS);
    return (short) Math.max(-limit, Math.min(limit, rounded));
  }

  /**
   * Whether an honest randomizer could have sent these, except for a probability below 10^-30: no
   * coordinate is off the grid, and the norm is not above any that a report has.
   *
   * @param coordinates in steps, as many as a report has
   */
  public boolean holds(short[] coordinates) {
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
