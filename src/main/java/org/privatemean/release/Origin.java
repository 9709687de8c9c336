package org.privatemean.release;

import java.io.Serializable;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import org.privatemean.annotation.Internal;

/** Which build made a release, when, of which column, and which ledger paid: public values. */
@Internal
public final class Origin implements Serializable {
  /** The name of this product in reports. */
  public static final String PRODUCT = "spark-private-mean";

  private static final long serialVersionUID = 1L;

  /** Null where the classes do not come from a jar. */
  private final String version;

  private final String createdAt;

  /** Null where the coordinates are columns of their own. */
  private final String inputCol;

  /** Null where no durable ledger paid. */
  private final Booking booking;

  private Origin(String version, String createdAt, String inputCol, Booking booking) {
    this.version = version;
    this.createdAt = createdAt;
    this.inputCol = inputCol;
    this.booking = booking;
  }

  /** A release that is made by this build. */
  public static Origin at(Instant instant) {
    return new Origin(
        Origin.class.getPackage().getImplementationVersion(),
        instant.truncatedTo(ChronoUnit.SECONDS).toString(),
        null,
        null);
  }

  /** This origin, of a vector column. */
  public Origin of(String column) {
    return new Origin(version, createdAt, column, booking);
  }

  /** This origin, of what a durable ledger paid for. */
  public Origin booked(Booking paid) {
    return new Origin(version, createdAt, inputCol, paid);
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

  /** What paid for it; empty where no durable ledger did. */
  public Optional<Booking> booking() {
    return Optional.ofNullable(booking);
  }

  /** Reads the origin of saved values, if it has any. */
  static Optional<Origin> read(Values values) {
    return values
        .anyText("createdAt")
        .map(
            at ->
                new Origin(
                    values.anyText("version").orElse(null),
                    at,
                    values.anyText("inputCol").orElse(null),
                    Booking.read(values).orElse(null)));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Origin that
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
