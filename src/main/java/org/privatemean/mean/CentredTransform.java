package org.privatemean.mean;

import java.io.Serializable;
import java.math.BigInteger;
import java.util.Arrays;
import org.privatemean.privacy.PrivacyUnit;

/**
 * Transform of a row: {@code w (x - c)}, clipped to {@code [-e, e]} if there are limits, then
 * squared if {@code squares}; a function of the row and of public or released values.
 *
 * @param weights empty if all are 1
 * @param limits empty if coordinates are not clipped
 */
@SuppressWarnings("ArrayRecordComponent") // Compared by equals below.
record CentredTransform(double[] centre, double[] weights, double[] limits, boolean squares)
    implements Serializable {
  /** Number of rows whose sums stay in the cache while coordinates are added to them. */
  static final int CHUNK = 2048;

  /** Coordinates beyond it are clipped to it, so that squares of squares stay in range. */
  static final double LARGEST = 0x1p249;

  public CentredTransform(double[] centre) {
    this(centre, new double[0], new double[0]);
  }

  /** Creates a transform; weights are empty if all are 1, limits if coordinates are not clipped. */
  public CentredTransform(double[] centre, double[] weights, double[] limits) {
    this(centre.clone(), weights.clone(), limits.clone(), false);
  }

  /** Returns a copy that squares the coordinates, which are in units near their deviations. */
  public CentredTransform withSquares() {
    return new CentredTransform(centre, weights, limits, true);
  }

  public int size() {
    return centre.length;
  }

  /** Returns the square of the l2 sensitivity of a sum of views of at most this norm. */
  BigInteger squaredSensitivity(PrivacyUnit unit, long norm) {
    return squares ? unit.squaredSensitivityOfOrthantSum(norm) : unit.squaredSensitivityOfSum(norm);
  }

  /** Computes a coordinate of rows {@code from} to {@code to - 1} into the first values. */
  public void coordinate(VectorBlock block, int j, int from, int to, double[] values) {
    double[] all = block.values();
    int first = block.first(j) + from;
    int count = to - from;
    double c = centre[j];
    if (weights.length == 0) {
      for (int i = 0; i < count; i++) {
        values[i] = all[first + i] - c;
      }
    } else {
      double w = weights[j];
      for (int i = 0; i < count; i++) {
        values[i] = (all[first + i] - c) * w;
      }
    }
    if (limits.length > 0) {
      double limit = limits[j];
      for (int i = 0; i < count; i++) {
        values[i] = Math.max(-limit, Math.min(limit, values[i]));
      }
    }
    for (int i = 0; squares && i < count; i++) {
      values[i] = square(values[i]);
    }
  }

  static double square(double u) {
    double cut = Math.min(Math.abs(u), LARGEST);
    return cut * cut;
  }

  public double of(int j, double x) {
    double v = x - centre[j];
    v = weights.length == 0 ? v : v * weights[j];
    v = limits.length == 0 ? v : Math.max(-limits[j], Math.min(limits[j], v));
    return squares ? square(v) : v;
  }

  public double valueAt(VectorBlock block, int j, int i) {
    return of(j, block.values()[block.first(j) + i]);
  }

  /** Returns the transform of a row of zeros. */
  double[] ofZeros() {
    double[] zeros = new double[size()];
    Arrays.setAll(zeros, j -> of(j, 0));
    return zeros;
  }

  /** True if coordinates are only centred, as in most steps: these have loops of their own. */
  private boolean isPlain() {
    return weights.length == 0 && limits.length == 0 && !squares;
  }

  /** Computes a coordinate of some rows, multiplied by a factor per row and rounded to integers. */
  void multiples(VectorBlock block, int j, int from, int to, double[] factors, double[] values) {
    if (isPlain()) {
      double[] all = block.values();
      int first = block.first(j) + from;
      double c = centre[j];
      for (int i = 0; i < to - from; i++) {
        values[i] = Math.rint((all[first + i] - c) * factors[i]);
      }
      return;
    }
    coordinate(block, j, from, to, values);
    for (int i = 0; i < to - from; i++) {
      values[i] = Math.rint(values[i] * factors[i]);
    }
  }

  /** Returns the squared norms of all rows, not to be changed, added in coordinate order. */
  public double[] squaredNorms(VectorBlock block) {
    return block.cached(
        this, () -> block.isSparse() ? squaredNorms(block.sparse()) : squaredNormsOfColumns(block));
  }

  private double[] squaredNormsOfColumns(VectorBlock block) {
    double[] sums = new double[block.rows()];
    double[] values = new double[Math.min(CHUNK, sums.length)];
    for (int from = 0; from < sums.length; from += CHUNK) {
      int to = Math.min(sums.length, from + CHUNK);
      for (int j = 0; j < size(); j++) {
        addSquares(block, j, from, to, sums, values);
      }
    }
    return sums;
  }

  private void addSquares(
      VectorBlock block, int j, int from, int to, double[] sums, double[] values) {
    if (isPlain()) {
      double[] all = block.values();
      int first = block.first(j);
      double c = centre[j];
      for (int i = from; i < to; i++) {
        double difference = all[first + i] - c;
        sums[i] += difference * difference;
      }
      return;
    }
    coordinate(block, j, from, to, values);
    for (int i = 0; i < to - from; i++) {
      sums[from + i] += values[i] * values[i];
    }
  }

  /** Returns squared norms: zeros plus differences, or in full where the error may exceed 1e-10. */
  private double[] squaredNorms(SparseRows rows) {
    double[] zeros = ofZeros();
    double ofZeros = sumOfSquares(zeros);
    double[] sums = new double[rows.count()];
    for (int i = 0; i < sums.length; i++) {
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
      sums[i] = error <= 1e-10 * square ? square : squareInFull(rows, i, zeros);
    }
    return sums;
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

  /** True if the other transform has the same values, to the bit. */
  @Override
  public boolean equals(Object other) {
    return other instanceof CentredTransform that
        && squares == that.squares
        && Arrays.equals(centre, that.centre)
        && Arrays.equals(weights, that.weights)
        && Arrays.equals(limits, that.limits);
  }

  @Override
  public int hashCode() {
    int hash = 31 * (31 * Arrays.hashCode(centre) + Arrays.hashCode(weights));
    return 2 * (hash + Arrays.hashCode(limits)) + (squares ? 1 : 0);
  }
}
