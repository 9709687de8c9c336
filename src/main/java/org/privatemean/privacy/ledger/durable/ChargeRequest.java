package org.privatemean.privacy.ledger.durable;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The request of a fit to a ledger.
 *
 * @param name of the release; empty if it has none and can never be found again
 * @param request SHA-256 of everything that determines the release, in hex
 * @param scope {@code /}, or a part such as {@code /region=EU} or {@code /hash=3}
 * @param mayGetLess true if it may be granted the remaining budget when that is less than rho by at
 *     most one part in 2^40, as equal parts of a budget may be after rounding
 * @param readers by the column that distinguishes parts or persons, a digest of everything that
 *     determines the texts of its cells
 * @param by the requester, as a text for people
 */
public record ChargeRequest(
    Optional<String> name,
    String request,
    String scope,
    Price price,
    boolean mayGetLess,
    PayAgain payAgain,
    Map<String, String> readers,
    String by) {
  public ChargeRequest {
    readers = Map.copyOf(readers);
  }

  /** Rules for paying again for a release that was drawn and left no result. */
  public enum PayAgain {
    /** Never: such a release is refused. */
    NEVER,
    /** Pay again if the run that has drawn sends no heartbeats. */
    DEAD,
    /** Always: a run that is still alive loses its result. */
    ALWAYS;

    /** Parses a label, {@code true} for always or {@code false} for never. */
    public static PayAgain parse(String text) {
      return switch (text) {
        case "true" -> ALWAYS;
        case "false" -> NEVER;
        default -> valueOf(text.toUpperCase(Locale.ROOT));
      };
    }

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** True if its run must send heartbeats, since a later run may pay again. */
  boolean needsBeats() {
    return name.isPresent() && payAgain != PayAgain.NEVER;
  }
}
