package org.privatemean.query.fold;

import java.math.BigInteger;
import org.privatemean.geometry.ExactClipping;
import org.privatemean.numeric.EightWaySum;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.query.ClippedSum;
import org.privatemean.query.WideSum;
import org.privatemean.rows.Fold;

/**
 * Sum of {@code clip(v)} over the views v of all rows, on a lattice whose step is derived from the
 * clipping norm: {@code radius / 2^20}. Every summand then has an integer norm of at most 2^20 at
 * every scale of the data.
 *
 * <p>A view within the radius is rounded to nearest. A longer view is scaled to the radius and
 * rounded toward zero. Every summand has an integer norm of at most 2^20, for one of two reasons.
 * The first holds for a view that is not scaled down to the radius and whose norm in steps, as
 * computed in doubles, is below {@code (2^20 - sqrt(d)) (1 - 1e-9)}: the relative error of the
 * computed norm is at most about {@code d 2^-53}, 5e-10 for the largest number of coordinates, and
 * rounding adds at most {@code sqrt(d) / 2}. For all other views the squares of the integers are
 * added in 64 bits, and a view that exceeds the norm is shrunk until it does not. The sum of the
 * squares fits a long for up to 2^22 coordinates, and the sum over rows for up to 2^42 rows.
 *
 * <p>A row of weight w, at most 2^20, adds w times its summand. The sum then fits for weights with
 * a total of up to 2^42.
 */
public final class AnchoredSum implements ClippedSum<VectorBlock> {
  private static final long serialVersionUID = 1L;

  /** The clipping norm in lattice steps. */
  public static final long NORM = 1L << 20;

  /** Number of bits by which the steps of {@link #either} are finer. */
  public static final int SPARSE_BITS = FactorSum.BITS;

  private final RowView view;
  private final double inner;
  private final double radius;

  /** True if no summand has a negative coordinate. */
  private final boolean orthant;

  /** Lattice steps per unit of a row that is not scaled. */
  private final double perUnit;

  /** Rows with a smaller square are not scaled and need no check; 0 if none exist. */
  private final double wholeSquare;

  private AnchoredSum(RowView view, double inner, double radius, boolean orthant) {
    this.view = view;
    this.inner = inner;
    this.radius = radius;
    this.orthant = orthant;
    this.perUnit = NORM / radius;
    double certain = certainNorm() / perUnit;
    this.wholeSquare = inner == 0 ? certain * certain * (1 - 1e-9) : 0;
  }

  /**
   * Returns the sum of any views.
   *
   * @param radius the clipping norm in the view's units, positive
   */
  public static AnchoredSum of(RowView view, double radius) {
    return forExcess(view, 0, radius);
  }

  /**
   * Returns the sum of the difference between clipping to a larger norm and clipping to a smaller
   * one: {@code clip_outer(v) - clip_inner(v)}, which has a norm of at most {@code outer - inner}.
   *
   * @param inner the smaller norm, at least 0
   * @param outer the larger norm
   */
  public static AnchoredSum forExcess(RowView view, double inner, double outer) {
    return new AnchoredSum(view, inner, outer - inner, false);
  }

  /**
   * Returns the sum of squares, which has a smaller sensitivity: no summand has a negative
   * coordinate.
   */
  public static AnchoredSum forSquares(SquaredView view, double radius) {
    return new AnchoredSum(view, 0, radius, true);
  }

  /** Returns this sum for blocks of which some are sparse. */
  public Fold<VectorBlock> ofEither() {
    return factors();
  }

  /**
   * Returns the sum from the totals of {@link #ofEither}, in steps {@link #SPARSE_BITS} bits finer
   * than those of this sum. Its sensitivity is larger by the same factor.
   */
  public WideSum either(long[] totals) {
    return factors().of(totals);
  }

  private FactorSum factors() {
    return new FactorSum(this, view, inner, radius, orthant);
  }

  /** Returns the length of a lattice step, in the view's units. */
  public double step() {
    return radius / NORM;
  }

  @Override
  public long norm() {
    return NORM;
  }

  @Override
  public BigInteger squaredSensitivity(PrivacyUnit unit) {
    return orthant ? unit.squaredSensitivityOfOrthantSum(NORM) : unit.squaredSensitivityOfSum(NORM);
  }

  @Override
  public int size() {
    return view.size();
  }

  /**
   * Adds most rows column by column in doubles. This is exact: steps are integers of at most 2^20,
   * so their sums stay far below 2^53. The other rows, usually few, are added one by one: rows that
   * are scaled down, and rows whose norm could exceed the limit by rounding.
   */
  @Override
  public void add(VectorBlock block, long[] totals) {
    double[] norms = view.squaredNorms(block);
    for (int from = 0; from < norms.length; from += RowView.CHUNK) {
      addChunk(block, norms, from, Math.min(norms.length, from + RowView.CHUNK), totals);
    }
  }

  private void addChunk(VectorBlock block, double[] norms, int from, int to, long[] totals) {
    double[] factors = new double[to - from];
    int[] apart = new int[to - from];
    int count = 0;
    for (int i = 0; i < factors.length; i++) {
      double square = norms[from + i];
      if (square > 0 && square < wholeSquare) {
        factors[i] = perUnit;
      } else {
        double norm = Math.sqrt(square);
        factors[i] = factor(norm);
        if (!isCertain(norm, factors[i])) {
          apart[count++] = i;
        }
      }
    }
    long[] squares = new long[count];
    double[] values = new double[factors.length];
    for (int j = 0; j < totals.length; j++) {
      view.multiples(block, j, from, to, factors, values);
      for (int k = 0; k < count; k++) {
        int i = apart[k];
        long steps = steps(view.valueAt(block, j, from + i), factors[i]);
        values[i] = (double) steps;
        squares[k] += steps * steps;
      }
      if (block.isWeighted()) {
        // At most 2^40 each, and 2^51 for all rows of a chunk together: still exact.
        for (int i = 0; i < values.length; i++) {
          values[i] *= block.weight(from + i);
        }
      }
      // Integers far below 2^53: the sum is the same in any order.
      totals[j] += (long) EightWaySum.compute(values);
    }
    for (int k = 0; k < count; k++) {
      if (squares[k] > NORM * NORM) {
        shrink(block, from + apart[k], factors[apart[k]], totals);
      }
    }
  }

  /** Replaces a summand that is longer than the norm by its clipped vector. */
  private void shrink(VectorBlock block, int row, double factor, long[] totals) {
    long weight = block.weight(row);
    long[] vector = new long[totals.length];
    for (int j = 0; j < vector.length; j++) {
      vector[j] = steps(view.valueAt(block, j, row), factor);
      totals[j] -= weight * vector[j];
    }
    ExactClipping.clip(vector, NORM);
    for (int j = 0; j < vector.length; j++) {
      totals[j] += weight * vector[j];
    }
  }

  /** True if the integer norm stays within the radius for every rounding of the coordinates. */
  private boolean isCertain(double norm, double factor) {
    return factor >= 0 && norm * factor < certainNorm();
  }

  private double certainNorm() {
    return (NORM - Math.sqrt(size())) * (1 - 1e-9);
  }

  /**
   * Returns lattice steps per unit; negative if the row is scaled to the radius, 0 if its norm is
   * infinite.
   */
  private double factor(double norm) {
    double excess = norm - inner;
    if (norm == Double.POSITIVE_INFINITY) {
      return 0;
    }
    if (excess > radius) {
      return -(NORM / norm);
    }
    return excess > 0 ? perUnit * (excess / norm) : 0;
  }

  /** Returns a coordinate in lattice steps: 0 for NaN, and at most the norm in absolute value. */
  private static long steps(double value, double factor) {
    long steps = (long) (factor < 0 ? value * -factor : Math.rint(value * factor));
    return Math.max(-NORM, Math.min(NORM, steps));
  }
}
