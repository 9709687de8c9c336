package org.privatemean.protocol;

import java.io.Serializable;
import java.util.Arrays;
import org.privatemean.geometry.ExactClipping;
import org.privatemean.geometry.Lattice;
import org.privatemean.geometry.RandomRotation;

/**
 * The computations of a user on its row before randomization, in integers: the steps rotate, centre
 * and clip of the paper, with the public state's rotation, centre and norm.
 *
 * <p><b>Privacy guarantee.</b> None: the results of these methods leave the device only through a
 * randomizer.
 */
public abstract class RoundClient implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Lattice lattice;
  private final RandomRotation rotation;
  private final long[] centre;
  private final long norm;

  protected RoundClient(RoundState<?, ?, ?> state) {
    this.lattice = state.plan().lattice();
    this.rotation = state.rotation();
    this.centre = state.centre();
    this.norm = state.norm();
  }

  /** Refuses a row of another dimension, or with a value that is not finite. */
  protected final void check(double[] row) {
    if (row.length != lattice.dimension()) {
      throw new IllegalArgumentException(
          String.format(
              "a row must have %d coordinates. Provided: %d", lattice.dimension(), row.length));
    }
    for (double x : row) {
      if (!Double.isFinite(x)) {
        throw new IllegalArgumentException("a row's coordinates must be finite. Provided: " + x);
      }
    }
  }

  /** Returns the row, rounded to the lattice and rotated: H D q. */
  protected final long[] rotate(double[] row) {
    double[] rounded = new double[row.length];
    lattice.quantise(row, rounded);
    return rotation.apply(Arrays.stream(rounded).mapToLong(x -> (long) x).toArray());
  }

  protected final double squaredDistance(double[] row) {
    double square = 0;
    for (long x : centre(row)) {
      square += (double) x * (double) x;
    }
    return square;
  }

  /** Returns the row minus the centre, clipped to the norm. */
  protected final long[] clip(double[] row) {
    long[] vector = centre(row);
    ExactClipping.clip(vector, norm);
    return vector;
  }

  private long[] centre(double[] row) {
    long[] vector = rotate(row);
    for (int j = 0; j < centre.length; j++) {
      vector[j] -= centre[j];
    }
    return vector;
  }
}
