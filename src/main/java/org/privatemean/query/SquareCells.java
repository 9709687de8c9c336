package org.privatemean.query;

import java.io.Serializable;

/**
 * Finds the cell of a squared length: the first edge that it does not pass.
 *
 * <p>A table over the leading bits of a double says where to start, and few edges share those bits.
 * Positive doubles are in the order of their bits, so the answer is that of a search.
 */
final class SquareCells implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The exponent and five bits more: cells of 1 / 32 of an octave of squares and wider. */
  private static final int DROPPED_BITS = 52 - 5;

  private final double[] edges;

  /** For leading bits from {@code lowest} on, the first edge that is not below all such doubles. */
  private final int[] starts;

  private final long lowest;

  /** The cell of squares beyond the last edge. */
  private final int beyond;

  /**
   * Cells between edges.
   *
   * @param edges positive, finite, in ascending order, at least one
   * @param beyond the cell of larger squares: the last edge's own, or one more
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
    // Signed: a negative zero lies below all edges.
    return Double.doubleToRawLongBits(value) >> DROPPED_BITS;
  }

  /** The number of the first edge that is not below a square. */
  int cell(double square) {
    long key = leadingBits(square) - lowest;
    int cell = starts[(int) Math.max(0, Math.min(starts.length - 1, key))];
    while (cell < beyond && edges[cell] < square) {
      cell++;
    }
    return cell;
  }
}
