package org.privatemean.query.fold;

import java.io.Serializable;

/**
 * View of a row in a step of the recentred mean: a vector that is a function of that row and of
 * public or released values alone.
 */
public interface RowView extends Serializable {
  /** True if the other view is of the same kind with the same values, to the bit. */
  @Override
  boolean equals(Object other);

  @Override
  int hashCode();

  /** Returns the number of coordinates. */
  int size();

  /** Number of rows whose sums stay in the cache while coordinates are added to them. */
  int CHUNK = 2048;

  /**
   * Computes one coordinate of the views of some rows of a block.
   *
   * @param from the first row
   * @param to one more than the last
   * @param values receives one value per row, from entry 0 on; may be longer
   */
  void coordinate(VectorBlock block, int j, int from, int to, double[] values);

  /**
   * Computes the squared norms of the views. {@link #squaredNorms} caches them. The squares of one
   * row are added in coordinate order at every position in the block, so equal rows give equal
   * bits.
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
   * Returns the squared norms of the views. The block caches the last requested ones.
   *
   * @return one value per row; not to be changed
   */
  default double[] squaredNorms(VectorBlock block) {
    return block.cached(this, () -> computeSquaredNorms(block));
  }

  /** Returns the view of a coordinate's value. */
  double of(int j, double x);

  /** Returns the view of a row of zeros. */
  default double[] ofZeros() {
    double[] zeros = new double[size()];
    for (int j = 0; j < zeros.length; j++) {
      zeros[j] = of(j, 0);
    }
    return zeros;
  }

  /**
   * Returns the squared norms of sparse rows: that of the view of zeros, plus the differences of
   * the stored coordinates. The sum over the zeros is compensated, with a relative error of 2^-52.
   * Each square and each later addition has a relative error of 2^-53. If the total error may
   * exceed 1e-10 of the result, as for a row near a distant centre, the norm is computed in full.
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
      // False for NaN.
      squares[i] = error <= 1e-10 * square ? square : squareInFull(rows, i, zeros);
    }
    return squares;
  }

  /** Returns Neumaier's compensated sum. */
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

  /** Returns one coordinate of the view of one row. */
  double valueAt(VectorBlock block, int j, int i);

  /**
   * Adds the squares of one coordinate of some rows.
   *
   * @param squares receives them, from entry {@code from} on
   * @param values buffer with one value per row
   */
  default void addSquares(
      VectorBlock block, int j, int from, int to, double[] squares, double[] values) {
    coordinate(block, j, from, to, values);
    for (int i = 0; i < to - from; i++) {
      squares[from + i] += values[i] * values[i];
    }
  }

  /**
   * Computes one coordinate of some rows, multiplied by a factor per row and rounded to integers.
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
