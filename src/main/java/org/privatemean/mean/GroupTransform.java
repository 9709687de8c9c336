package org.privatemean.mean;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Transform of a row: {@code w o (x - c)}, c the centre of its group, each coordinate clipped to
 * its limit if there are limits, then squared if {@code squares}; a function of the row and of
 * public or released values.
 *
 * @param version differs between the transforms of a fit, except those derived from one another
 * @param centres centres of group g from {@code g * dimension} on, or one for all
 * @param weights weights of the coordinates; null if all are 1
 * @param factors factor of all coordinates of each group; null if it is 1
 * @param limits as the centres, or null
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record GroupTransform(
    long version,
    int dimension,
    double[] centres,
    double[] weights,
    double[] factors,
    double[] limits,
    boolean squares)
    implements Serializable {
  /** Number of rows whose norms are computed at once. */
  private static final int TOGETHER = 4;

  /** Returns a copy that clips each coordinate to its limit, for all groups or of each one. */
  public GroupTransform withLimits(double[] limits) {
    return new GroupTransform(version, dimension, centres, weights, factors, limits, squares);
  }

  public GroupTransform withSquares() {
    return new GroupTransform(version, dimension, centres, weights, factors, limits, true);
  }

  private int first(double[] values, int group) {
    return values.length == dimension ? 0 : group * dimension;
  }

  /**
   * Returns one norm per row of a group that has a slot, not to be changed. The block caches those
   * of the last version, except where less than half of its rows are of such groups.
   */
  double[] norms(GroupBlock block, Slots slots) {
    int[] rows = new int[block.rows()];
    int count = 0;
    for (int i = 0; i < rows.length; i++) {
      if (slots.of(block.group(i)) >= 0) {
        rows[count++] = i;
      }
    }
    if (2 * count < rows.length) {
      return computeNorms(block, Arrays.copyOf(rows, count));
    }
    return block.cached(
        version,
        () -> {
          Arrays.setAll(rows, i -> i);
          return computeNorms(block, rows);
        });
  }

  /**
   * Computes the norms of some rows; the squares of each are added in the order of its coordinates.
   * Four rows at once: the additions of one wait for each other.
   */
  private double[] computeNorms(GroupBlock block, int[] rows) {
    double[] norms = new double[block.rows()];
    double[][] seen = new double[TOGETHER][dimension];
    for (int i = 0; i < rows.length; i += TOGETHER) {
      for (int k = 0; k < TOGETHER; k++) {
        see(block, rows[Math.min(i + k, rows.length - 1)], seen[k]);
      }
      double[] squares = squares(seen[0], seen[1], seen[2], seen[3]);
      for (int k = 0; k < TOGETHER && i + k < rows.length; k++) {
        norms[rows[i + k]] = Math.sqrt(squares[k]);
      }
    }
    return norms;
  }

  private static double[] squares(double[] a, double[] b, double[] c, double[] d) {
    double ofA = 0;
    double ofB = 0;
    double ofC = 0;
    double ofD = 0;
    for (int j = 0; j < a.length; j++) {
      ofA += a[j] * a[j];
      ofB += b[j] * b[j];
      ofC += c[j] * c[j];
      ofD += d[j] * d[j];
    }
    return new double[] {ofA, ofB, ofC, ofD};
  }

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
        seen[j] = CentredTransform.square(seen[j]);
      }
    }
  }
}
