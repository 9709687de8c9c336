package org.privatemean.privacy;

import java.util.Arrays;
import java.util.function.Function;
import org.privatemean.annotation.Internal;
import org.privatemean.refusal.ParamException;

@Internal
public final class Checks {
  private Checks() {}

  public static void nonNegative(String name, double value) {
    if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(name + " must be finite and at least 0, but was " + value);
    }
  }

  public static void positive(String name, double value) {
    if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(name + " must be finite and above 0, but was " + value);
    }
  }

  public static void properDelta(double delta) {
    if (!(delta > 0 && delta < 1)) {
      throw new IllegalArgumentException("delta must be above 0 and below 1, but was " + delta);
    }
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

  /** Returns the constant of an enum with a label, or refuses a label of none by a message. */
  public static <E extends Enum<E>> E constant(
      E[] all, Function<E, String> labels, String label, String refusal) {
    return Arrays.stream(all)
        .filter(each -> labels.apply(each).equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(refusal));
  }

  static void groupSize(int size) {
    if (size < 1) {
      throw new IllegalArgumentException("size must be at least 1, but was " + size);
    }
  }
}
