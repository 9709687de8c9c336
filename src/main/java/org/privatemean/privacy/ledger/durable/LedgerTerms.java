package org.privatemean.privacy.ledger.durable;

import java.util.Optional;
import org.privatemean.privacy.Neighbours;

/**
 * What a ledger promises, fixed when it is made.
 *
 * @param budget what may be spent in all
 * @param personCol the column of persons where a person with all rows is protected; empty for a row
 * @param neighbours which two populations differ in one row or person
 * @param parts how rows are cut into parts
 * @param partsPublic whether it is declared that the part of a row is public, and stays the same
 *     when the row is replaced
 * @param population whom it is about, in words; not blank
 */
public record LedgerTerms(
    Price budget,
    Optional<String> personCol,
    Neighbours neighbours,
    Parts parts,
    boolean partsPublic,
    String population) {
  /** Whether parts cost the largest of them; else their sum. */
  public boolean partsCostTheirLargest() {
    throw new UnsupportedOperationException();
  }

  /** What is protected, as it is written: {@code row} or {@code person:COLUMN}. */
  public String unit() {
    return personCol.map(column -> "person:" + column).orElse("row");
  }
}
