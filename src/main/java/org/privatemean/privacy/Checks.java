package org.privatemean.privacy;

import java.util.Arrays;
import java.util.function.Function;
import org.privatemean.annotation.Internal;
import org.privatemean.refusal.ParamException;

@Internal
public final class Checks {
  private Checks() {}

  public static void nonNegative(String name, double value) {
    range(name, value >= 0 && value < Double.POSITIVE_INFINITY, "finite and at least 0", value);
  }

  public static void positive(String name, double value) {
    range(name, isPositive(value), "finite and above 0", value);
  }

  public static void properDelta(double delta) {
    range("delta", delta > 0 && delta < 1, "above 0 and below 1", delta);
  }

  /** Refuses a bad argument: "name must be rule. Provided value: value". */
  public static void argument(String name, boolean good, String rule, Object value) {
    if (!good) {
      throw new IllegalArgumentException(name + " must be " + rule + ". Provided value: " + value);
    }
  }

  /** Refuses a param out of its range of allowed values. */
  public static void param(String name, boolean good, String range, Object value) {
    if (!good) {
      throw ParamException.outOfRange(name, range, value);
    }
  }

  /** Refuses a param that is not positive and finite. */
  public static void positiveParam(String name, double value) {
    param(name, isPositive(value), "positive and finite", value);
  }

  /** Returns the constant of an enum with a label, or refuses a label of none by a message. */
  public static <E extends Enum<E>> E constant(
      E[] all, Function<E, String> labels, String label, String refusal) {
    return Arrays.stream(all)
        .filter(each -> labels.apply(each).equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(refusal));
  }

  /** Refuses a number out of its range: "name must be range, but was value". */
  static void range(String name, boolean good, String range, Number value) {
    if (!good) {
      throw new IllegalArgumentException(name + " must be " + range + ", but was " + value);
    }
  }

  private static boolean isPositive(double value) {
    return value > 0 && value < Double.POSITIVE_INFINITY;
  }

  static void groupSize(int size) {
    range("size", size >= 1, "at least 1", size);
  }
}
