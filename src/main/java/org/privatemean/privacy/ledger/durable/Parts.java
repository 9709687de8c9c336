package org.privatemean.privacy.ledger.durable;

import java.util.HashSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.privatemean.refusal.ParamException;

/** Division of a ledger's rows into parts that are disjoint whatever the rows hold, if any. */
public sealed interface Parts {
  /** No parts. */
  record Undivided() implements Parts {
    @Override
    public String text() {
      return "";
    }

    @Override
    public boolean holds(String scope) {
      return false;
    }
  }

  /**
   * Parts by the values of a column; rows with other values, or null, are in no part.
   *
   * @param column a column of the source
   * @param values the parts, as text
   */
  record ValueParts(String column, List<String> values) implements Parts {
    /**
     * Checks the parts.
     *
     * @throws ParamException naming parts, if the column or a value is blank or holds what
     *     separates them, or a value is named twice
     */
    public ValueParts {
      values = List.copyOf(values);
      checkName(column, "=");
      values.forEach(value -> checkName(value, ","));
      if (values.isEmpty() || new HashSet<>(values).size() < values.size()) {
        throw unreadable(column + "=" + String.join(",", values));
      }
    }

    @Override
    public String text() {
      return column + "=" + String.join(",", values);
    }

    @Override
    public boolean holds(String scope) {
      String start = "/" + column + "=";
      return scope.startsWith(start) && values.contains(scope.substring(start.length()));
    }
  }

  /**
   * Parts by a hash of a column: the first 8 bytes of HMAC-SHA256(id of the ledger, value),
   * unsigned, modulo the number of buckets.
   *
   * @param column a column of the source
   * @param buckets number of parts, at least 1
   */
  record Hashed(String column, int buckets) implements Parts {
    private static final Pattern SCOPE = Pattern.compile("/hash=(0|[1-9]\\d{0,8})");

    /**
     * Checks the parts.
     *
     * @throws ParamException naming parts, if the column is blank or no buckets exist
     */
    public Hashed {
      checkName(column, ")");
      if (buckets < 1) {
        throw unreadable("hash(" + column + "):" + buckets);
      }
    }

    @Override
    public String text() {
      return "hash(" + column + "):" + buckets;
    }

    @Override
    public boolean holds(String scope) {
      Matcher bucket = SCOPE.matcher(scope);
      return bucket.matches() && Integer.parseInt(bucket.group(1)) < buckets;
    }
  }

  /** The pattern of {@code hash(column):m}. */
  Pattern HASHED = Pattern.compile("hash\\(([^)]+)\\):([1-9]\\d{0,8})");

  /**
   * Parses {@code column=v1,v2} or {@code hash(column):m}; nothing means no parts.
   *
   * @throws org.privatemean.refusal.ParamException naming parts, if it is neither
   */
  static Parts parse(String text) {
    if (text.isEmpty()) {
      return new Undivided();
    }
    Matcher hashed = HASHED.matcher(text);
    if (hashed.matches()) {
      return new Hashed(hashed.group(1), Integer.parseInt(hashed.group(2)));
    }
    int end = text.indexOf('=');
    if (end < 0) {
      throw unreadable(text);
    }
    return new ValueParts(text.substring(0, end), List.of(text.substring(end + 1).split(",", -1)));
  }

  /** Returns the text that {@link #parse} reads; empty for none. */
  String text();

  /** True if a scope is one of these parts, such as {@code /region=EU} or {@code /hash=3}. */
  boolean holds(String scope);

  private static void checkName(String name, String separator) {
    if (name.isBlank() || name.contains(separator) || !FlatJson.isOneLine(name)) {
      throw unreadable(name);
    }
  }

  private static ParamException unreadable(String text) {
    return ParamException.outOfRange(
        "parts", "column=value1,value2 with different values, or hash(column):number", text);
  }
}
