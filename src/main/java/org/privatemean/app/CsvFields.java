package org.privatemean.app;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Fields of a CSV line, by index; not by Spark's parser, which carries state between lines.
 *
 * <p>A field that begins with a quote ends at the next quote that is not escaped; a line that ends
 * before cannot be read. If other text follows the closing quote, the field is unquoted: it ends at
 * the next separator and keeps its quotes.
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record CsvFields(Dialect dialect, int[] places, int[] folders) implements Fields {
  /** Creates a reader by places of fields, or in their place of folders; -1 for neither. */
  CsvFields {
    folders = Arrays.stream(folders).anyMatch(folder -> folder >= 0) ? folders : new int[0];
  }

  /** Format of fields, as set by Spark's options; quote and escape may be empty. */
  record Dialect(
      String separator,
      String quote,
      String escape,
      String missing,
      boolean isTrimmedBefore,
      boolean isTrimmedAfter)
      implements Serializable {
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
  public String[] of(String line, String... named) {
    List<String> first = first(dialect, line, Arrays.stream(places).max().orElse(-1) + 1);
    if (first == null && folders.length == 0) {
      return null;
    }
    String[] texts = new String[places.length];
    for (int j = 0; j < texts.length; j++) {
      if (j < folders.length && folders[j] >= 0) {
        texts[j] = named[folders[j]];
      } else if (first != null && places[j] >= 0 && places[j] < first.size()) {
        String field = first.get(places[j]);
        texts[j] = dialect.missing.equals(field) ? null : field;
      }
    }
    return texts;
  }

  /** Returns the first fields of a line, or null if they cannot be read. */
  static List<String> first(Dialect dialect, String line, int count) {
    List<String> fields = new ArrayList<>();
    Scan scan = new Scan(dialect, line);
    while (fields.size() < count && !scan.isAtEnd) {
      String field = scan.next();
      if (field == null) {
        return null;
      }
      fields.add(field);
    }
    return fields;
  }

  /** Returns the fields of a line, null if empty, or null if it cannot be read. */
  static List<String> usual(String line) {
    Dialect usual = new Dialect(",", "\"", "\\", "", false, false);
    List<String> fields = first(usual, line, Integer.MAX_VALUE);
    return fields == null
        ? null
        : fields.stream().map(field -> field.isEmpty() ? null : field).toList();
  }

  private static final class Scan {
    private final Dialect dialect;
    private final String line;
    private int at;
    private boolean isAtEnd;

    Scan(Dialect dialect, String line) {
      this.dialect = dialect;
      this.line = line;
    }

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

    /** Returns the text up to the closing quote, or null if there is none. */
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

    /** True if an escape character is next, followed by a quote or another escape character. */
    private boolean isEscaped(char quote) {
      if (dialect.escape.isEmpty()
          || line.charAt(at) != dialect.escape.charAt(0)
          || at + 1 == line.length()) {
        return false;
      }
      char next = line.charAt(at + 1);
      return next == quote || next == dialect.escape.charAt(0);
    }

    /** Moves past the end of a field if only blanks precede it. */
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

  /**
   * Names of the fields of lines, and of their folders.
   *
   * @param fields names in order; a field with an empty name is named by its number. Without names
   *     all fields are: {@code _c0}, {@code _c1} and so on
   * @param isExact true if case is significant; otherwise an exact match is preferred
   */
  record CsvNames(List<String> fields, List<String> folders, boolean isExact) {
    /** Largest index, from 0, of a field that has a name in a file without header. */
    private static final int LAST = 1 << 22;

    private IntStream find(String name) {
      if (fields.isEmpty()) {
        return number(name);
      }
      int[] named = ColumnName.indices(fields, name, isExact);
      return named.length > 0
          ? Arrays.stream(named)
          : number(name).filter(k -> k < fields.size() && fields.get(k).isEmpty());
    }

    private static IntStream number(String name) {
      return name.matches("_c(0|[1-9][0-9]{0,6})") && Integer.parseInt(name.substring(2)) <= LAST
          ? IntStream.of(Integer.parseInt(name.substring(2)))
          : IntStream.empty();
    }

    /** Returns an option's field. Errors list no other names: without header they are values. */
    int field(String option, String name) {
      int[] found = find(name).toArray();
      if (found.length == 0) {
        throw ColumnName.missing(option, name);
      }
      if (found.length > 1) {
        throw WrongInputException.format("%s: the input has several columns %s", option, name);
      }
      return found[0];
    }

    /** Returns a reader of fields or, for names that no field has, of folders. */
    Fields reader(Dialect dialect, List<String> names, UnaryOperator<String> option) {
      int[] places = new int[names.size()];
      int[] named = new int[names.size()];
      for (int j = 0; j < places.length; j++) {
        String name = names.get(j);
        named[j] =
            find(name).findAny().isPresent()
                ? -1
                : Arrays.stream(ColumnName.indices(folders, name, isExact)).findFirst().orElse(-1);
        places[j] = named[j] < 0 ? field(option.apply(name), name) : -1;
      }
      return new CsvFields(dialect, places, named);
    }
  }
}
