package org.privatemean.release;

import java.util.Locale;
import java.util.Optional;
import org.privatemean.annotation.Internal;
import org.privatemean.request.Scaling;

/** The units in which the error of each coordinate was kept small. */
@Internal
public final class Scales extends Section {
  private static final long serialVersionUID = 1L;

  public enum From {
    /** Coordinates were not scaled. */
    NONE,
    /** The user gave them. */
    PUBLIC,
    /** Private answers about the rows gave them. */
    PRIVATE;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final String requested;
  private final From from;

  /** Null if coordinates were not scaled. */
  private final double[] values;

  private Scales(String requested, From from, double[] values) {
    this.requested = requested;
    this.from = from;
    this.values = values;
  }

  /** Returns scales for coordinates that are not scaled; asked is none, auto or standard. */
  public static Scales none(String requested) {
    return new Scales(requested, From.NONE, null);
  }

  /** Returns the divisors of scaled coordinates, in data units; copied. */
  public static Scales of(String requested, From from, double[] values) {
    return new Scales(requested, from, values.clone());
  }

  /** The requested scaling: none, auto or standard. */
  public String requested() {
    return requested;
  }

  public From from() {
    return from;
  }

  /** The divisor of each coordinate, in data units; empty if coordinates were not scaled. */
  public Optional<double[]> values() {
    return Optional.ofNullable(values).map(double[]::clone);
  }

  /** True if the values are standard deviations or substitutes for them; those of auto are not. */
  boolean areDeviations() {
    return !requested.equals(Scaling.AUTO.label());
  }

  static Optional<Scales> read(Values values) {
    return values
        .anyText("scaling")
        .map(
            requested ->
                new Scales(
                    requested,
                    Values.constant(From.values(), From::label, values.text("scalesFrom")),
                    values.anyNumbers("scales").orElse(null)));
  }

  @Override
  Object[] parts() {
    return new Object[] {requested, from, values};
  }
}
