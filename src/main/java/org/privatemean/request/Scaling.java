package org.privatemean.request;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.privacy.Checks;
import org.privatemean.refusal.ParamException;

/**
 * Units in which the error of each coordinate is measured, for coordinates of unequal spread.
 *
 * @since 0.1.0
 */
public final class Scaling {
  /** Equal noise for every coordinate, in data units. */
  public static final Scaling NONE = new Scaling("none", null);

  /** Scales from private variances for the least l2 error, if a private query shows a gain. */
  public static final Scaling AUTO = new Scaling("auto", null);

  /** The error of every coordinate in units of its private standard deviation. */
  public static final Scaling STANDARD = new Scaling("standard", null);

  /** The range of public scales, as text. */
  public static final String RANGE = "in [1e-100, 1e100]";

  private static final double LEAST = 1e-100;
  private static final double MOST = 1e100;

  private final String label;

  /** Null without public scales. */
  private final double[] scales;

  private Scaling(String label, double[] scales) {
    this.label = label;
    this.scales = scales;
  }

  /**
   * Creates a scaling by public scales, which cost nothing: the error of every coordinate is in
   * units of its scale.
   *
   * @param scales one per coordinate, in data units, in [1e-100, 1e100]; copied
   * @throws ParamException if a scale is out of range
   */
  public static Scaling by(double[] scales) {
    for (double scale : scales) {
      Checks.param("scales", isScale(scale), RANGE, scale);
    }
    return new Scaling(NONE.label, scales.clone());
  }

  /**
   * True if a number can be a public scale, from 1e-100 to 1e100: beyond, noise in units of the
   * scale or its square may exceed a double, and a mean that has been paid for may be infinite.
   */
  public static boolean isScale(double scale) {
    return scale >= LEAST && scale <= MOST;
  }

  /** Returns all scalings without public scales. */
  public static List<Scaling> named() {
    return List.of(NONE, AUTO, STANDARD);
  }

  /**
   * Returns the scaling with the given name in parameters: none, auto or standard.
   *
   * @throws java.util.NoSuchElementException if there is none
   */
  public static Scaling of(String label) {
    return named().stream().filter(each -> each.label.equals(label)).findFirst().orElseThrow();
  }

  /** Returns the name in parameters and reports; {@code none} for public scales. */
  public String label() {
    return label;
  }

  /** Returns a copy of the public scales; empty if there are none. */
  public Optional<double[]> scales() {
    return Optional.ofNullable(scales).map(double[]::clone);
  }

  /**
   * Checks that public scales, if any, have one value per coordinate.
   *
   * @param dimension number of coordinates
   * @throws ParamException if their number differs
   */
  public void checkSize(int dimension) {
    if (scales != null && scales.length != dimension) {
      throw new ParamException(
          "scales",
          NumberFormat.format(
              "{scales} has %d values, and rows have %d coordinates", scales.length, dimension),
          "give one value for each coordinate");
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Scaling that
        && label.equals(that.label)
        && Arrays.equals(scales, that.scales);
  }

  @Override
  public int hashCode() {
    return Objects.hash(label, Arrays.hashCode(scales));
  }

  @Override
  public String toString() {
    return scales == null ? label : Arrays.toString(scales);
  }
}
