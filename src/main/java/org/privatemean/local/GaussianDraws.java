package org.privatemean.local;

import java.util.Objects;
import org.privatemean.noise.BitSource;

/**
 * Standard normal doubles from secure bits, by the ziggurat of Marsaglia and Tsang (2000) with 256
 * layers, in the form of Doornik (2005): in a 64-bit word 8 bits choose the layer and 53 others the
 * point in it, so that the two are independent.
 *
 * <p>Exactly normal in real arithmetic only: no noise mechanism by themselves ({@link ReportGrid}).
 * The functions are those of {@link StrictMath}: the same bits give the same draws everywhere.
 */
final class GaussianDraws {

  private static final int LAYER_BITS = 8;
  private static final int LAYERS = 1 << LAYER_BITS;
  private static final int POINT_BITS = 53;
  private static final int SPARE_BITS = Long.SIZE - POINT_BITS - LAYER_BITS;

  /** The end of the lowest layer's rectangle, and the area of every layer. */
  private static final double EDGE = 3.654152885361009;

  private static final double AREA = 0.004928673233974655;

  private static final int CHUNK = 512;
  private static final double TO_UNIT = 0x1p-52;

  /** Right end of each layer, of [0] as if its tail were part of the rectangle. */
  private static final double[] ENDS = ends();

  /** {@link #ENDS} for a point given as an integer of 53 bits. */
  private static final double[] SCALES = new double[LAYERS];

  /** Such points up to this integer are under the curve at any height. */
  private static final double[] SAFE = new double[LAYERS];

  static {
    for (int i = 0; i < LAYERS; i++) {
      SCALES[i] = ENDS[i] * TO_UNIT;
      SAFE[i] = ENDS[i + 1] / ENDS[i] / TO_UNIT;
    }
  }

  private GaussianDraws() {}

  /** Returns the right ends of the layers, the outermost first, and 0; visible for their proof. */
  static double[] ends() {
    double[] ends = new double[LAYERS + 1];
    ends[0] = AREA / density(EDGE);
    ends[1] = EDGE;
    for (int i = 2; i < LAYERS; i++) {
      double height = AREA / ends[i - 1] + density(ends[i - 1]);
      ends[i] = Math.sqrt(-2 * StrictMath.log(height));
    }
    return ends;
  }

  private static double density(double x) {
    return StrictMath.exp(-x * x / 2);
  }

  public static void fill(double[] values, int from, int to, BitSource bits) {
    Objects.checkFromToIndex(from, to, values.length);
    fill(values, from, to, bits, new long[Math.min(CHUNK, to - from)]);
  }

  /** Fills a part of an array, with scratch of any length above 0 for the words read. */
  public static void fill(double[] values, int from, int to, BitSource bits, long[] words) {
    for (int start = from; start < to; start += words.length) {
      int count = Math.min(words.length, to - start);
      bits.fill(words, 0, count);
      fromWords(words, values, start, count, bits);
    }
  }

  /**
   * Fills a part of an array from words read before, and from more bits if a word does not decide.
   */
  public static void fromWords(
      long[] words, double[] values, int start, int count, BitSource bits) {
    for (int i = 0; i < count; i++) {
      int layer = (int) words[i] & (LAYERS - 1);
      double point = point(words[i]);
      values[start + i] =
          Math.abs(point) < SAFE[layer] ? point * SCALES[layer] : nearCurve(layer, point, bits);
    }
  }

  public static double next(BitSource bits) {
    while (true) {
      long word = bits.nextBits(POINT_BITS + LAYER_BITS);
      int layer = (int) word & (LAYERS - 1);
      double point = point(word << SPARE_BITS);
      if (Math.abs(point) < SAFE[layer]) {
        return point * SCALES[layer];
      }
      double drawn = orNothing(layer, point, bits);
      if (!Double.isNaN(drawn)) {
        return drawn;
      }
    }
  }

  /** Returns an odd multiple of 1/2 in (-2^52, 2^52), from the highest 53 bits. */
  private static double point(long word) {
    return (word >> (Long.SIZE - POINT_BITS)) + 0.5;
  }

  /** Returns the draw of a point that may be above the curve; another draw if it is. */
  private static double nearCurve(int layer, double point, BitSource bits) {
    double drawn = orNothing(layer, point, bits);
    return Double.isNaN(drawn) ? next(bits) : drawn;
  }

  private static double orNothing(int layer, double point, BitSource bits) {
    if (layer == 0) {
      return Math.copySign(tail(bits), point);
    }
    double x = point * SCALES[layer];
    double low = density(ENDS[layer]);
    double high = density(ENDS[layer + 1]);
    return low + ExponentialDraws.uniform(bits) * (high - low) < density(x) ? x : Double.NaN;
  }

  /** Returns a normal draw conditioned to be beyond the edge (Marsaglia 1964). */
  private static double tail(BitSource bits) {
    double beyond;
    do {
      beyond = ExponentialDraws.next(bits) / EDGE;
    } while (2 * ExponentialDraws.next(bits) < beyond * beyond);
    return EDGE + beyond;
  }
}
