package org.privatemean.release;

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
  private final LedgerReceipt booking;

  private Provenance(String version, String createdAt, String inputCol, LedgerReceipt booking) {
    this.version = version;
    this.createdAt = createdAt;
    this.inputCol = inputCol;
    this.booking = booking;
  }

  /** Returns the provenance of a release that this build makes. */
  public static Provenance createdAt(Instant instant) {
    String version = Provenance.class.getPackage().getImplementationVersion();
    return new Provenance(version, instant.truncatedTo(ChronoUnit.SECONDS).toString(), null, null);
  }

  /** Returns a copy for a vector column. */
  public Provenance of(String column) {
    return new Provenance(version, createdAt, column, booking);
  }

  /** Returns a copy with the charge of a durable ledger. */
  public Provenance withReceipt(LedgerReceipt paid) {
    return new Provenance(version, createdAt, inputCol, paid);
  }

  /** The version of the build; empty if its classes do not come from a jar. */
  public Optional<String> version() {
    return Optional.ofNullable(version);
  }

  /** The time of creation: ISO 8601, UTC, to the second. */
  public String createdAt() {
    return createdAt;
  }

  /** The vector column; empty if the coordinates are separate columns. */
  public Optional<String> inputCol() {
    return Optional.ofNullable(inputCol);
  }

  /** The charge that paid for it; empty if no durable ledger paid. */
  public Optional<LedgerReceipt> booking() {
    return Optional.ofNullable(booking);
  }

  /** Reads the provenance of saved values; empty if they have none. */
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
    return new Object[] {version, createdAt, inputCol, booking};
  }
}
