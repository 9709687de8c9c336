package org.privatemean.mean;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.privatemean.query.WideSum;
import org.privatemean.rows.Blocks.Fold;

/**
 * Form of an {@link AnchoredSum} for a mix of sparse and dense rows, at a cost proportional to the
 * stored coordinates. The summand of a view v is {@code t z}, in steps of {@code radius 2^-40},
 * where {@code z = rint(2^20 v / radius)} and t is an integer from 0 to 2^20. Rows that are stored
 * as columns are summed as in {@link AnchoredSum}, times {@code 2^20}.
 *
 * <p><b>Sensitivity.</b> That of summands with an l2 norm of at most 2^40, by the choice of t
 * (recentred-mean.md, "Sparse rows"). No summand has a negative coordinate if views have none.
 *
 * <p><b>Exactness.</b> A coordinate of a summand is at most 2^40 and added in two parts, the low 20
 * bits and the rest. These, and the factors, fit longs for rows with a total weight of up to 2^42.
 */
record FactorSum(AnchoredSum columns) implements Fold<VectorBlock> {
  /** Number of bits by which these steps are finer than those of dense vectors. */
  static final int BITS = 20;

  private static final double UNIT = 0x1p20;
  private static final long LOW = (1L << BITS) - 1;

  /** Largest norm of a summand. */
  private static final long NORM = 1L << (2 * BITS);

  /** Returns the length of high parts, low parts, nonzero factors; all factors; sums of columns. */
  @Override
  public int size() {
    return Math.addExact(Math.multiplyExact(4, columns.view().size()), 1);
  }

  @Override
  public void add(VectorBlock block, long[] totals) {
    int d = columns.view().size();
    if (!block.isSparse()) {
      long[] sum = new long[d];
      columns.add(block, sum);
      for (int j = 0; j < d; j++) {
        totals[3 * d + 1 + j] += sum[j];
      }
      return;
    }
    double perUnit = UNIT / columns.radius();
    double[] squares = columns.view().squaredNorms(block);
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
        long summand = factor * (long) Math.rint(columns.view().of(j, values[k]) * perUnit);
        totals[j] += weight * (summand >> BITS);
        totals[d + j] += weight * (summand & LOW);
        totals[2 * d + j] += weight * factor;
      }
    }
  }

  /** Returns t. */
  long factor(double norm) {
    if (!(norm < Double.POSITIVE_INFINITY)) {
      return 0;
    }
    double whole = columns.inner() == 0 ? 1 : Math.max(norm - columns.inner(), 0) / norm;
    double length =
        norm * (UNIT / columns.radius()) * (1 + 1e-9) + Math.sqrt(columns.view().size()) / 2;
    return (long) Math.min(UNIT * whole, NORM * (1 - 1e-12) / length);
  }

  /** Returns the sum with these totals, in steps {@code 2^20} times finer than the dense form's. */
  WideSum of(long[] totals) {
    return new WideSum(
        columns.radius() / NORM,
        unit -> columns.view().squaredSensitivity(unit, NORM),
        () -> total(totals));
  }

  private BigInteger[] total(long[] totals) {
    int d = columns.view().size();
    double perUnit = UNIT / columns.radius();
    double[] zeros = columns.view().ofZeros();
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
