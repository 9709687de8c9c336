package org.privatemean.local;

import org.privatemean.noise.BitSource;

/**
 * Exponential doubles of mean 1 from secure bits, by a ziggurat in the manner of {@link
 * GaussianDraws}: a draw takes 61 bits and, except for one in a hundred, no logarithm.
 */
final class ExponentialDraws {
  private static final int LAYER_BITS = 8;
  private static final int LAYERS = 1 << LAYER_BITS;
  private static final int POINT_BITS = 53;

  /** The end of the lowest layer's rectangle, and the area of every layer. */
  private static final double EDGE = 7.69711747013105;

  private static final double AREA = 0.003949659822581557;

  /** Right end of each layer, of [0] as if its tail were part of the rectangle. */
  private static final double[] ENDS = ends();

  /** {@link #ENDS} for a point given as an integer of 53 bits. */
  private static final double[] SCALES = new double[LAYERS];

  /** Such points up to this integer are under the curve at any height. */
  private static final double[] SAFE = new double[LAYERS];

  static {
    for (int i = 0; i < LAYERS; i++) {
      SCALES[i] = Math.scalb(ENDS[i], -POINT_BITS);
      SAFE[i] = Math.scalb(ENDS[i + 1] / ENDS[i], POINT_BITS);
    }
  }

  private ExponentialDraws() {}

  /** Returns the right ends of the layers, the outermost first, and 0; visible for their proof. */
  static double[] ends() {
    double[] ends = new double[LAYERS + 1];
    ends[0] = AREA / StrictMath.exp(-EDGE);
    ends[1] = EDGE;
    for (int i = 2; i < LAYERS; i++) {
      ends[i] = -StrictMath.log(AREA / ends[i - 1] + StrictMath.exp(-ends[i - 1]));
    }
    return ends;
  }

  static double next(BitSource bits) {
    double passed = 0;
    while (true) {
      long word = bits.nextBits(POINT_BITS + LAYER_BITS);
      int layer = (int) word & (LAYERS - 1);
      double point = (word >>> LAYER_BITS) + 0.5;
      double x = point * SCALES[layer];
      if (point < SAFE[layer]) {
        return passed + x;
      }
      if (layer == 0) {
        // Beyond the edge the distribution is the same again.
        passed += EDGE;
      } else if (isUnderCurve(layer, x, bits)) {
        return passed + x;
      }
    }
  }

  private static boolean isUnderCurve(int layer, double x, BitSource bits) {
    double low = StrictMath.exp(-ENDS[layer]);
    double high = StrictMath.exp(-ENDS[layer + 1]);
    return low + uniform(bits) * (high - low) < StrictMath.exp(-x);
  }

  /** Returns a uniform odd multiple of 2^-54 in (0, 1). */
  static double uniform(BitSource bits) {
    return (bits.nextBits(53) + 0.5) * 0x1p-53;
  }
}
