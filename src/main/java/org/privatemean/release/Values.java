package org.privatemean.release;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.privatemean.privacy.Charge;

/**
 * The values of a saved release by their names in {@link ReleaseSchema}; each section of a {@link
 * Release} reads its values.
 */
final class Values {
  private final Map<String, Object> values;

  /** Creates values whose types are those that the schema gives to their names. */
  Values(Map<String, Object> values) {
    this.values = values;
  }

  double number(String name) {
    return (Double) get(name);
  }

  /** A number; empty if it is 0 or missing in an older format. */
  OptionalDouble positive(String name) {
    Double value = (Double) values.get(name);
    return value == null || !(value > 0) ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /** The count; empty if the release has none. */
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

  /** The text; empty if the release has none. */
  Optional<String> anyText(String name) {
    return Optional.ofNullable((String) values.get(name));
  }

  Optional<Boolean> flag(String name) {
    return Optional.ofNullable((Boolean) values.get(name));
  }

  double[] numbers(String name) {
    return (double[]) get(name);
  }

  /** The numbers; empty if the release has none. */
  Optional<double[]> anyNumbers(String name) {
    return Optional.ofNullable((double[]) values.get(name));
  }

  /** The texts; empty if they are missing in an older format. */
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
