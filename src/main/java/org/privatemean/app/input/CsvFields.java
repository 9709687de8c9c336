package org.privatemean.app.input;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.privatemean.app.failure.WrongInputException;

/**
 * Fields of a line of csv, by place. Not Spark's parser: that carries over from one line to the
 * next what it read behind a line end within it, and whether a byte order mark may still come.
 *
 * <p>A field that begins with a quote ends with the next one that is not escaped; a line that ends
 * before cannot be read. Where something else follows that quote, the field is read as if it had
 * started with none: up to the next separator, with its quotes.
 */
public final class CsvFields implements Fields {
  private static final long serialVersionUID = 1L;

  private final Dialect dialect;
  private final int[] places;

  /**
   * Asks for fields.
   *
   * @param dialect how fields are written
   * @param places of the fields asked for, from 0; -1 for one that no line has
   */
  CsvFields(Dialect dialect, int[] places) {
    this.dialect = dialect;
    this.places = places.clone();
  }

  /**
   * The syntax of fields, as Spark's options of the same names define it.
   *
   * @param separator what stands between fields
   * @param quote around a field that holds a separator, or empty
   * @param escape before a quote within such a field, or empty
   * @param missing text of a field that is not there
   * @param isTrimmedBefore whether blanks before a field are not part of it
   * @param isTrimmedAfter whether blanks after a field are not part of it
   */
  record Dialect(
      String separator,
      String quote,
      String escape,
      String missing,
      boolean isTrimmedBefore,
      boolean isTrimmedAfter)
      implements Serializable {
    private static final long serialVersionUID = 1L;

    /**
     * The dialect that options ask for.
     *
     * @throws WrongInputException if an option has no usable value
     */
    static Dialect from(ReaderOptions options) {
      Optional<String> separator = options.either("sep", "delimiter").map(ReaderOptions::unescape);
      if (separator.filter(String::isEmpty).isPresent()) {
        throw new WrongInputException("--option sep must not be empty");
      }
      return new Dialect(
          separator.orElse(","),
          options.character("quote").orElse("\""),
          options.character("escape").orElse("\\"),
          options.get("nullValue").orElse(""),
          options.isTrue("ignoreLeadingWhiteSpace", false),
          options.isTrue("ignoreTrailingWhiteSpace", false));
    }
  }

  @Override
  public String[] of(String line) {
    String[] first = first(line, Arrays.stream(places).max().orElse(-1) + 1);
    return first == null
        ? null
        : Arrays.stream(places)
            .mapToObj(place -> place < 0 ? null : first[place])
            .toArray(String[]::new);
  }

  /** The first fields of a line: null for those that it does not have. */
  private String[] first(String line, int count) {
    String[] fields = new String[count];
    Scan scan = new Scan(dialect, line);
    for (int k = 0; k < count && !scan.isAtEnd(); k++) {
      String field = scan.next();
      if (field == null) {
        return null;
      }
      fields[k] = field.equals(dialect.missing) ? null : field;
    }
    return fields;
  }

  /**
   * The fields of a line as the input has them without options: split at commas, with quotes; null
   * for an empty one, and of a line that cannot be read.
   */
  public static List<String> usual(String line) {
    String[] fields = all(new Dialect(",", "\"", "\\", "", false, false), line);
    return fields == null
        ? null
        : Arrays.stream(fields).map(field -> field.isEmpty() ? null : field).toList();
  }

  /** All fields of a line, or null if it cannot be read. */
  static String[] all(Dialect dialect, String line) {
    List<String> fields = new ArrayList<>();
    Scan scan = new Scan(dialect, line);
    while (!scan.isAtEnd()) {
      String field = scan.next();
      if (field == null) {
        return null;
      }
      fields.add(field);
    }
    return fields.toArray(String[]::new);
  }

  /** One walk over a line. */
  private static final class Scan {
    private final Dialect dialect;
    private final String line;
    private int at;
    private boolean isAtEnd;

    Scan(Dialect dialect, String line) {
      this.dialect = dialect;
      this.line = line;
    }

    boolean isAtEnd() {
      return isAtEnd;
    }

    /** The next field, or null if its quote is left open. */
    String next() {
      if (dialect.isTrimmedBefore) {
        skipBlanks();
      }
      int start = at;
      if (!dialect.quote.isEmpty() && line.startsWith(dialect.quote, at)) {
        String quoted = quoted();
        if (quoted == null || endsField()) {
          return quoted;
        }
        at = start;
      }
      return plain();
    }

    /** The text up to the closing quote, or null if there is none. */
    private String quoted() {
      char quote = line.charAt(at++);
      StringBuilder text = new StringBuilder();
      while (at < line.length()) {
        if (isEscaped(quote)) {
          at++;
        } else if (line.charAt(at) == quote) {
          at++;
          return text.toString();
        }
        text.append(line.charAt(at++));
      }
      return null;
    }

    /** True if an escape comes, and a quote or another escape after it. */
    private boolean isEscaped(char quote) {
      if (dialect.escape.isEmpty()
          || line.charAt(at) != dialect.escape.charAt(0)
          || at + 1 == line.length()) {
        return false;
      }
      char next = line.charAt(at + 1);
      return next == quote || next == dialect.escape.charAt(0);
    }

    /** Goes beyond what ends a field, if nothing but blanks is before it. */
    private boolean endsField() {
      skipBlanks();
      if (at == line.length()) {
        isAtEnd = true;
        return true;
      }
      if (line.startsWith(dialect.separator, at)) {
        at += dialect.separator.length();
        return true;
      }
      return false;
    }

    private String plain() {
      int end = line.indexOf(dialect.separator, at);
      isAtEnd = end < 0;
      String text = line.substring(at, isAtEnd ? line.length() : end);
      at = isAtEnd ? line.length() : end + dialect.separator.length();
      return dialect.isTrimmedAfter ? text.stripTrailing() : text;
    }

    private void skipBlanks() {
      while (at < line.length()
          && line.charAt(at) <= ' '
          && !line.startsWith(dialect.separator, at)) {
        at++;
      }
    }
  }
}
