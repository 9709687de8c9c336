package org.privatemean.mean;

import java.math.BigInteger;
import org.privatemean.geometry.ExactClipping;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.query.ClippedSum;

/**
 * Sum of {@code clip(v)} over the views v of all rows, on a lattice of step {@code radius / 2^20}.
 * A view within the radius is rounded to nearest; a longer one is scaled to it and rounded to zero.
 *
 * <p><b>Sensitivity.</b> Every summand has an integer norm of at most 2^20. A view that is not
 * scaled down and has a computed norm below {@code (2^20 - sqrt(d)) (1 - 1e-9)} steps is within it
 * for every rounding; all others are checked in 64 bits, and shrunk if they exceed it. The sum fits
 * for up to 2^22 coordinates and rows with a total weight of up to 2^42.
 *
 * @param inner norm whose clipped views are subtracted, or 0
 * @param radius largest norm of a summand, in the view's units
 */
record AnchoredSum(CentredTransform view, double inner, double radius)
    implements ClippedSum<VectorBlock> {
  public static final long NORM = 1L << 20;

  /** Returns the sum of clipped views; the radius is the clipping norm in the view's units. */
  public static AnchoredSum of(CentredTransform view, double radius) {
    return forExcess(view, 0, radius);
  }

  /** Returns the sum of {@code clip_outer(v) - clip_inner(v)}, at most the difference long. */
  public static AnchoredSum forExcess(CentredTransform view, double inner, double outer) {
    return new AnchoredSum(view, inner, outer - inner);
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
    return view.squaredSensitivity(unit, NORM);
  }

  @Override
  public int size() {
    return view.size();
  }

  /** Adds most rows by column in doubles, which is exact, and rows that may be long one by one. */
  @Override
  public void add(VectorBlock block, long[] totals) {
    double[] norms = view.squaredNorms(block);
    for (int from = 0; from < norms.length; from += CentredTransform.CHUNK) {
      addChunk(block, norms, from, Math.min(norms.length, from + CentredTransform.CHUNK), totals);
    }
  }

  private void addChunk(VectorBlock block, double[] norms, int from, int to, long[] totals) {
    double perUnit = NORM / radius;
    double certain = certainNorm() / perUnit;
    // Rows with a smaller square are not scaled and need no check.
    double wholeSquare = inner == 0 ? certain * certain * (1 - 1e-9) : 0;
    double[] factors = new double[to - from];
    int[] apart = new int[to - from];
    int count = 0;
    for (int i = 0; i < factors.length; i++) {
      double square = norms[from + i];
      if (square > 0 && square < wholeSquare) {
        factors[i] = perUnit;
      } else {
        double norm = Math.sqrt(square);
        factors[i] = factor(norm, inner, radius, perUnit);
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
      totals[j] += (long) sumInParts(values);
    }
    for (int k = 0; k < count; k++) {
      if (squares[k] > NORM * NORM) {
        shrink(block, from + apart[k], factors[apart[k]], totals);
      }
    }
  }

  /** Returns the sum in eight parts, in a third of the time of a sequential sum. */
  static double sumInParts(double[] values) {
    int end = values.length & -8;
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    double e = 0;
    double f = 0;
    double g = 0;
    double h = 0;
    for (int i = 0; i < end; i += 8) {
      a += values[i];
      b += values[i + 1];
      c += values[i + 2];
      d += values[i + 3];
      e += values[i + 4];
      f += values[i + 5];
      g += values[i + 6];
      h += values[i + 7];
    }
    for (int i = end; i < values.length; i++) {
      a += values[i];
    }
    return a + b + c + d + e + f + g + h;
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

  /** Returns steps per unit: negative if the row is scaled to the radius, 0 if it adds nothing. */
  public static double factor(double norm, double inner, double radius, double perUnit) {
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
  public static long steps(double value, double factor) {
    long steps = (long) (factor < 0 ? value * -factor : Math.rint(value * factor));
    return Math.max(-NORM, Math.min(NORM, steps));
  }
}
