package org.privatemean.privacy.ledger.durable;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The public values of a ledger.
 *
 * @param spent of the whole, by the rule of its parts, as what remains
 * @param head the last entry, as {@code number:hash}
 * @param readers of the columns that distinguish parts and persons
 */
public record LedgerView(
    String id,
    LedgerTerms terms,
    Price spent,
    Price remaining,
    String head,
    List<ChargeLine> charges,
    List<Note> notes,
    List<BoundReader> readers) {
  public enum State {
    /** Paid, without any noise drawn: its name can still use it. */
    TICKET,
    /** Noise may have been drawn; no result is stored. */
    DRAWN,
    STORED,
    /** A release that was made elsewhere. */
    OUTSIDE;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public record ChargeLine(
      long number,
      String hash,
      Optional<String> name,
      String scope,
      Price price,
      State state,
      String written) {}

  /** Returns the charges of each name beyond its first: the cost of paying again. */
  public List<ChargeLine> retries() {
    Set<String> names = new HashSet<>();
    return charges.stream()
        .filter(charge -> charge.name().filter(name -> !names.add(name)).isPresent())
        .toList();
  }

  public record Note(long number, String text, String written) {}

  /** SHA-256, in hex, of the way in which all fits must read or compute a column. */
  public record BoundReader(long number, String column, String digest, String written) {}
}
