package org.privatemean.mean;

import java.io.Serializable;

/**
 * What a step of the recentred mean sees of a row: a vector that is a function of that row and of
 * public or released values alone.
 */
interface RowView extends Serializable {
  /** Whether the other view is of the same kind with the same values, to the bit. */
  @Override
  boolean equals(Object other);

  @Override
  int hashCode();

  /** Number of coordinates. */
  int size();

  /**
   * One coordinate of the views of all rows of a block.
   *
   * @param values receives one value a row; may be longer
   */
  void coordinate(VectorBlock block, int j, double[] values);

  /**
   * Computes the squared norms of the views; {@link VectorBlock#squaredNorms} remembers them. The
   * squares of one row are added in coordinate order whatever the row's place, so equal rows give
   * equal bits.
   */
  default double[] computeSquaredNorms(VectorBlock block) {
    double[] squares = new double[block.rows()];
    double[] values = new double[block.rows()];
    for (int j = 0; j < size(); j++) {
      coordinate(block, j, values);
      for (int i = 0; i < squares.length; i++) {
        squares[i] += values[i] * values[i];
      }
    }
    return squares;
  }
}
