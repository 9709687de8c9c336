package org.privatemean.release;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.privatemean.annotation.Internal;

/** Private standard deviations of the coordinates. */
@Internal
public final class Deviations implements Serializable {
  private static final long serialVersionUID = 1L;

  private final double[] values;
  private final double[] noise;

  /** 1 where the value is only an upper bound. */
  private final double[] unresolved;

  /**
   * Creates standard deviations.
   *
   * @param values in data units, positive; copied
   * @param noise standard deviation of the noise of each, in data units; copied
   * @param unresolved true for each that is only an upper bound; copied
   */
  public Deviations(double[] values, double[] noise, boolean[] unresolved) {
    this(values.clone(), noise.clone(), marks(unresolved));
  }

  private Deviations(double[] values, double[] noise, double[] marks) {
    this.values = values;
    this.noise = noise;
    this.unresolved = marks;
  }

  private static double[] marks(boolean[] unresolved) {
    double[] marks = new double[unresolved.length];
    Arrays.setAll(marks, j -> unresolved[j] ? 1 : 0);
    return marks;
  }

  /** The standard deviations, in data units. */
  public double[] values() {
    return values.clone();
  }

  /** Standard deviation of the noise of each, in data units. */
  public double[] noise() {
    return noise.clone();
  }

  /** True if the deviation of a coordinate is only an upper bound. */
  public boolean isUnresolved(int coordinate) {
    return unresolved[coordinate] == 1;
  }

  /** Number of deviations that are only upper bounds. */
  public int unresolved() {
    return (int) Arrays.stream(unresolved).sum();
  }

  /** The places, from 0, of deviations that are only upper bounds. */
  public List<Integer> unresolvedCoordinates() {
    return IntStream.range(0, unresolved.length).filter(this::isUnresolved).boxed().toList();
  }

  /** The saved form: 1 for each that is only an upper bound, and 0 for the others. */
  double[] unresolvedMarks() {
    return unresolved.clone();
  }

  /** Reads the deviations of saved values; empty if they have none. */
  static Optional<Deviations> read(Values values) {
    return values
        .anyNumbers("std")
        .map(std -> new Deviations(std, values.numbers("stdNoise"), values.numbers("unresolved")));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Deviations that
        && Arrays.equals(values, that.values)
        && Arrays.equals(noise, that.noise)
        && Arrays.equals(unresolved, that.unresolved);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(values) + Arrays.hashCode(noise);
  }
}
