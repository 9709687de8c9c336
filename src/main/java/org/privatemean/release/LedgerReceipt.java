package org.privatemean.release;

import java.util.Optional;
import org.privatemean.annotation.Internal;

/** The entry of the durable ledger that paid for a release: public values. */
@Internal
public final class LedgerReceipt extends Section {
  private static final long serialVersionUID = 1L;

  private final String ledger;
  private final String entry;

  /** Null if the release has no name. */
  private final String name;

  private final boolean replayed;

  /** Creates the record of a charge. */
  public LedgerReceipt(String ledger, String entry, Optional<String> name, boolean replayed) {
    this.ledger = ledger;
    this.entry = entry;
    this.name = name.orElse(null);
    this.replayed = replayed;
  }

  /** The ledger's id: 32 hex digits. */
  public String ledger() {
    return ledger;
  }

  /** The charge: {@code 17:<hash>}. */
  public String entry() {
    return entry;
  }

  /** The name of the release in the ledger. */
  public Optional<String> name() {
    return Optional.ofNullable(name);
  }

  /** True if the release was stored before and is now returned again at no cost. */
  public boolean replayed() {
    return replayed;
  }

  /** Reads the ledger's entry from saved values; empty if they have none. */
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

  @Override
  Object[] parts() {
    return new Object[] {ledger, entry, name, replayed};
  }
}
