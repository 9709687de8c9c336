package org.privatemean.release;

import java.io.Serializable;
import java.util.Optional;
import org.privatemean.annotation.Internal;

/**
 * The entry of the durable ledger that paid for a release: public values.
 *
 * @param ledger the ledger's id: 32 hex digits
 * @param entry the charge: {@code 17:<hash>}
 * @param named the name of the release in the ledger; null if it has none
 * @param replayed true if the release was stored before and is now returned again at no cost
 */
@Internal
public record LedgerReceipt(String ledger, String entry, String named, boolean replayed)
    implements Serializable {
  public LedgerReceipt(String ledger, String entry, Optional<String> name, boolean replayed) {
    this(ledger, entry, name.orElse(null), replayed);
  }

  public Optional<String> name() {
    return Optional.ofNullable(named);
  }

  static Optional<LedgerReceipt> read(Values values) {
    return values
        .anyText("ledger")
        .map(
            ledger ->
                new LedgerReceipt(
                    ledger,
                    values.text("ledgerEntry"),
                    values.anyText("releaseName"),
                    values.flag("replayed").orElse(false)));
  }
}
