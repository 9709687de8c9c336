package org.privatemean.request;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.privatemean.refusal.ParamException;

/**
 * Treatment of coordinates of unequal spread: what the error of each is measured in.
 *
 * @since 0.1.0
 */
public final class Scaling {
  /** Every coordinate gets the same noise, in data units. */
  public static final Scaling NONE = new Scaling("none", null);

  /** The least l2 error, by private variances, where a private look says that it pays. */
  public static final Scaling AUTO = new Scaling("auto", null);

  /** The error of every coordinate in units of its own private standard deviation. */
  public static final Scaling STANDARD = new Scaling("standard", null);

  /** Which numbers may be public scales, in words. */
  public static final String RANGE = "in [1e-100, 1e100]";

  private static final double LEAST = 1e-100;
  private static final double MOST = 1e100;

  private final String label;

  /** Null where nothing was given. */
  private final double[] scales;

  private Scaling(String label, double[] scales) {
    this.label = label;
    this.scales = scales;
  }

  /**
   * Creates scaling by public scales, which cost nothing: the error of every coordinate in units of
   * its scale.
   *
   * @param scales one a coordinate, in data units, as {@link #isScale} takes them; copied
   * @throws ParamException if one is out of range
   */
  public static Scaling by(double[] scales) {
    for (double scale : scales) {
      if (!isScale(scale)) {
        throw ParamException.outOfRange("scales", RANGE, scale);
      }
    }
    return new Scaling(NONE.label, scales.clone());
  }

  /**
   * Returns whether a number may be a public scale: from 1e-100 to 1e100. With others, noise in
   * units of a scale and its squares may leave the range of a double, and a mean that has been paid
   * for may be infinite or NaN.
   */
  public static boolean isScale(double scale) {
    return scale >= LEAST && scale <= MOST;
  }

  /** Those without public scales. */
  public static List<Scaling> named() {
    return List.of(NONE, AUTO, STANDARD);
  }

  /** The one of a name in parameters. */
  public static Scaling of(String label) {
    return named().stream().filter(each -> each.label.equals(label)).findFirst().orElseThrow();
  }

  /** The name in parameters and reports; with public scales, {@code none}. */
  public String label() {
    return label;
  }

  /** The public scales, as a copy; empty where there are none. */
  public Optional<double[]> scales() {
    return Optional.ofNullable(scales).map(double[]::clone);
  }

  /**
   * Checks that there is a public scale for each coordinate, where there are any.
   *
   * @param dimension number of coordinates
   * @throws IllegalArgumentException if there is not
   */
  public void checkSize(int dimension) {
    if (scales != null && scales.length != dimension) {
      throw new ParamException(
          "scales",
          String.format(
              Locale.ROOT,
              "{scales} has %d values, and rows have %d coordinates",
              scales.length,
              dimension),
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
