package org.privatemean.release;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.privatemean.annotation.Internal;
import org.privatemean.privacy.Charge;

/**
 * One value of a release: the column that saves it, its key in the JSON report, and its lines in
 * the text report.
 *
 * @param column null if it is not saved
 * @param key null if it is not in the JSON report
 * @param lines empty if it is not in the text
 */
@Internal
public record Field(SavedColumn column, JsonKey key, TextLines lines) {
  /**
   * A column that saves a value of a release.
   *
   * @param name the name of the column
   * @param type its type
   * @param getter reads the value; null if the release has none
   */
  public record SavedColumn(String name, Type type, Function<Release, Object> getter) {
    /** Types of columns, with the Java type of the values. */
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
      /** A list of {@link Charge}. */
      CHARGES
    }

    /** Returns the saved value of a release. */
    public Object value(Release release) {
      Object value = getter.apply(release);
      return value == null && type == Type.NUMBER ? (Double) 0.0 : value;
    }
  }

  /**
   * A key of the report.
   *
   * @param object name of the object that contains it; empty for the report itself
   * @param name its name in that object
   * @param value reads its value: Java's boxed types, strings, arrays of double, maps and lists of
   *     these; null if it does not apply: then the key is left out
   */
  public record JsonKey(String object, String name, Function<Release, Object> value) {}

  /**
   * Lines of the text.
   *
   * @param after name of the column whose lines these follow; empty for those of the field before
   * @param texts reads the lines; none if there is nothing to print
   */
  public record TextLines(String after, Function<Release, List<TextLine>> texts) {}

  /** A label and its text. */
  public record TextLine(String label, String text) {}

  private static final TextLines NO_LINES = new TextLines("", release -> List.of());

  /** Returns a field that is saved, and is so far neither in the report nor in the text. */
  static Field createSaved(String name, SavedColumn.Type type, Function<Release, Object> value) {
    return new Field(new SavedColumn(name, type, value), null, NO_LINES);
  }

  /** Returns a field that is derived from saved ones. */
  static Field createDerived(String name, Function<Release, Object> value) {
    return createDerived("", name, value);
  }

  /** Returns a field that is derived from saved ones, in an object of the report. */
  static Field createDerived(String object, String name, Function<Release, Object> value) {
    return new Field(null, new JsonKey(object, name, value), NO_LINES);
  }

  /** Returns a copy that is in the report under the name of its column. */
  Field withKey() {
    return withKey("", column.name());
  }

  /** Returns a copy that is in the report at the given place. */
  Field withKey(String object, String name) {
    return withKey(object, name, column.getter());
  }

  /** Returns a copy that is in the report at the given place, with the given value. */
  Field withKey(String object, String name, Function<Release, Object> value) {
    return new Field(column, new JsonKey(object, name, value), lines);
  }

  /** Returns a copy with a line in the text; the text is null if there is nothing to print. */
  Field withText(String label, Function<Release, String> text) {
    return withText("", label, text);
  }

  /** Returns a copy with a line in the text after that of another field. */
  Field withText(String after, String label, Function<Release, String> text) {
    return withLines(
        after,
        release ->
            Optional.ofNullable(text.apply(release)).stream()
                .map(found -> new TextLine(label, found))
                .toList());
  }

  /** Returns a copy with any number of lines in the text. */
  Field withText(Function<Release, List<TextLine>> texts) {
    return withLines("", texts);
  }

  private Field withLines(String after, Function<Release, List<TextLine>> texts) {
    return new Field(column, key, new TextLines(after, texts));
  }

  /** The column that saves it; empty if it is not saved. */
  public Optional<SavedColumn> savedIn() {
    return Optional.ofNullable(column);
  }

  /** Its key in the report; empty if it is not reported. */
  public Optional<JsonKey> reportedAs() {
    return Optional.ofNullable(key);
  }
}
