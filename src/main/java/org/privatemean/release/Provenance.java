package org.privatemean.release;

import java.io.Serializable;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.privatemean.annotation.Internal;

/**
 * The provenance of a release: its build, time, column and ledger; public values.
 *
 * @param build version of the product; null if the classes do not come from a jar
 * @param createdAt the time of creation: ISO 8601, UTC, to the second
 * @param column the vector column; null if the coordinates are separate columns
 * @param paid null if no durable ledger paid
 */
@Internal
public record Provenance(String build, String createdAt, String column, LedgerReceipt paid)
    implements Serializable {
  /** The name of this product in reports. */
  public static final String PRODUCT = "spark-private-mean";

  /** Returns the provenance of a release that this build makes. */
  public static Provenance createdAt(Instant instant) {
    String version = Provenance.class.getPackage().getImplementationVersion();
    return new Provenance(version, instant.truncatedTo(ChronoUnit.SECONDS).toString(), null, null);
  }

  public Provenance of(String inputCol) {
    return new Provenance(build, createdAt, inputCol, paid);
  }

  public Provenance withReceipt(LedgerReceipt receipt) {
    return new Provenance(build, createdAt, column, receipt);
  }

  public Optional<String> version() {
    return Optional.ofNullable(build);
  }

  public Optional<String> inputCol() {
    return Optional.ofNullable(column);
  }

  public Optional<LedgerReceipt> receipt() {
    return Optional.ofNullable(paid);
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
