package org.privatemean.release;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.privatemean.annotation.Internal;
import org.privatemean.privacy.Charge;

/**
 * One value of a release: the column that saves it, the key it has in the JSON report, and the
 * lines that show it to people.
 *
 * @param column null where it is not saved
 * @param key null where it is not in the report
 * @param lines empty where it is not shown
 */
@Internal
public record Field(SavedColumn column, JsonKey key, TextLines lines) {
  /**
   * A column that saves a value of a release.
   *
   * @param name the name of the column
   * @param type its type
   * @param getter the value; null where the release has none
   */
  public record SavedColumn(String name, Type type, Function<Release, Object> getter) {
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
      /** A list of {@link Charge}. */
      CHARGES
    }

    /** Returns what is saved of a release. */
    public Object value(Release release) {
      Object value = getter.apply(release);
      return value == null && type == Type.NUMBER ? (Double) 0.0 : value;
    }
  }

  /**
   * A key of the report.
   *
   * @param object name of the object that it stands in, or empty where that is the report itself
   * @param name its name there
   * @param value what it has: Java's boxed types, strings, arrays of double, maps and lists of
   *     these; null where it does not apply: then the key is left out
   */
  public record JsonKey(String object, String name, Function<Release, Object> value) {}

  /**
   * Lines of the text.
   *
   * @param after name of the column whose lines these follow; empty for those of the field before
   * @param texts the lines; none where there is nothing to tell
   */
  public record TextLines(String after, Function<Release, List<TextLine>> texts) {}

  /** A label, and what is said to it. */
  public record TextLine(String label, String text) {}

  private static final TextLines NO_LINES = new TextLines("", release -> List.of());

  /** A value that is saved, and so far neither in the report nor in the text. */
  static Field createSaved(String name, SavedColumn.Type type, Function<Release, Object> value) {
    return new Field(new SavedColumn(name, type, value), null, NO_LINES);
  }

  /** A value that follows from saved ones. */
  static Field createDerived(String name, Function<Release, Object> value) {
    return createDerived("", name, value);
  }

  /** A value that follows from saved ones, in an object of the report. */
  static Field createDerived(String object, String name, Function<Release, Object> value) {
    return new Field(null, new JsonKey(object, name, value), NO_LINES);
  }

  /** This field, in the report under the name of its column. */
  Field withKey() {
    return withKey("", column.name());
  }

  /** This field, in the report at a place. */
  Field withKey(String object, String name) {
    return withKey(object, name, column.getter());
  }

  /** This field, in the report at a place and in another form. */
  Field withKey(String object, String name, Function<Release, Object> value) {
    return new Field(column, new JsonKey(object, name, value), lines);
  }

  /** This field, shown in a line; the text is null where there is nothing to tell. */
  Field withText(String label, Function<Release, String> text) {
    return withText("", label, text);
  }

  /** This field, shown in a line after that of another field. */
  Field withText(String after, String label, Function<Release, String> text) {
    return withLines(
        after,
        release ->
            Optional.ofNullable(text.apply(release)).stream()
                .map(found -> new TextLine(label, found))
                .toList());
  }

  /** This field, shown in any number of lines. */
  Field withText(Function<Release, List<TextLine>> texts) {
    return withLines("", texts);
  }

  private Field withLines(String after, Function<Release, List<TextLine>> texts) {
    return new Field(column, key, new TextLines(after, texts));
  }

  /** The column that saves it, if it is saved. */
  public Optional<SavedColumn> savedIn() {
    return Optional.ofNullable(column);
  }

  /** Its key in the report, if it is reported. */
  public Optional<JsonKey> reportedAs() {
    return Optional.ofNullable(key);
  }
}
