package org.privatemean.query.group;

import java.io.Serializable;

/**
 * What passes see of a row: {@code w o (x - c)}, c the centre of its group and w the weights of the
 * coordinates, or the squares of these coordinates. A function of the row and of public or released
 * values.
 */
public final class GroupFrame implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Coordinates beyond this count as it, so that squares of squares stay in range. */
  private static final double LARGEST = 0x1p249;

  private final long version;
  private final int dimension;

  /** Those of group g from {@code g * dimension} on, or one for all groups. */
  private final double[] centres;

  /** Null where all are 1. */
  private final double[] weights;

  private final boolean squares;

  /** What all coordinates of a group are multiplied by, or null where that is 1. */
  private final double[] factors;

  /**
   * A frame.
   *
   * @param version another number for each frame of a fit
   * @param dimension number of coordinates
   * @param centres of all groups, one after the other, or one for all; not to be changed
   * @param weights of the coordinates, or null where all are 1
   */
  public GroupFrame(long version, int dimension, double[] centres, double[] weights) {
    this(version, dimension, centres, weights, false, null);
  }

  private GroupFrame(
      long version,
      int dimension,
      double[] centres,
      double[] weights,
      boolean squares,
      double[] factors) {
    this.version = version;
    this.dimension = dimension;
    this.centres = centres;
    this.weights = weights;
    this.squares = squares;
    this.factors = factors;
  }

  /**
   * The squares of the coordinates, each group in units of its own.
   *
   * @param version another number for each frame of a fit
   * @param factors what all coordinates of a group are multiplied by before they are squared
   */
  public GroupFrame squared(long version, double[] factors) {
    return new GroupFrame(version, dimension, centres, weights, true, factors);
  }

  long version() {
    return version;
  }

  /** Number of coordinates. */
  public int dimension() {
    return dimension;
  }

  /** Whether no coordinate is negative. */
  boolean isOrthant() {
    return squares;
  }

  private int first(int group) {
    return centres.length == dimension ? 0 : group * dimension;
  }

  /** The norms of all rows, the squares of each added in the order of its coordinates. */
  double[] computeNorms(GroupBlock block) {
    double[] norms = new double[block.rows()];
    double[] seen = new double[dimension];
    for (int i = 0; i < norms.length; i++) {
      double sum = 0;
      see(block, i, seen);
      for (int j = 0; j < dimension; j++) {
        sum += seen[j] * seen[j];
      }
      norms[i] = Math.sqrt(sum);
    }
    return norms;
  }

  /**
   * What is seen of a row.
   *
   * @param seen receives the coordinates
   */
  void see(GroupBlock block, int row, double[] seen) {
    double[] values = block.values();
    int at = row * dimension;
    int first = first(block.group(row));
    for (int j = 0; j < dimension; j++) {
      seen[j] = values[at + j] - centres[first + j];
    }
    if (weights != null) {
      for (int j = 0; j < dimension; j++) {
        seen[j] *= weights[j];
      }
    }
    if (squares) {
      double factor = factors[block.group(row)];
      for (int j = 0; j < dimension; j++) {
        double cut = Math.min(Math.abs(seen[j] * factor), LARGEST);
        seen[j] = cut * cut;
      }
    }
  }
}
