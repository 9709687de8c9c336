package org.privatemean.query.block;

import java.io.Serializable;
import org.privatemean.query.sparse.SparseRows;

/**
 * The view of a row in a step of the recentred mean: a vector that is a function of that row and of
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
    if (block.isSparse()) {
      return squaredNorms(block.sparse());
    }
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
    return block.cached(this, () -> computeSquaredNorms(block));
  }

  /** Returns what a coordinate of a row becomes in the view. */
  double of(int j, double x);

  /** Returns what a row of zeros becomes. */
  default double[] ofZeros() {
    double[] zeros = new double[size()];
    for (int j = 0; j < zeros.length; j++) {
      zeros[j] = of(j, 0);
    }
    return zeros;
  }

  /**
   * The squared norms of rows by what they have that is not 0: that of the zeros' view and the
   * differences to it. The sum over the zeros is compensated, off by 2^-52 of itself; each square
   * and each addition after it by 2^-53 of what it makes. Where all of this may be more than 1e-10
   * of the result, as for a row that lies near a far centre, it is computed in full.
   */
  private double[] squaredNorms(SparseRows rows) {
    double[] zeros = ofZeros();
    double ofZeros = sumOfSquares(zeros);
    double[] squares = new double[rows.count()];
    for (int i = 0; i < squares.length; i++) {
      int from = rows.start(i);
      int to = rows.start(i + 1);
      double more = 0;
      double less = 0;
      for (int k = from; k < to; k++) {
        int j = rows.indices()[k];
        double v = of(j, rows.values()[k]);
        more += v * v;
        less += zeros[j] * zeros[j];
      }
      double square = ofZeros + (more - less);
      double error = (to - from + 8) * 0x1p-52 * (ofZeros + more + less);
      // Not so for NaN.
      squares[i] = error <= 1e-10 * square ? square : squareInFull(rows, i, zeros);
    }
    return squares;
  }

  /** Neumaier's sum. */
  private static double sumOfSquares(double[] values) {
    double sum = 0;
    double lost = 0;
    for (double value : values) {
      double square = value * value;
      double next = sum + square;
      lost += sum >= square ? (sum - next) + square : (square - next) + sum;
      sum = next;
    }
    return sum + lost;
  }

  private double squareInFull(SparseRows rows, int i, double[] zeros) {
    int k = rows.start(i);
    double square = 0;
    for (int j = 0; j < zeros.length; j++) {
      boolean held = k < rows.start(i + 1) && rows.indices()[k] == j;
      double v = held ? of(j, rows.values()[k++]) : zeros[j];
      square += v * v;
    }
    return square;
  }

  /** One coordinate of the view of one row. */
  double valueAt(VectorBlock block, int j, int i);

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
