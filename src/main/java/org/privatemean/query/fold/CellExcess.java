package org.privatemean.query.fold;

import java.math.BigInteger;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.query.WideSum;

/**
 * Sum of the amounts by which clipping to norm C of the grid reduces the norms of rows that were
 * clipped to 2 C, {@code min(max(|v| - C, 0), C)}, in steps of {@code g 2^-20}, where g is the
 * first norm.
 *
 * <p><b>Sensitivity.</b> With {@code T = floor(2^20 C / g)}, a row within C adds 0, one beyond 2 C
 * adds T, and one between adds {@code N - T}, where N is the integer part of {@code 2^20 |v| / g}.
 * All values are computed in doubles. There {@code T} is {@code floor(X)}, with X within {@code
 * 2^-51 X} of {@code 2^20 C / g}, below 2^22. As doubles, the square of a row between is greater
 * than that of C and at most that of 2 C, which is four times as much. So N is the integer part of
 * at least {@code X (1 - 2^-49)} and at most {@code 2 X (1 + 2^-49)}. As {@code X < T + 1}, and
 * both margins are below 2^-25, {@code N >= T - 1} and {@code N <= 2 T + 2}. A row adds from -1 to
 * T + 2, so the sum changes by at most T + 3 if a row is replaced, added or removed.
 */
public final class CellExcess implements WideSum {
  private static final int ROUNDING = 3;

  private final CellTotals totals;
  private final int k;

  /**
   * Creates the sum at a norm.
   *
   * @param k its index, among the norms at which sums are clipped
   */
  public CellExcess(CellTotals totals, int k) {
    this.totals = totals;
    this.k = k;
  }

  /** Returns the length of a step, in the view's units. */
  public double step() {
    return totals.grid().norm(0) / CellFold.UNIT;
  }

  @Override
  public int size() {
    return 1;
  }

  @Override
  public BigInteger squaredSensitivity(PrivacyUnit unit) {
    return unit.squaredSensitivityOfInterval(totals.multiple(k) + ROUNDING);
  }

  @Override
  public BigInteger[] total() {
    long norm = totals.multiple(k);
    long total = 0;
    int twice = k + CellGrid.PER_OCTAVE;
    for (int cell = k + 1; cell <= totals.grid().size(); cell++) {
      long most = Math.multiplyExact(totals.count(cell), norm);
      total = Math.addExact(total, cell <= twice ? totals.norms(cell) - most : most);
    }
    return new BigInteger[] {BigInteger.valueOf(total)};
  }
}
