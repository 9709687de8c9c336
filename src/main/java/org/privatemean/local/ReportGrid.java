package org.privatemean.local;

import java.io.Serializable;
import org.privatemean.noise.BitSource;

/**
 * The public grid of reports: multiples of a power of two, at most 32767 of them.
 *
 * <p>A coordinate is rounded to one of its two neighbours, with a mean kept to step / 2^17; values
 * beyond the grid, of probability below 10^-30, are clamped. For what a finite program in doubles
 * adds to epsilon and delta see privunit.md, "The grid, and what floating point costs".
 *
 * @param step on the unit sphere or in standard deviations: a power of two
 */
record ReportGrid(double step, int limit, long squaredNormLimit) implements Serializable {

  private static final int LAST = Short.MAX_VALUE;

  /** The maximum that {@link #shortest} adds to the variance of a coordinate. */
  private static final double LOSS = 0x1p-10;

  private static final int FEWEST_BITS = 10;
  private static final double DEVIATIONS = 12;
  private static final int DITHER_BITS = 16;
  private static final int PER_WORD = Long.SIZE / DITHER_BITS;
  private static final long DITHER_MASK = (1L << DITHER_BITS) - 1;
  private static final double ANCHOR = 0x1.8p36;
  private static final long ANCHOR_BITS = Double.doubleToRawLongBits(ANCHOR);

  private static ReportGrid create(int last, double reach, double radius, int coordinates) {
    double power = Math.scalb(1.0, Math.getExponent(reach / last));
    double step = power * last < reach ? 2 * power : power;
    int limit = (int) Math.min(last, Math.ceil(reach / step));
    double norm = radius / step + Math.sqrt(coordinates) + 1;
    return new ReportGrid(step, limit, (long) Math.min(0x1p62, norm * norm));
  }

  public static ReportGrid create(Threshold threshold, int coordinates) {
    return create(LAST, threshold, coordinates);
  }

  /** Creates the coarsest grid of 10 to 16 bits that adds at most 1/1024 to the variance. */
  public static ReportGrid shortest(Threshold threshold, int coordinates) {
    double gamma = threshold.gamma();
    double most = 2 * gamma * Math.sqrt(LOSS * threshold.coordinateVariance());
    int bits = FEWEST_BITS;
    ReportGrid grid;
    do {
      grid = create((1 << (bits - 1)) - 1, threshold, coordinates);
      bits++;
    } while (grid.step > most && bits <= Short.SIZE);
    return grid;
  }

  private static ReportGrid create(int last, Threshold threshold, int coordinates) {
    double root = Math.sqrt(threshold.dimension());
    double gamma = threshold.gamma();
    if (threshold.law() == ReportLaw.SPHERE) {
      return create(last, Math.min(1, gamma + DEVIATIONS / root), 1, coordinates);
    }
    // ||U|| is at most |W| plus the norm of the other coordinates, each with its deviations.
    return create(last, gamma + DEVIATIONS, root + gamma + 2 * DEVIATIONS, coordinates);
  }

  public double normLimit() {
    return Math.sqrt((double) squaredNormLimit);
  }

  static int words(int count) {
    return (count + PER_WORD - 1) / PER_WORD;
  }

  /** Rounds along * v + side * g to the grid, with scratch for the bits of the dither. */
  short[] dither(double along, double[] v, double side, double[] g, BitSource bits, long[] words) {
    short[] coordinates = new short[g.length];
    for (int start = 0; start < g.length; start += PER_WORD * words.length) {
      int end = (int) Math.min(g.length, start + (long) PER_WORD * words.length);
      bits.fill(words, 0, words(end - start));
      round(along, v, side, g, coordinates, start, end, words, 0);
    }
    return coordinates;
  }

  /** Same as {@link #dither}, with its bits in {@link #words} words from {@code first} on. */
  short[] round(double along, double[] v, double side, double[] g, long[] words, int first) {
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
    // The step is a power of two: both are exact.
    double alongSteps = along / step;
    double sideSteps = side / step;
    int j = start;
    int i = first;
    for (; j + 3 < end; i++, j += PER_WORD) {
      long dither = words[i];
      coordinates[j] = round(alongSteps * v[j] + sideSteps * g[j], dither);
      coordinates[j + 1] =
          round(alongSteps * v[j + 1] + sideSteps * g[j + 1], dither >>> DITHER_BITS);
      coordinates[j + 2] =
          round(alongSteps * v[j + 2] + sideSteps * g[j + 2], dither >>> (2 * DITHER_BITS));
      coordinates[j + 3] =
          round(alongSteps * v[j + 3] + sideSteps * g[j + 3], dither >>> (3 * DITHER_BITS));
    }
    for (int shift = 0; j < end; j++, shift += DITHER_BITS) {
      coordinates[j] = round(alongSteps * v[j] + sideSteps * g[j], words[i] >>> shift);
    }
  }

  /** Rounds with 16 bits: near 1.5 * 2^36 the last binary digit of a double is 2^-16. */
  private short round(double steps, long dither) {
    long units = Double.doubleToRawLongBits(steps + ANCHOR) - ANCHOR_BITS;
    int rounded = (int) ((units + (dither & DITHER_MASK)) >> DITHER_BITS);
    return (short) Math.max(-limit, Math.min(limit, rounded));
  }

  /** Tests that an honest randomizer could have sent these, except with probability 10^-30. */
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
