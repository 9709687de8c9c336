package org.privatemean.privacy.ledger.durable;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The request of a fit to a ledger.
 *
 * @param name of the release; empty where it has none and can never be found again
 * @param request SHA-256 of all that shapes the release, in hex
 * @param scope {@code /}, or a part such as {@code /region=EU} or {@code /hash=3}
 * @param price the whole of it
 * @param mayGetLess whether it may be granted what is left where that is less than rho by at most
 *     one part in 2^40, as equal parts of a budget may be by rounding
 * @param payAgain when to pay again for what was drawn and left no result
 * @param readers by the column that separates parts or persons, a digest of all that shapes the
 *     texts of its cells
 * @param by who asks, in words for people
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
  /** Copies the map. */
  public ChargeRequest {
    readers = Map.copyOf(readers);
  }

  /** Creates a request without parts and persons. */
  public ChargeRequest(
      Optional<String> name,
      String request,
      String scope,
      Price price,
      boolean mayGetLess,
      PayAgain payAgain,
      String by) {
    this(name, request, scope, price, mayGetLess, payAgain, Map.of(), by);
  }

  /** When a fit pays again for a release that was drawn and left no result. */
  public enum PayAgain {
    /** Never: such a release is refused. */
    NEVER,
    /**
     * Pays again if the run that has drawn shows no sign of life; see {@link
     * DurableLedger#awaitOthers}.
     */
    DEAD,
    /** Always: a run that still lives loses its result. */
    ALWAYS;

    /** The value of a param: a label, or {@code true} for always and {@code false} for never. */
    public static PayAgain parse(String text) {
      return switch (text) {
        case "true" -> ALWAYS;
        case "false" -> NEVER;
        default -> valueOf(text.toUpperCase(Locale.ROOT));
      };
    }

    /** The name in params. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** True if its run must be seen to live: a later run may pay again. */
  boolean needsBeats() {
    return name.isPresent() && payAgain != PayAgain.NEVER;
  }
}
