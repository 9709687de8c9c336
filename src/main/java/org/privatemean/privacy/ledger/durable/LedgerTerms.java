package org.privatemean.privacy.ledger.durable;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.privatemean.privacy.Checks;
import org.privatemean.privacy.Neighbours;
import org.privatemean.refusal.ParamException;

/**
 * The terms of a ledger, fixed when it is created.
 *
 * @param budget its rho above 0
 * @param personCol the column of persons if the unit is a person with all rows; empty for a row
 * @param partsPublic true if the part of a row is public, and stays when the row is replaced
 * @param allowsError true if rows may make a fit fail, which reveals an exact bit of them that no
 *     price pays for
 * @param population a description in words; one line, not blank
 */
public record LedgerTerms(
    Price budget,
    Optional<String> personCol,
    Neighbours neighbours,
    Optional<Parts> parts,
    boolean partsPublic,
    boolean allowsError,
    String population) {
  /** The scope of all rows. */
  public static final String WHOLE = "/";

  private static final String PERSON = "person:";

  /** Checks the terms. Under replace a row may change its part, unless parts are public. */
  public LedgerTerms {
    Checks.param("rho", budget.rho().signum() > 0, "above 0", budget.rhoFloor());
    boolean isNamed = !population.isBlank() && isOneLine(population);
    Checks.param("population", isNamed, "one line of text, not blank", population);
    if (personCol.filter(name -> name.isBlank() || !isOneLine(name)).isPresent()) {
      throw wrongUnit(PERSON + personCol.get());
    }
    if (neighbours == Neighbours.REPLACE && parts.isPresent() && !partsPublic) {
      throw new ParamException(
          "parts",
          "{parts} cannot go with {neighbours} = replace, which may move a row from one part to"
              + " another",
          "set {neighbours} to addRemove, or declare {partsPublic} if the part of each row is"
              + " public and fixed");
    }
  }

  private static ParamException wrongUnit(String unit) {
    return ParamException.outOfRange("unit", "row, or person:COLUMN", unit);
  }

  /** True if a text has no control characters, such as line ends, and can be written in UTF-8. */
  static boolean isOneLine(String text) {
    return text.chars().noneMatch(Character::isISOControl)
        && StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }

  /** Returns the column of persons of a unit: {@code row} or {@code person:COLUMN}. */
  public static Optional<String> personOf(String unit) {
    if (unit.equals("row")) {
      return Optional.empty();
    }
    if (!unit.startsWith(PERSON) || unit.length() == PERSON.length()) {
      throw wrongUnit(unit);
    }
    return Optional.of(unit.substring(PERSON.length()));
  }

  /**
   * True if parts cost the largest of them; otherwise their sum. The largest suffices if a unit is
   * in one part only and stays there: rows, or persons who are divided by a hash of their own
   * column, that are added or removed, or whose parts are public.
   */
  public boolean partsCostTheirLargest() {
    boolean staysInItsPart = neighbours == Neighbours.ADD_REMOVE || partsPublic;
    boolean isDividedByPerson = hashed().map(Parts.Hashed::column).equals(personCol);
    return staysInItsPart && (personCol.isEmpty() || isDividedByPerson);
  }

  /** True if a scope is the whole, or one of the parts. */
  public boolean holds(String scope) {
    return scope.equals(WHOLE) || parts.filter(cut -> cut.holds(scope)).isPresent();
  }

  /** Returns the parts if they are by a hash of a column. */
  public Optional<Parts.Hashed> hashed() {
    return parts.filter(Parts.Hashed.class::isInstance).map(Parts.Hashed.class::cast);
  }

  /** Returns the protected unit, as {@link #personOf} reads it. */
  public String unit() {
    return personCol.map(column -> PERSON + column).orElse("row");
  }

  /** Division of a ledger's rows into parts that are disjoint whatever the rows hold. */
  public sealed interface Parts {
    Pattern HASHED = Pattern.compile("hash\\(([^)]+)\\):([1-9]\\d{0,8})");

    /** Parts by the values of a column, as text; other values, and null, are in no part. */
    record ValueParts(String column, List<String> values) implements Parts {
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
     * unsigned, modulo the number of buckets. Id and value are encoded in UTF-8.
     */
    record Hashed(String column, int buckets) implements Parts, Serializable {
      private static final Pattern SCOPE = Pattern.compile("/hash=(0|[1-9]\\d{0,8})");

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

    /** Parses {@code column=v1,v2} or {@code hash(column):m}; nothing means no parts. */
    static Optional<Parts> parse(String text) {
      if (text.isEmpty()) {
        return Optional.empty();
      }
      Matcher hashed = HASHED.matcher(text);
      if (hashed.matches()) {
        return Optional.of(new Hashed(hashed.group(1), Integer.parseInt(hashed.group(2))));
      }
      int end = text.indexOf('=');
      if (end < 0) {
        throw unreadable(text);
      }
      List<String> values = List.of(text.substring(end + 1).split(",", -1));
      return Optional.of(new ValueParts(text.substring(0, end), values));
    }

    /** Returns the text that {@link #parse} reads. */
    String text();

    /** True if a scope is one of these parts, such as {@code /region=EU} or {@code /hash=3}. */
    boolean holds(String scope);

    private static void checkName(String name, String separator) {
      if (name.isBlank() || name.contains(separator) || !isOneLine(name)) {
        throw unreadable(name);
      }
    }

    private static ParamException unreadable(String text) {
      return ParamException.outOfRange(
          "parts", "column=value1,value2 with different values, or hash(column):number", text);
    }
  }
}
