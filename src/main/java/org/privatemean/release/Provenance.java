package org.privatemean.release;

import java.io.Serializable;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import org.privatemean.annotation.Internal;

/** The build, time, column and ledger of a release: public values. */
@Internal
public final class Provenance implements Serializable {
  /** The name of this product in reports. */
  public static final String PRODUCT = "spark-private-mean";

  private static final long serialVersionUID = 1L;

  /** Null where the classes do not come from a jar. */
  private final String version;

  private final String createdAt;

  /** Null where the coordinates are columns of their own. */
  private final String inputCol;

  /** Null where no durable ledger paid. */
  private final LedgerReceipt booking;

  private Provenance(String version, String createdAt, String inputCol, LedgerReceipt booking) {
    this.version = version;
    this.createdAt = createdAt;
    this.inputCol = inputCol;
    this.booking = booking;
  }

  /** A release that is made by this build. */
  public static Provenance createdAt(Instant instant) {
    return new Provenance(
        Provenance.class.getPackage().getImplementationVersion(),
        instant.truncatedTo(ChronoUnit.SECONDS).toString(),
        null,
        null);
  }

  /** This origin, of a vector column. */
  public Provenance of(String column) {
    return new Provenance(version, createdAt, column, booking);
  }

  /** This origin, of what a durable ledger paid for. */
  public Provenance withReceipt(LedgerReceipt paid) {
    return new Provenance(version, createdAt, inputCol, paid);
  }

  /** The version of the build; empty where its classes do not come from a jar. */
  public Optional<String> version() {
    return Optional.ofNullable(version);
  }

  /** When it was made: ISO 8601, UTC, to the second. */
  public String createdAt() {
    return createdAt;
  }

  /** The vector column; empty where the coordinates are columns of their own. */
  public Optional<String> inputCol() {
    return Optional.ofNullable(inputCol);
  }

  /** Returns what paid for it; empty where no durable ledger did. */
  public Optional<LedgerReceipt> booking() {
    return Optional.ofNullable(booking);
  }

  /** Reads the origin of saved values, if it has any. */
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
  public boolean equals(Object other) {
    return other instanceof Provenance that
        && Objects.equals(version, that.version)
        && createdAt.equals(that.createdAt)
        && Objects.equals(inputCol, that.inputCol)
        && Objects.equals(booking, that.booking);
  }

  @Override
  public int hashCode() {
    return Objects.hash(version, createdAt, inputCol, booking);
  }
}
