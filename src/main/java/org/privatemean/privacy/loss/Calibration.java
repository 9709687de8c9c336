package org.privatemean.privacy.loss;

import java.util.function.DoubleUnaryOperator;

/** Finds the largest cost that a delta allows. */
final class Calibration {

  /** Of ln delta, of which a relative change of the noise is a tenth or less. */
  private static final double TOLERANCE = 0.004;

  private static final double FIRST_BRACKET = 1.03;
  private static final int MOST_STEPS = 60;

  private Calibration() {}

  /**
   * Returns an argument at which delta is at most {@code target}, and close to it. What is returned
   * was tested, whatever rounding does to delta.
   *
   * @param start a guess, above 0
   * @param target above 0
   * @param delta grows with its argument
   */
  static double largest(double start, double target, DoubleUnaryOperator delta) {
    double goal = StrictMath.log(target);
    DoubleUnaryOperator excess =
        x -> StrictMath.log(Math.max(delta.applyAsDouble(x), Double.MIN_NORMAL)) - goal;
    double good = start;
    double below = excess.applyAsDouble(good);
    double bad = good;
    double above = below;
    double factor = FIRST_BRACKET;
    while (below > 0) {
      bad = good;
      above = below;
      good /= factor;
      below = excess.applyAsDouble(good);
      factor *= factor;
    }
    while (above <= 0) {
      good = bad;
      below = above;
      bad *= factor;
      above = excess.applyAsDouble(bad);
      factor *= factor;
    }
    return falsePosition(good, below, bad, above, excess);
  }

  /** The method of Illinois: a chord, and half the value of an end that stays. */
  private static double falsePosition(
      double good, double below, double bad, double above, DoubleUnaryOperator excess) {
    double low = good;
    double high = bad;
    double lowValue = below;
    double highValue = above;
    double best = below;
    // The chord aims within the tolerance, so that one step from either side can end it.
    for (int i = 0; i < MOST_STEPS && best < -TOLERANCE && high > low * (1 + 1e-9); i++) {
      double aim = -TOLERANCE / 2;
      double share = (aim - lowValue) / (highValue - lowValue);
      double middle = low * StrictMath.pow(high / low, Math.max(0.01, Math.min(0.99, share)));
      double value = excess.applyAsDouble(middle);
      if (value <= 0) {
        low = middle;
        lowValue = value;
        best = value;
        highValue /= 2;
      } else {
        high = middle;
        highValue = value;
        lowValue /= 2;
      }
    }
    return low;
  }
}
