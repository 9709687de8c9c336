package org.privatemean.query.block;

import java.io.Serializable;

/**
 * What a step of the recentred mean sees of a row: a vector that is a function of that row and of
 * public or released values alone.
 */
public interface RowView extends Serializable {
  /** Whether the other view is of the same kind with the same values, to the bit. */
  @Override
  boolean equals(Object other);

  @Override
  int hashCode();

  /** Number of coordinates. */
  int size();

  /** Rows whose sums stay in the cache while coordinate after coordinate is added to them. */
  int CHUNK = 2048;

  /**
   * One coordinate of the views of some rows of a block.
   *
   * @param from the first row
   * @param to one more than the last
   * @param values receives one value per row, from entry 0 on; may be longer
   */
  void coordinate(VectorBlock block, int j, int from, int to, double[] values);

  /**
   * Computes the squared norms of the views; {@link #squaredNorms} remembers them. The squares of
   * one row are added in coordinate order whatever the row's place, so equal rows give equal bits.
   */
  default double[] computeSquaredNorms(VectorBlock block) {
    double[] squares = new double[block.rows()];
    double[] values = new double[Math.min(CHUNK, squares.length)];
    for (int from = 0; from < squares.length; from += CHUNK) {
      int to = Math.min(squares.length, from + CHUNK);
      for (int j = 0; j < size(); j++) {
        addSquares(block, j, from, to, squares, values);
      }
    }
    return squares;
  }

  /**
   * The squared norms of the views; the block remembers those that were last asked for.
   *
   * @return one per row; not to be changed
   */
  default double[] squaredNorms(VectorBlock block) {
    return block.remembered(this, () -> computeSquaredNorms(block));
  }

  /** One coordinate of the view of one row. */
  double at(VectorBlock block, int j, int i);

  /**
   * Adds the squares of one coordinate of some rows.
   *
   * @param squares receives them, from entry {@code from} on
   * @param values room for one value per row
   */
  default void addSquares(
      VectorBlock block, int j, int from, int to, double[] squares, double[] values) {
    coordinate(block, j, from, to, values);
    for (int i = 0; i < to - from; i++) {
      squares[from + i] += values[i] * values[i];
    }
  }

  /**
   * One coordinate of some rows, each times a factor of its row, rounded to integers.
   *
   * @param factors one per row, from entry 0 on
   * @param values receives one value per row, from entry 0 on
   */
  default void multiples(
      VectorBlock block, int j, int from, int to, double[] factors, double[] values) {
    coordinate(block, j, from, to, values);
    for (int i = 0; i < to - from; i++) {
      values[i] = Math.rint(values[i] * factors[i]);
    }
  }
}
