package org.privatemean.query.fold;

import java.math.BigInteger;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.query.WideSum;

/**
 * Sum of all views clipped at a norm of the grid, or its difference from the sum clipped at a
 * smaller norm; in steps of {@code g 2^-40}, where g is the first norm.
 *
 * <p><b>Sensitivity.</b> Every row has one summand, of a norm of at most {@link #norm}. Replacing a
 * row changes the sum by at most twice that, adding or removing one by at most that. Clipped at
 * {@code e_k}, a row within it is {@code 2^20 rint(2^20 v / g)}, with an error of at most {@code
 * sqrt(d) / 2} before it is scaled. A longer row is {@code M_k} times a direction of a norm of at
 * most 2^20:
 *
 * <pre>  R = 2^20 (2^20 e_k / g + sqrt(d) / 2)</pre>
 *
 * <p>For the difference from the sum clipped at {@code e_i}: a row within {@code e_i} adds 0. One
 * beyond {@code e_k} adds {@code M_k - M_i} times its direction, at most {@code 2^20 (e_k - e_i) /
 * g + 1} times 2^20. One between adds its vector less {@code M_i} times its direction. This is
 * {@code |v| - e_i} long except for the rounding of the vector, {@code sqrt(d) / 2}, that of the
 * direction and its shortening, {@code sqrt(d) / 2} each times {@code e_i / g}, and the floor in
 * {@code M_i}, 2^20:
 *
 * <pre>  R = 2^20 (2^20 (e_k - e_i) / g + sqrt(d) (1/2 + e_i / g)) + 2^20</pre>
 *
 * <p>To both are added the rounding errors of {@link CellFold}, relative to the norms and not to
 * their difference: a row within e_k may be {@code 5e-11 e_k} longer, one beyond e_i {@code 5e-11
 * e_i} shorter, and directions are {@code 1e-9 + 5e-11} shorter than stated above, times e_i. All
 * three are less than {@code 1e-9 (e_k + e_i)}, as e_i is below e_k. A relative margin of 1e-9
 * covers the few roundings of R itself.
 */
public final class CellSum implements WideSum {
  private static final double SLACK = 1e-9;
  private static final int WITHOUT = -1;

  private final CellTotals totals;
  private final int inner;
  private final int outer;

  private CellSum(CellTotals totals, int inner, int outer) {
    this.totals = totals;
    this.inner = inner;
    this.outer = outer;
  }

  /** Returns the sum clipped at norm k of the grid. */
  public static CellSum clipped(CellTotals totals, int k) {
    return new CellSum(totals, WITHOUT, k);
  }

  /**
   * Returns the difference between the sums clipped at norm k and at norm i.
   *
   * @param i below k
   */
  public static CellSum between(CellTotals totals, int i, int k) {
    return new CellSum(totals, i, k);
  }

  /** Returns the length of a step, in the view's units. */
  public double step() {
    return totals.grid().norm(0) / CellFold.UNIT / CellFold.UNIT;
  }

  /** Returns R. */
  long norm() {
    double root = Math.sqrt(totals.dimension());
    double upper = totals.grid().ratio(outer);
    double lower = inner == WITHOUT ? 0 : totals.grid().ratio(inner);
    double length = upper - lower + SLACK * (upper + lower);
    double floors = inner == WITHOUT ? 0 : CellFold.UNIT;
    double bound = CellFold.UNIT * (CellFold.UNIT * length + root * (0.5 + lower)) + floors;
    return (long) Math.ceil(bound * (1 + SLACK));
  }

  @Override
  public int size() {
    return totals.dimension();
  }

  @Override
  public BigInteger squaredSensitivity(PrivacyUnit unit) {
    return unit.squaredSensitivityOfSum(norm());
  }

  @Override
  public BigInteger[] total() {
    BigInteger[] sum = totals.clipped(outer);
    if (inner != WITHOUT) {
      BigInteger[] less = totals.clipped(inner);
      for (int j = 0; j < sum.length; j++) {
        sum[j] = sum[j].subtract(less[j]);
      }
    }
    return sum;
  }
}
