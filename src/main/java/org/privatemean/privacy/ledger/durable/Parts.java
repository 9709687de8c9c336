package org.privatemean.privacy.ledger.durable;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.privatemean.refusal.ParamException;

/** Division of a ledger's rows into parts that are disjoint whatever the rows hold, if any. */
public sealed interface Parts {
  /** The pattern of {@code hash(column):m}. */
  Pattern HASHED = Pattern.compile("hash\\(([^)]+)\\):([1-9]\\d{0,8})");

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

  /** Parts by the values of a column, as text; other values, and null, are in no part. */
  record ValueParts(String column, List<String> values) implements Parts {
    /** Checks that column and values are not blank, hold no separator, and are named once. */
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
   * unsigned, modulo the number of buckets. Id and value are encoded in UTF-8. The part depends on
   * the value only, so the parts are disjoint whatever the rows hold.
   */
  record Hashed(String column, int buckets) implements Parts, Serializable {
    private static final Pattern SCOPE = Pattern.compile("/hash=(0|[1-9]\\d{0,8})");

    /** Checks that the column is not blank, and that there are buckets. */
    public Hashed {
      checkName(column, ")");
      if (buckets < 1) {
        throw unreadable("hash(" + column + "):" + buckets);
      }
    }

    /** Returns the part of a value in the ledger of an id, from 0. */
    public int bucket(String ledger, String value) {
      byte[] key = ledger.getBytes(StandardCharsets.UTF_8);
      byte[] tag = EntryAuthenticator.hmac(key, value.getBytes(StandardCharsets.UTF_8));
      return (int) Long.remainderUnsigned(ByteBuffer.wrap(tag).getLong(), buckets);
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

  /**
   * Parses {@code column=v1,v2} or {@code hash(column):m}; nothing means no parts.
   *
   * @throws ParamException naming parts, if it is neither
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
