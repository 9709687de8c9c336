package org.privatemean.query.group;

import java.io.Serializable;

/**
 * The transform of rows in passes: {@code w o (x - c)}, c the centre of its group and w the weights
 * of the coordinates, each clipped to its own limit where there are limits, or the squares of these
 * coordinates. A function of the row and of public or released values.
 */
public final class GroupTransform implements Serializable {
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

  /** Factors of all coordinates of a group, or null if they are 1. */
  private final double[] factors;

  /** Those of group g from {@code g * dimension} on, one for all groups, or null for none. */
  private final double[] limits;

  /**
   * A frame.
   *
   * @param version another number for each frame of a fit, and for what is made of it
   * @param dimension number of coordinates
   * @param centres of all groups, one after the other, or one for all; not to be changed
   * @param weights of the coordinates, or null where all are 1
   */
  public GroupTransform(long version, int dimension, double[] centres, double[] weights) {
    this(version, dimension, centres, weights, null, null, false);
  }

  private GroupTransform(
      long version,
      int dimension,
      double[] centres,
      double[] weights,
      double[] factors,
      double[] limits,
      boolean squares) {
    this.version = version;
    this.dimension = dimension;
    this.centres = centres;
    this.weights = weights;
    this.factors = factors;
    this.limits = limits;
    this.squares = squares;
  }

  /**
   * The same, each group in its own units.
   *
   * @param factors what all coordinates of a group are multiplied by
   */
  public GroupTransform withFactors(double[] factors) {
    return new GroupTransform(version, dimension, centres, weights, factors, limits, squares);
  }

  /**
   * The same, each coordinate clipped.
   *
   * @param limits what coordinates are clipped to, at least 0: of all groups, one after the other,
   *     or one for all
   */
  public GroupTransform withLimits(double[] limits) {
    return new GroupTransform(version, dimension, centres, weights, factors, limits, squares);
  }

  /** The squares of the coordinates. */
  public GroupTransform withSquares() {
    return new GroupTransform(version, dimension, centres, weights, factors, limits, true);
  }

  /** Number of coordinates. */
  public int dimension() {
    return dimension;
  }

  /** True if no coordinate is negative. */
  boolean isOrthant() {
    return squares;
  }

  /** Returns where the values of a group begin. */
  private int first(double[] values, int group) {
    return values.length == dimension ? 0 : group * dimension;
  }

  /**
   * The norms of all rows of a block, which remembers those of the last frame.
   *
   * @return one per row; not to be changed
   */
  double[] norms(GroupBlock block) {
    return block.cached(version, () -> computeNorms(block));
  }

  /** The squares of each row are added in the order of its coordinates. */
  private double[] computeNorms(GroupBlock block) {
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
   * Computes the transformed row.
   *
   * @param seen receives the coordinates
   */
  void see(GroupBlock block, int row, double[] seen) {
    double[] values = block.values();
    int at = row * dimension;
    int group = block.group(row);
    int first = first(centres, group);
    for (int j = 0; j < dimension; j++) {
      seen[j] = values[at + j] - centres[first + j];
    }
    if (weights != null) {
      for (int j = 0; j < dimension; j++) {
        seen[j] *= weights[j];
      }
    }
    if (factors != null) {
      for (int j = 0; j < dimension; j++) {
        seen[j] *= factors[group];
      }
    }
    if (limits != null) {
      int limit = first(limits, group);
      for (int j = 0; j < dimension; j++) {
        seen[j] = Math.max(-limits[limit + j], Math.min(limits[limit + j], seen[j]));
      }
    }
    if (squares) {
      for (int j = 0; j < dimension; j++) {
        double cut = Math.min(Math.abs(seen[j]), LARGEST);
        seen[j] = cut * cut;
      }
    }
  }
}
