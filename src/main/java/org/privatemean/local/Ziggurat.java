package org.privatemean.local;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.privatemean.noise.BitSource;

/**
 * Standard normal and exponential doubles from secure bits, by the ziggurat of Marsaglia and Tsang
 * (2000) in the form of Doornik (2005), with the same draws everywhere. Exactly distributed in real
 * arithmetic only: no noise mechanism by themselves ({@link ReportGrid}).
 */
final class Ziggurat {
  private static final int LAYER_BITS = 8;
  private static final int LAYERS = 1 << LAYER_BITS;
  private static final int POINT_BITS = 53;
  private static final int SPARE_BITS = Long.SIZE - POINT_BITS - LAYER_BITS;

  /** The end of the lowest layer's rectangle, and the area of every layer. */
  private static final double NORMAL_EDGE = 3.654152885361009;

  private static final double NORMAL_AREA = 0.004928673233974655;
  private static final double EXPONENTIAL_EDGE = 7.69711747013105;
  private static final double EXPONENTIAL_AREA = 0.003949659822581557;

  /** The right ends of the layers; of [0] as if its tail were part of the rectangle. */
  private static final double[] NORMAL_ENDS = normalEnds();

  private static final double[] EXPONENTIAL_ENDS = exponentialEnds();

  /** The ends for points that are integers of 53 bits, with a sign or without. */
  private static final double[] NORMAL_SCALES = scales(NORMAL_ENDS, POINT_BITS - 1);

  private static final double[] EXPONENTIAL_SCALES = scales(EXPONENTIAL_ENDS, POINT_BITS);

  /** Points up to this are under the curve at any height. */
  private static final double[] NORMAL_SAFE = safe(NORMAL_ENDS, POINT_BITS - 1);

  private static final double[] EXPONENTIAL_SAFE = safe(EXPONENTIAL_ENDS, POINT_BITS);

  private Ziggurat() {}

  /** Returns the ends of the layers, the outermost first, and 0; visible for their proof. */
  static double[] normalEnds() {
    return ends(
        NORMAL_EDGE, NORMAL_AREA, Ziggurat::density, y -> Math.sqrt(-2 * StrictMath.log(y)));
  }

  static double[] exponentialEnds() {
    return ends(
        EXPONENTIAL_EDGE, EXPONENTIAL_AREA, x -> StrictMath.exp(-x), y -> -StrictMath.log(y));
  }

  private static double[] ends(
      double edge, double area, DoubleUnaryOperator density, DoubleUnaryOperator inverse) {
    double[] ends = new double[LAYERS + 1];
    ends[0] = area / density.applyAsDouble(edge);
    ends[1] = edge;
    for (int i = 2; i < LAYERS; i++) {
      double height = area / ends[i - 1] + density.applyAsDouble(ends[i - 1]);
      ends[i] = inverse.applyAsDouble(height);
    }
    return ends;
  }

  private static double[] scales(double[] ends, int bits) {
    double[] scales = new double[LAYERS];
    Arrays.setAll(scales, i -> Math.scalb(ends[i], -bits));
    return scales;
  }

  private static double[] safe(double[] ends, int bits) {
    double[] safe = new double[LAYERS];
    Arrays.setAll(safe, i -> Math.scalb(ends[i + 1] / ends[i], bits));
    return safe;
  }

  private static double density(double x) {
    return StrictMath.exp(-x * x / 2);
  }

  static void fillNormal(double[] values, int from, int to, BitSource bits, long[] words) {
    for (int start = from; start < to; start += words.length) {
      int count = Math.min(words.length, to - start);
      bits.fill(words, 0, count);
      normalsFrom(words, values, start, count, bits);
    }
  }

  /** Fills a part of an array from words, and from more bits if a word does not decide. */
  static void normalsFrom(long[] words, double[] values, int start, int count, BitSource bits) {
    for (int i = 0; i < count; i++) {
      int layer = (int) words[i] & (LAYERS - 1);
      double point = point(words[i]);
      values[start + i] =
          Math.abs(point) < NORMAL_SAFE[layer]
              ? point * NORMAL_SCALES[layer]
              : nearCurve(layer, point, bits);
    }
  }

  static double normal(BitSource bits) {
    while (true) {
      long word = bits.nextBits(POINT_BITS + LAYER_BITS);
      int layer = (int) word & (LAYERS - 1);
      double point = point(word << SPARE_BITS);
      if (Math.abs(point) < NORMAL_SAFE[layer]) {
        return point * NORMAL_SCALES[layer];
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

  private static double nearCurve(int layer, double point, BitSource bits) {
    double drawn = orNothing(layer, point, bits);
    return Double.isNaN(drawn) ? normal(bits) : drawn;
  }

  private static double orNothing(int layer, double point, BitSource bits) {
    if (layer == 0) {
      return Math.copySign(tail(bits), point);
    }
    double x = point * NORMAL_SCALES[layer];
    double low = density(NORMAL_ENDS[layer]);
    double high = density(NORMAL_ENDS[layer + 1]);
    return low + uniform(bits) * (high - low) < density(x) ? x : Double.NaN;
  }

  private static double tail(BitSource bits) {
    double beyond;
    do {
      beyond = exponential(bits) / NORMAL_EDGE;
    } while (2 * exponential(bits) < beyond * beyond);
    return NORMAL_EDGE + beyond;
  }

  static double exponential(BitSource bits) {
    double passed = 0;
    while (true) {
      long word = bits.nextBits(POINT_BITS + LAYER_BITS);
      int layer = (int) word & (LAYERS - 1);
      double point = (word >>> LAYER_BITS) + 0.5;
      double x = point * EXPONENTIAL_SCALES[layer];
      if (point < EXPONENTIAL_SAFE[layer]) {
        return passed + x;
      }
      if (layer == 0) {
        // Beyond the edge the distribution is the same again.
        passed += EXPONENTIAL_EDGE;
      } else if (isUnderExponential(layer, x, bits)) {
        return passed + x;
      }
    }
  }

  private static boolean isUnderExponential(int layer, double x, BitSource bits) {
    double low = StrictMath.exp(-EXPONENTIAL_ENDS[layer]);
    double high = StrictMath.exp(-EXPONENTIAL_ENDS[layer + 1]);
    return low + uniform(bits) * (high - low) < StrictMath.exp(-x);
  }

  /** Returns a uniform odd multiple of 2^-54 in (0, 1). */
  static double uniform(BitSource bits) {
    return (bits.nextBits(53) + 0.5) * 0x1p-53;
  }
}
