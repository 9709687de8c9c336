package org.privatemean.numeric;

import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongPredicate;

/**
 * Searches for the point at which a monotone condition changes, or a monotone function crosses a
 * value. Conditions at the given ends are not tested; a returned number at which the condition
 * holds was tested or is such an end.
 */
public final class MonotoneSearch {
  /** Tolerance of {@link #largestWithin} in ln f; the change of a noise is a tenth of it. */
  private static final double TOLERANCE = 0.004;

  private static final double FIRST_BRACKET = 1.03;
  private static final int MAX_CHORDS = 60;

  private MonotoneSearch() {}

  /** The rest of a bisection: the condition holds at {@code low} and fails at {@code high}. */
  public record Bracket(double low, double high) {
    public double middle() {
      return (low + high) / 2;
    }

    private Bracket half(DoublePredicate holds) {
      double middle = middle();
      return holds.test(middle) ? new Bracket(middle, high) : new Bracket(low, middle);
    }
  }

  /** Halves an interval, at whose low end the condition holds and at whose high end it fails. */
  public static Bracket halve(double low, double high, int times, DoublePredicate holds) {
    Bracket left = new Bracket(low, high);
    for (int i = 0; i < times; i++) {
      left = left.half(holds);
    }
    return left;
  }

  /** Halves an interval until its ends are neighbouring doubles. */
  public static Bracket halveAll(double low, double high, DoublePredicate holds) {
    Bracket left = new Bracket(low, high);
    while (left.middle() != left.low() && left.middle() != left.high()) {
      left = left.half(holds);
    }
    return left;
  }

  /**
   * Returns a positive number at which a condition holds, next to one at which it fails, as far as
   * geometric means can separate doubles; {@code fails} is below or above {@code holds}.
   */
  public static double lastTrue(double holds, double fails, DoublePredicate condition) {
    double good = holds;
    double bad = fails;
    while (true) {
      double middle = Math.sqrt(good) * Math.sqrt(bad);
      if (middle <= Math.min(good, bad) || middle >= Math.max(good, bad)) {
        return good;
      }
      if (condition.test(middle)) {
        good = middle;
      } else {
        bad = middle;
      }
    }
  }

  /** Returns the last integer at which a condition holds, below one at which it fails. */
  public static long lastInteger(long holds, long fails, LongPredicate condition) {
    long good = holds;
    long bad = fails;
    while (bad - good > 1) {
      long middle = good + (bad - good) / 2;
      if (condition.test(middle)) {
        good = middle;
      } else {
        bad = middle;
      }
    }
    return good;
  }

  /**
   * Returns a positive number at which an increasing positive function is at most {@code target},
   * and within half a percent of it, in few calls from a positive guess.
   */
  public static double largestWithin(double start, double target, DoubleUnaryOperator function) {
    double goal = StrictMath.log(target);
    DoubleUnaryOperator excess =
        x -> StrictMath.log(Math.max(function.applyAsDouble(x), Double.MIN_NORMAL)) - goal;
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
    // The Illinois method: a chord, with the value of an end that stays halved. The chord aims
    // within the tolerance, so that one step from either side can end it.
    double best = below;
    for (int i = 0; i < MAX_CHORDS && best < -TOLERANCE && bad > good * (1 + 1e-9); i++) {
      double share = (-TOLERANCE / 2 - below) / (above - below);
      double middle = good * StrictMath.pow(bad / good, Math.max(0.01, Math.min(0.99, share)));
      double value = excess.applyAsDouble(middle);
      if (value <= 0) {
        good = middle;
        below = value;
        best = value;
        above /= 2;
      } else {
        bad = middle;
        above = value;
        below /= 2;
      }
    }
    return good;
  }
}
