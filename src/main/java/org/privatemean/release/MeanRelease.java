package org.privatemean.release;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.privatemean.privacy.Charge;

/**
 * A released mean and what is publicly known of it.
 *
 * @param method the name of the mechanism
 * @param coordinates the private mean, in data units
 * @param rows number of rows n
 * @param norm the clipping norm in data units; {@link #NO_NORM} for the zero vector of a too small
 *     n
 * @param error how far the mean may be off
 * @param charges what was spent, step by step
 * @param warnings what the user should know, from released and public values
 */
public record MeanRelease(
    String method,
    List<Double> coordinates,
    long rows,
    double norm,
    ErrorReport error,
    List<Charge> charges,
    List<String> warnings) {
  /** In place of a clipping norm where there is none. */
  public static final double NO_NORM = 0;

  /** Copies the lists. */
  public MeanRelease {
    coordinates = List.copyOf(coordinates);
    charges = List.copyOf(charges);
    warnings = List.copyOf(warnings);
  }

  public static MeanRelease of(
      String method,
      double[] mean,
      long rows,
      double norm,
      ErrorReport error,
      List<Charge> charges,
      List<String> warnings) {
    List<Double> coordinates = Arrays.stream(mean).boxed().toList();
    return new MeanRelease(method, coordinates, rows, norm, error, charges, warnings);
  }

  /** The private mean, one value a coordinate, in data units. */
  public double[] mean() {
    return coordinates.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** The clipping norm, in data units. */
  public OptionalDouble clippingNorm() {
    return norm > 0 ? OptionalDouble.of(norm) : OptionalDouble.empty();
  }
}
