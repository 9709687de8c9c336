package org.privatemean.release;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import org.privatemean.annotation.Internal;

/**
 * One value of a release: the column that saves it, its key in the JSON report, and its lines in
 * the text report. Functions that read a value may return an Optional.
 *
 * @param savedIn its column; empty if it is not saved
 * @param reportedAs its key; empty if it is not in the JSON report
 * @param after name of the column whose lines its lines follow; empty for those of the field before
 * @param lines reads the lines; none if there is nothing to print
 */
@Internal
public record Field(
    Optional<SavedColumn> savedIn,
    Optional<JsonKey> reportedAs,
    String after,
    Function<Release, List<TextLine>> lines) {
  /** A column that saves a value of a release, which the getter reads; null if it has none. */
  public record SavedColumn(String name, Type type, Function<Release, Object> getter) {
    /** Types of columns, with the Java type of the values. */
    public enum Type {
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
      CHARGES
    }

    public Object value(Release release) {
      Object value = getter.apply(release);
      return value == null && type == Type.NUMBER ? (Double) 0.0 : value;
    }
  }

  /**
   * A key of an object of the report; the object is empty for the report itself. The value is one
   * that the report can format; null leaves the key out.
   */
  public record JsonKey(String object, String name, Function<Release, Object> value) {}

  public record TextLine(String label, String text) {}

  /** Returns a field that is saved, and is in the report under the name of its column. */
  static Field createSaved(String name, SavedColumn.Type type, Function<Release, ?> value) {
    SavedColumn column = new SavedColumn(name, type, release -> orNull(value.apply(release)));
    return new Field(Optional.of(column), Optional.empty(), "", release -> List.of())
        .withKey("", name);
  }

  static Field createDerived(String name, Function<Release, ?> value) {
    return createDerived("", name, value);
  }

  /** Returns a field that is derived from saved ones, in an object of the report. */
  static Field createDerived(String object, String name, Function<Release, ?> value) {
    return new Field(Optional.empty(), Optional.empty(), "", release -> List.of())
        .withKey(object, name, value);
  }

  Field withoutKey() {
    return new Field(savedIn, Optional.empty(), after, lines);
  }

  /** Returns a copy with another value in the report, under the name of its column. */
  Field withKey(Function<Release, ?> value) {
    return withKey("", savedIn.orElseThrow().name(), value);
  }

  /** Returns a copy that is in the report at the given place. */
  Field withKey(String object, String name) {
    return withKey(object, name, savedIn.orElseThrow().getter());
  }

  Field withKey(String object, String name, Function<Release, ?> value) {
    JsonKey place = new JsonKey(object, name, release -> orNull(value.apply(release)));
    return new Field(savedIn, Optional.of(place), after, lines);
  }

  /** Returns a copy with a line in the text; the text is null if there is nothing to print. */
  Field withText(String label, Function<Release, ?> text) {
    return withText("", label, text);
  }

  /** Returns a copy with a line in the text after that of another field. */
  Field withText(String follows, String label, Function<Release, ?> text) {
    return new Field(
        savedIn,
        reportedAs,
        follows,
        release ->
            Optional.ofNullable((String) orNull(text.apply(release))).stream()
                .map(found -> new TextLine(label, found))
                .toList());
  }

  Field withText(Function<Release, List<TextLine>> texts) {
    return new Field(savedIn, reportedAs, "", texts);
  }

  private static Object orNull(Object value) {
    if (value instanceof Optional<?> any) {
      return orNull(any.orElse(null));
    }
    if (value instanceof OptionalDouble number) {
      return number.isPresent() ? (Double) number.getAsDouble() : null;
    }
    if (value instanceof OptionalLong count) {
      return count.isPresent() ? (Long) count.getAsLong() : null;
    }
    return value;
  }
}
