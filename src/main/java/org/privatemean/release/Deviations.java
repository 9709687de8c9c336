package org.privatemean.release;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.privatemean.annotation.Internal;

/** Private standard deviations of the coordinates. */
@Internal
public final class Deviations extends Section {
  private static final long serialVersionUID = 1L;

  private final double[] values;
  private final double[] noise;
  private final boolean[] unresolved;

  /** Creates positive deviations, in data units, with the noise and resolution of each; copied. */
  public Deviations(double[] values, double[] noise, boolean[] unresolved) {
    this.values = values.clone();
    this.noise = noise.clone();
    this.unresolved = unresolved.clone();
  }

  public double[] values() {
    return values.clone();
  }

  public double[] noise() {
    return noise.clone();
  }

  /** True if the deviation of a coordinate is only an upper bound. */
  public boolean isUnresolved(int coordinate) {
    return unresolved[coordinate];
  }

  public int unresolved() {
    return unresolvedCoordinates().size();
  }

  /** The places, from 0, of deviations that are only upper bounds. */
  public List<Integer> unresolvedCoordinates() {
    return IntStream.range(0, unresolved.length).filter(this::isUnresolved).boxed().toList();
  }

  double[] unresolvedMarks() {
    return Values.marks(unresolved);
  }

  static Optional<Deviations> read(Values values) {
    return values
        .anyNumbers("std")
        .map(
            std ->
                new Deviations(
                    std, values.numbers("stdNoise"), Values.flags(values.numbers("unresolved"))));
  }

  @Override
  Object[] parts() {
    return new Object[] {values, noise, unresolved};
  }
}
