package org.privatemean.query.fold;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.query.WideSum;
import org.privatemean.rows.Fold;

/**
 * Form of an {@link AnchoredSum} for rows of which some are sparse. The cost of a sparse row is
 * proportional to its stored coordinates. A clipped row is not rounded again: it is the vector of
 * its steps times an integer factor. All rows that are 0 in a coordinate therefore add the step of
 * a zero times the sum of their factors.
 *
 * <p>A view v is {@code z = rint(2^20 v / radius)}, a vector of steps, and its summand is {@code t
 * z}, in steps of {@code radius 2^-40}. The integer t, from 0 to 2^20, is
 *
 * <pre>
 *   t = floor(min(2^20 f, 2^40 (1 - 1e-12) / L)),   L = 2^20 |v| (1 + 1e-9) / radius + sqrt(d) / 2,
 * </pre>
 *
 * <p>where f is 1, or {@code max(|v| - inner, 0) / |v|} for the excess over a smaller norm. The
 * relative error of the norm in doubles is less than 1e-10 and rounding changes a coordinate by at
 * most 1/2, so {@code |z| <= L}. Therefore {@code |t z| <= 2^40} for every row. A view much shorter
 * than the radius has {@code t = 2^20}: it is summed unchanged. A view 2^20 times as long as the
 * radius has t = 0 and counts as the centre. So does a view whose norm is not a finite number.
 *
 * <p>Rows that are stored as columns are summed as in {@link AnchoredSum}, in integer norms of at
 * most 2^20, and their sum is multiplied by {@code 2^20}.
 *
 * <p><b>Sensitivity.</b> That of summands with an l2 norm of at most 2^40. No summand has a
 * negative coordinate if views have none, since t is not negative. The storage of a row follows
 * from public values and the row itself, so no row changes the summand of another.
 *
 * <p><b>Exactness.</b> A coordinate of a summand is at most 2^40. It is added in two parts, the low
 * 20 bits and the rest. These, and the factors, fit longs for rows with a total weight of up to
 * 2^42. The step of a coordinate's zeros is multiplied only if its zeros count, and is then at most
 * 2^40.
 */
final class FactorSum implements Fold<VectorBlock> {
  private static final long serialVersionUID = 1L;

  /** Number of bits by which these steps are finer than those of dense vectors. */
  static final int BITS = 20;

  private static final double UNIT = 0x1p20;
  private static final long LOW = (1L << BITS) - 1;

  /** Largest norm of a summand. */
  private static final long NORM = 1L << (2 * BITS);

  private final Fold<VectorBlock> columns;
  private final RowView view;
  private final double inner;
  private final boolean orthant;
  private final double perUnit;

  /**
   * Creates a sum.
   *
   * @param columns the sum of rows that are stored as columns
   * @param inner the smaller norm, or 0
   * @param radius the larger norm minus the smaller, positive
   * @param orthant true if no view has a negative coordinate
   */
  FactorSum(Fold<VectorBlock> columns, RowView view, double inner, double radius, boolean orthant) {
    this.columns = columns;
    this.view = view;
    this.inner = inner;
    this.orthant = orthant;
    this.perUnit = UNIT / radius;
  }

  /**
   * The high parts of all coordinates, the low parts, and the factors of rows that are not 0; the
   * sum of all factors; and the sum of columns.
   */
  @Override
  public int size() {
    return Math.addExact(Math.multiplyExact(4, view.size()), 1);
  }

  @Override
  public void add(VectorBlock block, long[] totals) {
    int d = view.size();
    if (!block.isSparse()) {
      long[] sum = new long[d];
      columns.add(block, sum);
      for (int j = 0; j < d; j++) {
        totals[3 * d + 1 + j] += sum[j];
      }
      return;
    }
    double[] squares = view.squaredNorms(block);
    SparseRows rows = block.sparse();
    int[] indices = rows.indices();
    double[] values = rows.values();
    for (int i = 0; i < squares.length; i++) {
      long factor = factor(Math.sqrt(squares[i]));
      if (factor == 0) {
        continue;
      }
      long weight = block.weight(i);
      totals[3 * d] += weight * factor;
      for (int k = rows.start(i); k < rows.start(i + 1); k++) {
        int j = indices[k];
        long summand = factor * (long) Math.rint(view.of(j, values[k]) * perUnit);
        totals[j] += weight * (summand >> BITS);
        totals[d + j] += weight * (summand & LOW);
        totals[2 * d + j] += weight * factor;
      }
    }
  }

  /** Returns t; 0 for a norm that is not finite. */
  long factor(double norm) {
    if (!(norm < Double.POSITIVE_INFINITY)) {
      return 0;
    }
    double whole = inner == 0 ? 1 : Math.max(norm - inner, 0) / norm;
    double length = norm * perUnit * (1 + 1e-9) + Math.sqrt(view.size()) / 2;
    return (long) Math.min(UNIT * whole, NORM * (1 - 1e-12) / length);
  }

  /**
   * Returns the sum with these totals. Its values are {@code 2^20} times those of the dense form.
   */
  WideSum of(long[] totals) {
    return new Known(totals);
  }

  private final class Known implements WideSum {
    private final long[] totals;

    Known(long[] totals) {
      this.totals = totals;
    }

    @Override
    public int size() {
      return view.size();
    }

    @Override
    public BigInteger squaredSensitivity(PrivacyUnit unit) {
      return orthant
          ? unit.squaredSensitivityOfOrthantSum(NORM)
          : unit.squaredSensitivityOfSum(NORM);
    }

    @Override
    public BigInteger[] total() {
      int d = size();
      double[] zeros = view.ofZeros();
      BigInteger[] sum = new BigInteger[d];
      for (int j = 0; j < d; j++) {
        sum[j] =
            BigInteger.valueOf(totals[j])
                .add(BigInteger.valueOf(totals[3 * d + 1 + j]))
                .shiftLeft(BITS)
                .add(BigInteger.valueOf(totals[d + j]));
        long ofZeros = totals[3 * d] - totals[2 * d + j];
        if (ofZeros != 0) {
          BigInteger step = new BigDecimal(Math.rint(zeros[j] * perUnit)).toBigIntegerExact();
          sum[j] = sum[j].add(step.multiply(BigInteger.valueOf(ofZeros)));
        }
      }
      return sum;
    }
  }
}
