package org.privatemean.release;

import java.io.Serializable;
import java.util.Arrays;
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
    this.values = values.clone();
    this.noise = noise.clone();
    this.unresolved = new double[unresolved.length];
    Arrays.setAll(this.unresolved, j -> unresolved[j] ? 1 : 0);
  }

  /** The standard deviations, in data units. */
  public double[] values() {
    return values.clone();
  }

  /** Standard deviation of the noise of each, in data units. */
  public double[] noise() {
    return noise.clone();
  }

  /** Whether the deviation of a coordinate is an upper bound only. */
  public boolean isUnresolved(int coordinate) {
    return unresolved[coordinate] == 1;
  }

  /** How many of them are upper bounds only. */
  public int unresolved() {
    return (int) Arrays.stream(unresolved).sum();
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
