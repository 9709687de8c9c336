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

  /** 1 where the value is an upper bound only. */
  private final double[] unresolved;

  /**
   * Standard deviations.
   *
   * @param values in data units, positive; copied
   * @param noise standard deviation of the noise of each, in data units; copied
   * @param unresolved which of them are upper bounds only; copied
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

  /** True if the deviation of a coordinate is an upper bound only. */
  public boolean isUnresolved(int coordinate) {
    return unresolved[coordinate] == 1;
  }

  /** Returns how many of them are upper bounds only. */
  public int unresolved() {
    return (int) Arrays.stream(unresolved).sum();
  }

  /** The places, from 0, of those that are upper bounds only. */
  public List<Integer> unresolvedCoordinates() {
    return IntStream.range(0, unresolved.length).filter(this::isUnresolved).boxed().toList();
  }

  /** 1 for each that is an upper bound only, and 0 for the others: the saved form. */
  double[] unresolvedMarks() {
    return unresolved.clone();
  }

  /** Reads the deviations of saved values, if it has any. */
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
