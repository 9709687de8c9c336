package org.privatemean.privacy.ledger.durable;

import java.util.Optional;
import org.privatemean.privacy.Neighbours;
import org.privatemean.refusal.ParamException;

/**
 * The terms of a ledger, fixed when it is created.
 *
 * @param budget the total budget; its rho above 0
 * @param personCol the column of persons if the protected unit is a person with all rows; empty for
 *     a row
 * @param partsPublic true if it is declared that the part of a row is public, and stays the same
 *     when the row is replaced
 * @param allowsError true if rows may make a fit fail, which reveals an exact bit of them that no
 *     price pays for
 * @param population a description in words; one line, not blank
 */
public record LedgerTerms(
    Price budget,
    Optional<String> personCol,
    Neighbours neighbours,
    Parts parts,
    boolean partsPublic,
    boolean allowsError,
    String population) {
  /** The scope of all rows. */
  public static final String WHOLE = "/";

  private static final String PERSON = "person:";

  /**
   * Checks the terms. Under replace parts must be declared public: otherwise a replaced row may
   * leave one part and enter another.
   */
  public LedgerTerms {
    if (budget.rho().signum() <= 0) {
      throw ParamException.outOfRange("rho", "above 0", budget.rhoFloor());
    }
    if (population.isBlank() || !FlatJson.isOneLine(population)) {
      throw ParamException.outOfRange("population", "one line of text, not blank", population);
    }
    if (personCol.filter(name -> name.isBlank() || !FlatJson.isOneLine(name)).isPresent()) {
      throw wrongUnit(PERSON + personCol.get());
    }
    if (neighbours == Neighbours.REPLACE && !(parts instanceof Parts.Undivided) && !partsPublic) {
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
    boolean isDividedByPerson =
        parts instanceof Parts.Hashed hashed && Optional.of(hashed.column()).equals(personCol);
    return staysInItsPart && (personCol.isEmpty() || isDividedByPerson);
  }

  /** True if a scope is the whole, or one of the parts. */
  public boolean holds(String scope) {
    return scope.equals(WHOLE) || parts.holds(scope);
  }

  /** Returns the protected unit, as {@link #personOf} reads it. */
  public String unit() {
    return personCol.map(column -> PERSON + column).orElse("row");
  }
}
