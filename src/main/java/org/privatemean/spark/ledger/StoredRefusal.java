package org.privatemean.spark.ledger;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Optional;
import org.privatemean.privacy.ledger.durable.DurableLedger.ChargeReceipt;
import org.privatemean.refusal.TooFewRowsException;

/**
 * The result of a fit whose noisy number of rows, its only release, is too small for a mean. It is
 * stored as a mean is, so that the same request gets the same answer at no cost.
 *
 * <p><b>Privacy guarantee.</b> The number of rows is private and released through noise, which the
 * fit has paid for; the text is a function of it and of the params (post-processing).
 */
final class StoredRefusal {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String REFUSED = "tooFewRows";
  private static final String NEEDED = "needed";

  private StoredRefusal() {}

  static String text(TooFewRowsException refusal) {
    return JSON.createObjectNode()
        .put(REFUSED, refusal.text())
        .put(NEEDED, refusal.needed())
        .toString();
  }

  /** Returns the refusal of a stored result; empty if the result is not a refusal. */
  static Optional<TooFewRowsException> read(String body, ChargeReceipt receipt) {
    try {
      JsonNode saved = JSON.readTree(body);
      if (!saved.hasNonNull(REFUSED)) {
        return Optional.empty();
      }
      TooFewRowsException refusal =
          new TooFewRowsException(saved.get(REFUSED).asText(), saved.path(NEEDED).asDouble());
      return Optional.of(withReceipt(refusal, receipt));
    } catch (JsonProcessingException noResultOfOurs) {
      return Optional.empty();
    }
  }

  static TooFewRowsException withReceipt(TooFewRowsException refusal, ChargeReceipt receipt) {
    return new TooFewRowsException(
        String.format(
            "%s. The ledger paid for the noisy number of rows, by entry %d, and the charge is not "
                + "returned; the same request under its name gets this answer again at no cost",
            refusal.text(), receipt.number()),
        refusal.needed());
  }
}
