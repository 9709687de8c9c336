package org.privatemean.mean;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.privatemean.geometry.ExactClipping;
import org.privatemean.privacy.Neighbours;

/**
 * The sum of {@code clip(v)} over the views v of all rows, on a lattice of its own that is anchored
 * at the clipping norm: one step is {@code radius / 2^20}, so that every summand has an integer
 * norm of at most 2^20 whatever the scale of the data.
 *
 * <p>A view within the radius is rounded to nearest, a longer one is scaled to the radius and
 * rounded toward zero; then the integer norm of <em>every</em> summand is checked in exact
 * arithmetic, and one that fails is shrunk until it holds. The sum of the squares fits a long for
 * up to 2^22 coordinates, and the sum over rows for up to 2^42 of them.
 */
final class AnchoredSum implements ClippedSum<VectorBlock> {
  private static final long serialVersionUID = 1L;

  /** The clipping norm in lattice steps. */
  static final long NORM = 1L << 20;

  private final RowView view;
  private final double inner;
  private final double radius;
  private final BigInteger squaredSensitivity;

  private AnchoredSum(RowView view, double inner, double radius, BigInteger squaredSensitivity) {
    this.view = view;
    this.inner = inner;
    this.radius = radius;
    this.squaredSensitivity = squaredSensitivity;
  }

  /**
   * The sum of any views.
   *
   * @param radius the clipping norm in the view's units, positive
   */
  static AnchoredSum of(RowView view, double radius, Neighbours neighbours) {
    return ofExcess(view, 0, radius, neighbours);
  }

  /**
   * The sum of what clipping to a smaller norm takes from a clipping to a larger one: {@code
   * clip_outer(v) - clip_inner(v)}, which has a norm of at most {@code outer - inner}.
   *
   * @param inner the smaller norm, at least 0
   * @param outer the larger norm
   */
  static AnchoredSum ofExcess(RowView view, double inner, double outer, Neighbours neighbours) {
    return new AnchoredSum(view, inner, outer - inner, neighbours.squaredSensitivity(NORM));
  }

  /** The sum of squares, which has less sensitivity: no summand has a negative coordinate. */
  static AnchoredSum ofSquares(SquaredView view, double radius, Neighbours neighbours) {
    return new AnchoredSum(view, 0, radius, neighbours.squaredSensitivityOfOrthant(NORM));
  }

  /** Length of a lattice step, in the view's units. */
  double step() {
    return radius / NORM;
  }

  @Override
  public long norm() {
    return NORM;
  }

  @Override
  public BigInteger squaredSensitivity() {
    return squaredSensitivity;
  }

  @Override
  public int size() {
    return view.size();
  }

  /**
   * Adds the rows that are not scaled down column by column in doubles, which is exact: steps are
   * integers of at most 2^20, so a block's sum stays far below 2^53, and so do a row's squares
   * until long after they have passed the square of the norm. The other rows, mostly few, are added
   * one by one.
   */
  @Override
  public void add(VectorBlock block, long[] totals) {
    double[] norms = block.squaredNorms(view);
    double[] factors = Arrays.stream(norms).map(square -> factor(Math.sqrt(square))).toArray();
    int[] apart = rowsWhere(block, i -> factors[i] < 0 || !(norms[i] < Double.POSITIVE_INFINITY));
    long[][] vectors = new long[apart.length][totals.length];
    double[] squares = new double[block.rows()];
    double[] values = new double[block.rows()];
    for (int j = 0; j < totals.length; j++) {
      view.coordinate(block, j, values);
      for (int k = 0; k < apart.length; k++) {
        vectors[k][j] = steps(values[apart[k]], factors[apart[k]]);
        values[apart[k]] = 0;
      }
      roundToSteps(values, factors, squares);
      totals[j] += sum(values);
    }
    addClipped(vectors, totals);
    int[] tooLong = rowsWhere(block, i -> squares[i] > (double) (NORM * NORM));
    if (tooLong.length > 0) {
      exchange(block, tooLong, factors, totals);
    }
  }

  private static int[] rowsWhere(VectorBlock block, IntPredicate condition) {
    return IntStream.range(0, block.rows()).filter(condition).toArray();
  }

  /** Turns values into steps, in a loop that the compiler can make vector instructions of. */
  private static void roundToSteps(double[] values, double[] factors, double[] squares) {
    for (int i = 0; i < values.length; i++) {
      double steps = within(Math.rint(values[i] * factors[i]));
      values[i] = steps;
      squares[i] += steps * steps;
    }
  }

  /** The sum of integers, in four parts that need not wait for one another. */
  private static long sum(double[] steps) {
    int end = steps.length & -4;
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    for (int i = 0; i < end; i += 4) {
      a += steps[i];
      b += steps[i + 1];
      c += steps[i + 2];
      d += steps[i + 3];
    }
    for (int i = end; i < steps.length; i++) {
      a += steps[i];
    }
    return (long) (a + b + c + d);
  }

  /** Lattice steps a unit; negative for a row that is scaled to the radius. */
  private double factor(double norm) {
    double excess = norm - inner;
    if (excess > radius) {
      return -(NORM / norm);
    }
    return excess > 0 ? NORM / radius * (excess / norm) : 0;
  }

  /** A coordinate in lattice steps: 0 for NaN, and never more than the norm. */
  private static long steps(double value, double factor) {
    double steps = factor < 0 ? (double) (long) (value * -factor) : Math.rint(value * factor);
    return (long) within(steps);
  }

  private static double within(double steps) {
    return Math.max(-NORM, Math.min(NORM, steps));
  }

  /** Exchanges what some rows have added for what exact clipping makes of it. */
  private void exchange(VectorBlock block, int[] rows, double[] factors, long[] totals) {
    long[][] vectors = new long[rows.length][totals.length];
    double[] values = new double[block.rows()];
    for (int j = 0; j < totals.length; j++) {
      view.coordinate(block, j, values);
      for (int k = 0; k < rows.length; k++) {
        vectors[k][j] = steps(values[rows[k]], factors[rows[k]]);
        totals[j] -= vectors[k][j];
      }
    }
    addClipped(vectors, totals);
  }

  private static void addClipped(long[][] vectors, long[] totals) {
    for (long[] vector : vectors) {
      long square = 0;
      for (long z : vector) {
        square += z * z;
      }
      if (square > NORM * NORM) {
        ExactClipping.clip(vector, NORM);
      }
      for (int j = 0; j < vector.length; j++) {
        totals[j] += vector[j];
      }
    }
  }
}
