package org.privatemean.release;

import java.io.Serializable;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.privatemean.annotation.Internal;

/** The provenance of a release: its build, time, column and ledger; public values. */
@Internal
public final class Provenance extends Section {
  /** The name of this product in reports. */
  public static final String PRODUCT = "spark-private-mean";

  private static final long serialVersionUID = 1L;

  /** Null if the classes do not come from a jar. */
  private final String version;

  private final String createdAt;

  /** Null if the coordinates are separate columns. */
  private final String inputCol;

  /** Null if no durable ledger paid. */
  private final LedgerReceipt receipt;

  private Provenance(String version, String createdAt, String inputCol, LedgerReceipt receipt) {
    this.version = version;
    this.createdAt = createdAt;
    this.inputCol = inputCol;
    this.receipt = receipt;
  }

  /** Returns the provenance of a release that this build makes. */
  public static Provenance createdAt(Instant instant) {
    String version = Provenance.class.getPackage().getImplementationVersion();
    return new Provenance(version, instant.truncatedTo(ChronoUnit.SECONDS).toString(), null, null);
  }

  public Provenance of(String column) {
    return new Provenance(version, createdAt, column, receipt);
  }

  public Provenance withReceipt(LedgerReceipt paid) {
    return new Provenance(version, createdAt, inputCol, paid);
  }

  public Optional<String> version() {
    return Optional.ofNullable(version);
  }

  /** The time of creation: ISO 8601, UTC, to the second. */
  public String createdAt() {
    return createdAt;
  }

  public Optional<String> inputCol() {
    return Optional.ofNullable(inputCol);
  }

  public Optional<LedgerReceipt> receipt() {
    return Optional.ofNullable(receipt);
  }

  static Optional<Provenance> read(Values values) {
    return values
        .anyText("createdAt")
        .map(
            at ->
                new Provenance(
                    values.anyText("version").orElse(null),
                    at,
                    values.anyText("inputCol").orElse(null),
                    LedgerReceipt.read(values).orElse(null)));
  }

  @Override
  Object[] parts() {
    return new Object[] {version, createdAt, inputCol, receipt};
  }

  /**
   * The entry of the durable ledger that paid for a release: public values.
   *
   * @param ledger the ledger's id: 32 hex digits
   * @param entry the charge: {@code 17:<hash>}
   * @param named the name of the release in the ledger; null if it has none
   * @param replayed true if the release was stored before and is now returned again at no cost
   */
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
}
