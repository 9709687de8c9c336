package org.privatemean.mean;

import java.math.BigInteger;
import org.privatemean.query.WideSum;
import org.privatemean.rows.Blocks.Fold;

/**
 * Sum of {@code k k'} over all rows, where k is the view of a row, clipped to {@code norm} in the
 * view's units and rounded to integers. The totals are the upper triangle, row by row.
 *
 * <p><b>Sensitivity.</b> {@code |k|_2 <= 2^15} holds exactly, so {@code |k k'|_F = |k|^2 <= 2^30}:
 * that of one added or removed row. Two outer products have the inner product {@code (k.l)^2 >= 0},
 * so a replaced row changes the sum by at most {@code sqrt(2) 2^30} in the Frobenius norm. {@link
 * #of} releases the whole matrix, each entry off the diagonal twice with separate noise: the l2
 * norm of that vector is the Frobenius norm. The sum fits 64 bits for rows with a total weight of
 * up to 2^33.
 */
record SecondMomentMatrix(CentredTransform view, double norm) implements Fold<VectorBlock> {
  /** Maximum total weight of the rows. */
  static final long MAX_ROWS = 1L << 33;

  /** More columns than these would take 32 MB of totals per task. */
  static final int MAX_DIMENSION = 2000;

  private static final int NORM = 1 << 15;

  /** Number of coordinates whose integers stay in the cache. */
  private static final int CACHED = 1 << 15;

  private static final int MAX_CHUNK = 512;
  private static final int MIN_CHUNK = 16;

  /** Weights are at most 2^20, so products stay below 2^50 and the sum of eight is exact. */
  private static final int WEIGHTED_CHUNK = 8;

  /** Integers per unit of a row within the norm, so that rounding keeps it within {@link #NORM}. */
  private double perUnit() {
    return (NORM - 1 - Math.sqrt(view.size()) / 2) / norm;
  }

  /** Returns the length of a unit of the sum, in squared units of the view. */
  double step() {
    return 1 / (perUnit() * perUnit());
  }

  @Override
  public int size() {
    return view.size() * (view.size() + 1) / 2;
  }

  @Override
  public void add(VectorBlock block, long[] totals) {
    VectorBlock full = block.full();
    double[] squares = view.squaredNorms(full);
    int columns = view.size();
    int chunk = block.isWeighted() ? WEIGHTED_CHUNK : chunk(columns);
    double[][] rounded = new double[chunk][columns];
    double[] sums = new double[columns];
    for (int from = 0; from < squares.length; from += chunk) {
      int count = Math.min(chunk, squares.length - from);
      round(full, squares, from, count, rounded);
      for (int i = 0, k = 0; i < columns; i++) {
        for (int r = 0; r < count; r += 4) {
          addMultiples(sums, i, block, from + r, rounded, r);
        }
        for (int j = i; j < columns; j++, k++) {
          totals[k] = Math.addExact(totals[k], (long) sums[j]);
          sums[j] = 0;
        }
      }
    }
  }

  static int chunk(int columns) {
    return Math.max(MIN_CHUNK, Math.min(MAX_CHUNK, CACHED / columns) & -4);
  }

  private void round(VectorBlock block, double[] squares, int from, int count, double[][] rounded) {
    double perUnit = perUnit();
    double[] factors = new double[count];
    for (int r = 0; r < count; r++) {
      double length = Math.sqrt(squares[from + r]);
      factors[r] = length <= norm ? perUnit : perUnit * (norm / length);
    }
    double[] values = new double[count];
    for (int j = 0; j < view.size(); j++) {
      view.coordinate(block, j, from, from + count, values);
      for (int r = 0; r < count; r++) {
        // A row too long for a double has the factor 0, and adds nothing: the cast maps NaN to 0.
        rounded[r][j] = factors[r] > 0 ? (int) Math.rint(values[r] * factors[r]) : 0;
      }
      for (int r = count; r < rounded.length; r++) {
        rounded[r][j] = 0;
      }
    }
  }

  /** Adds the products of coordinate i with those from i on, of four rows. */
  private static void addMultiples(
      double[] sums, int i, VectorBlock block, int row, double[][] rounded, int r) {
    double[] first = rounded[r];
    double[] second = rounded[r + 1];
    double[] third = rounded[r + 2];
    double[] fourth = rounded[r + 3];
    int last = block.rows() - 1;
    double a = block.weight(row) * first[i];
    double b = block.weight(Math.min(last, row + 1)) * second[i];
    double c = block.weight(Math.min(last, row + 2)) * third[i];
    double d = block.weight(Math.min(last, row + 3)) * fourth[i];
    for (int j = i; j < sums.length; j++) {
      sums[j] += a * first[j] + b * second[j] + c * third[j] + d * fourth[j];
    }
  }

  /** Returns the whole matrix of some totals, row by row. */
  WideSum of(long[] totals) {
    long square = (long) NORM * NORM;
    return new WideSum(
        step(), unit -> unit.squaredSensitivityOfOrthantSum(square), () -> whole(totals));
  }

  private BigInteger[] whole(long[] totals) {
    int d = view.size();
    BigInteger[] whole = new BigInteger[d * d];
    for (int i = 0, k = 0; i < d; i++) {
      for (int j = i; j < d; j++, k++) {
        whole[i * d + j] = BigInteger.valueOf(totals[k]);
        whole[j * d + i] = whole[i * d + j];
      }
    }
    return whole;
  }
}
