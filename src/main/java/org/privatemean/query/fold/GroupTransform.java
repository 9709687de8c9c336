package org.privatemean.query.fold;

import java.io.Serializable;

/**
 * Transform of a row: {@code w o (x - c)}, where c is the centre of its group and w the weights of
 * the coordinates. Each coordinate is clipped to its limit if there are limits, and then squared if
 * squares are requested. It is a function of the row and of public or released values.
 */
public final class GroupTransform implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Coordinates beyond it are clipped to it, so that squares of squares stay in range. */
  private static final double LARGEST = 0x1p249;

  private final long version;
  private final int dimension;

  /** Centres of group g from {@code g * dimension} on, or one for all groups. */
  private final double[] centres;

  /** Null if all are 1. */
  private final double[] weights;

  private final boolean squares;

  /** Factor of all coordinates of each group, or null if it is 1. */
  private final double[] factors;

  /** Limits of group g from {@code g * dimension} on, one for all groups, or null for none. */
  private final double[] limits;

  /**
   * Creates a frame.
   *
   * @param version a number that differs between the frames of a fit, except for frames derived
   *     from one another
   * @param dimension number of coordinates
   * @param centres centres of all groups, one after the other, or one for all; not to be changed
   * @param weights weights of the coordinates, or null if all are 1
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

  /** Returns a copy with a factor of all coordinates per group. */
  public GroupTransform withFactors(double[] factors) {
    return new GroupTransform(version, dimension, centres, weights, factors, limits, squares);
  }

  /** Returns a copy that clips each coordinate to its limit, for all groups or of each one. */
  public GroupTransform withLimits(double[] limits) {
    return new GroupTransform(version, dimension, centres, weights, factors, limits, squares);
  }

  /** Returns a copy that squares the coordinates. */
  public GroupTransform withSquares() {
    return new GroupTransform(version, dimension, centres, weights, factors, limits, true);
  }

  /** Returns the number of coordinates. */
  public int dimension() {
    return dimension;
  }

  /** True if no coordinate is negative. */
  public boolean isOrthant() {
    return squares;
  }

  /** Returns the start of the values of a group. */
  private int first(double[] values, int group) {
    return values.length == dimension ? 0 : group * dimension;
  }

  /**
   * Returns the norms of all rows of a block, which caches those of the last frame.
   *
   * @return one value per row; not to be changed
   */
  double[] norms(GroupBlock block) {
    return block.cached(version, () -> computeNorms(block));
  }

  /** Computes the norms; the squares of each row are added in the order of its coordinates. */
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

  /** Computes the transform of a row into {@code seen}. */
  public void see(GroupBlock block, int row, double[] seen) {
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
