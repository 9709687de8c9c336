package org.privatemean.release;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Checks;

/** The values of a saved release, by name; {@code any...} reads values that may be missing. */
final class Values {
  private final Map<String, Object> values;

  /** Creates values whose types are those that the schema gives to their names. */
  Values(Map<String, Object> values) {
    this.values = values;
  }

  static <E extends Enum<E>> E constant(E[] all, Function<E, String> label, String text) {
    return Checks.constant(
        all,
        label,
        text,
        String.format(
            "a saved release has %s where it may have one of %s",
            text, Arrays.stream(all).map(label).toList()));
  }

  /** Returns a value; empty for NaN. */
  static OptionalDouble present(double value) {
    return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /** Returns the saved form of flags of coordinates: 1 for true, 0 for false. */
  static double[] marks(boolean[] flags) {
    double[] marks = new double[flags.length];
    Arrays.setAll(marks, j -> flags[j] ? 1 : 0);
    return marks;
  }

  /** Reads {@link #marks}. */
  static boolean[] flags(double[] marks) {
    boolean[] flags = new boolean[marks.length];
    for (int j = 0; j < marks.length; j++) {
      flags[j] = marks[j] == 1;
    }
    return flags;
  }

  double number(String name) {
    return (Double) get(name);
  }

  /** Returns a number; empty if it is 0 or missing. */
  OptionalDouble positive(String name) {
    Double value = (Double) values.get(name);
    return value == null || !(value > 0) ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  OptionalLong anyCount(String name) {
    Long value = (Long) values.get(name);
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }

  long count(String name) {
    return (Long) get(name);
  }

  String text(String name) {
    return (String) get(name);
  }

  Optional<String> anyText(String name) {
    return Optional.ofNullable((String) values.get(name));
  }

  Optional<Boolean> flag(String name) {
    return Optional.ofNullable((Boolean) values.get(name));
  }

  double[] numbers(String name) {
    return (double[]) get(name);
  }

  Optional<double[]> anyNumbers(String name) {
    return Optional.ofNullable((double[]) values.get(name));
  }

  List<String> anyTexts(String name) {
    return values.get(name) == null ? List.of() : texts(name);
  }

  @SuppressWarnings("unchecked") // Of the type of the schema's column.
  List<String> texts(String name) {
    return (List<String>) get(name);
  }

  @SuppressWarnings("unchecked") // Of the type of the schema's column.
  List<Charge> charges(String name) {
    return (List<Charge>) get(name);
  }

  private Object get(String name) {
    Object value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the saved release has no " + name);
    }
    return value;
  }
}
