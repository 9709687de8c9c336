package org.privatemean.mean;

import java.math.BigInteger;
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

  @Override
  public void add(VectorBlock block, long[] totals) {
    double[] factors = factors(block);
    long[] squares = new long[block.rows()];
    double[] values = new double[block.rows()];
    for (int j = 0; j < totals.length; j++) {
      view.coordinate(block, j, values);
      long sum = 0;
      for (int i = 0; i < squares.length; i++) {
        long z = steps(values[i], factors[i]);
        sum += z;
        squares[i] += z * z;
      }
      totals[j] += sum;
    }
    int[] tooLong =
        IntStream.range(0, squares.length).filter(i -> squares[i] > NORM * NORM).toArray();
    if (tooLong.length > 0) {
      exchange(block, tooLong, factors, totals);
    }
  }

  /** Lattice steps a unit for each row; negative for a row that is scaled to the radius. */
  private double[] factors(VectorBlock block) {
    double[] factors = view.squaredNorms(block);
    for (int i = 0; i < factors.length; i++) {
      double norm = Math.sqrt(factors[i]);
      factors[i] = factor(norm);
    }
    return factors;
  }

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
    return (long) Math.max(-NORM, Math.min(NORM, steps));
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
    for (long[] vector : vectors) {
      ExactClipping.clip(vector, NORM);
      for (int j = 0; j < vector.length; j++) {
        totals[j] += vector[j];
      }
    }
  }
}
