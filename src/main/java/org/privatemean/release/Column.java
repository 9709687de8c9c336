package org.privatemean.release;

import java.util.function.Function;
import org.privatemean.annotation.Internal;

/**
 * A column that saves a value of a release.
 *
 * @param name the name of the column
 * @param type its type
 * @param getter the value; null where the release has none
 */
@Internal
public record Column(String name, Type type, Function<Release, Object> getter) {
  /** What a column holds, and the Java type of its value. */
  public enum Type {
    /** An Integer. */
    INTEGER,
    /** A Long; null for none. */
    COUNT,
    /** A Double; 0 for none. */
    NUMBER,
    /** A Boolean; null for none. */
    FLAG,
    /** A String; null for none. */
    TEXT,
    /** An array of double; null for none. */
    NUMBERS,
    /** A list of String. */
    TEXTS,
    /** A list of {@link org.privatemean.privacy.Charge}. */
    CHARGES
  }

  /** What is saved of a release. */
  public Object value(Release release) {
    Object value = getter.apply(release);
    return value == null && type == Type.NUMBER ? (Double) 0.0 : value;
  }
}
