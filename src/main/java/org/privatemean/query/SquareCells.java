package org.privatemean.query;

import java.io.Serializable;

/**
 * Lookup of the cell of a squared norm: the first edge that is not below it.
 *
 * <p>A table over the leading bits of a double gives the start of the search, and few edges share
 * those bits. Positive doubles are ordered as their bits, so the result is that of a search.
 */
final class SquareCells implements Serializable {
  private static final long serialVersionUID = 1L;

  /**
   * The exponent and five more bits are kept: cells of 1 / 32 of an octave of squares and wider.
   */
  private static final int DROPPED_BITS = 52 - 5;

  private final double[] edges;

  /** First edge that is not below the doubles with given leading bits, from {@code lowest} on. */
  private final int[] starts;

  private final long lowest;

  /** The cell of squares beyond the last edge. */
  private final int beyond;

  /**
   * Creates cells between edges.
   *
   * @param edges positive, finite, in ascending order, at least one
   * @param beyond the cell of larger squares: the last edge's index, or one more
   */
  SquareCells(double[] edges, int beyond) {
    this.edges = edges.clone();
    this.beyond = beyond;
    this.lowest = leadingBits(edges[0]);
    this.starts = new int[(int) (leadingBits(edges[edges.length - 1]) - lowest) + 2];
    int edge = 0;
    for (int k = 0; k < starts.length; k++) {
      double least = Double.longBitsToDouble((lowest + k) << DROPPED_BITS);
      while (edge < edges.length && edges[edge] < least) {
        edge++;
      }
      starts[k] = Math.min(edge, beyond);
    }
    starts[0] = 0;
  }

  private static long leadingBits(double value) {
    // Signed: a negative zero is below all edges.
    return Double.doubleToRawLongBits(value) >> DROPPED_BITS;
  }

  /** Returns the index of the first edge that is not below a square. */
  int cell(double square) {
    long key = leadingBits(square) - lowest;
    int cell = starts[(int) Math.max(0, Math.min(starts.length - 1, key))];
    while (cell < beyond && edges[cell] < square) {
      cell++;
    }
    return cell;
  }
}
