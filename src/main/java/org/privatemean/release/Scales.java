package org.privatemean.release;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.privatemean.annotation.Internal;
import org.privatemean.request.Scaling;

/** In what units the error of each coordinate was kept small. */
@Internal
public final class Scales implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Sources of scales. */
  public enum From {
    /** Coordinates were not scaled. */
    NONE("none"),
    /** The user gave them. */
    PUBLIC("public"),
    /** Private answers about the rows. */
    PRIVATE("private");

    private final String label;

    From(String label) {
      this.label = label;
    }

    /** The name in reports. */
    public String label() {
      return label;
    }

    /**
     * The constant of a label.
     *
     * @throws IllegalArgumentException if there is none
     */
    static From fromLabel(String label) {
      return Arrays.stream(values())
          .filter(each -> each.label.equals(label))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("no scales are from " + label));
    }
  }

  private final String asked;
  private final From from;

  /** Null where coordinates were not scaled. */
  private final double[] values;

  private Scales(String asked, From from, double[] values) {
    this.asked = asked;
    this.from = from;
    this.values = values;
  }

  /**
   * Coordinates as they are.
   *
   * @param asked the scaling that was asked for: none, auto or standard
   */
  public static Scales none(String asked) {
    return new Scales(asked, From.NONE, null);
  }

  /**
   * Scaled coordinates.
   *
   * @param values what each was divided by, in data units; copied
   */
  public static Scales of(String asked, From from, double[] values) {
    return new Scales(asked, from, values.clone());
  }

  /** The scaling that was asked for: none, auto or standard. */
  public String asked() {
    return asked;
  }

  /** Returns where they come from. */
  public From from() {
    return from;
  }

  /**
   * Returns what each coordinate was divided by, in data units; empty where coordinates were not.
   */
  public Optional<double[]> values() {
    return Optional.ofNullable(values).map(double[]::clone);
  }

  /** True if the values are standard deviations, or stand for them: those of auto do not. */
  boolean areDeviations() {
    return !asked.equals(Scaling.AUTO.label());
  }

  /** Reads the scales of saved values, if it has any. */
  static Optional<Scales> read(Values values) {
    return values
        .anyText("scaling")
        .map(
            asked ->
                new Scales(
                    asked,
                    From.fromLabel(values.text("scalesFrom")),
                    values.anyNumbers("scales").orElse(null)));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Scales that
        && asked.equals(that.asked)
        && from == that.from
        && Arrays.equals(values, that.values);
  }

  @Override
  public int hashCode() {
    return Objects.hash(asked, from, Arrays.hashCode(values));
  }
}
