package org.privatemean.privacy.ledger;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Checks;
import org.privatemean.privacy.Zcdp;

/**
 * A privacy budget that cannot be overspent: whatever is released by steps that were each charged
 * here before their noise was drawn is, all together, rho-zCDP for the rho of the budget.
 *
 * <p>A step may choose what it does, and what it costs, after seeing the outputs of the steps
 * before it, and may decide not to happen: full adaptivity costs nothing extra. Proof: fix an order
 * alpha above 1 and two neighbouring inputs; let loss_s be the log-likelihood ratio of the output
 * of step s and rho_s its charge, both given the outputs before it. As step s is rho_s-zCDP given
 * its past, E[exp((alpha - 1) loss_s) | past] is at most exp((alpha - 1) alpha rho_s), so
 *
 * <pre>  M_t = exp((alpha - 1)(loss_1 + ... + loss_t - alpha (rho_1 + ... + rho_t)))</pre>
 *
 * <p>has non-increasing expectation, starting at 1. This ledger keeps rho_1 + ... + rho_t at most
 * rho in every run, hence E[exp((alpha - 1) loss)] is at most exp((alpha - 1) alpha rho) for the
 * whole transcript, which is rho-zCDP. (The same statement: Feldman and Zrnic 2021; Whitehouse,
 * Ramdas, Rogers and Wu 2023.)
 *
 * <p>Amounts are integers of units of 2^-60. A charge is rounded up, the budget down, so the sum
 * that is compared is never less than the real one. Doubles of 2^-8 or more are whole numbers of
 * units and suffer no rounding here; but shares computed in doubles need not add up to the budget,
 * so give the last step {@link #remaining()} rather than its share.
 *
 * <p>Thread-safe. Not serializable: a budget has one owner.
 */
public final class PrivacyLedger {

  private static final int FRACTION_BITS = 60;
  private static final BigDecimal UNITS = new BigDecimal(BigInteger.ONE.shiftLeft(FRACTION_BITS));

  private final Zcdp budget;
  private final Map<String, BigInteger> charged = new LinkedHashMap<>();
  private BigInteger remaining;
  private BigInteger spent = BigInteger.ZERO;

  /** Opens a ledger with nothing spent. */
  public PrivacyLedger(Zcdp budget) {
    this.budget = budget;
    this.remaining = units(budget.rho(), RoundingMode.FLOOR);
  }

  /**
   * Debits a step. Call it before the noise of the step is drawn: a charge that is refused leaves
   * the ledger as it was, and nothing has been released.
   *
   * @param step the name of the step; charges of one name are summed
   * @param rho the zCDP cost of the step given all outputs before it, finite and above 0
   * @return what was debited, which is rho rounded up to the next unit
   * @throws BudgetExceededException if less than rho remains
   * @throws IllegalArgumentException if the step is blank or rho is not finite and above 0
   */
  public synchronized Charge charge(String step, double rho) {
    Checks.positive("rho", rho);
    BigInteger debit = units(rho, RoundingMode.CEILING);
    Charge charge = new Charge(step, toDouble(debit, RoundingMode.CEILING));
    if (debit.compareTo(remaining) > 0) {
      throw new BudgetExceededException(step, rho, remaining());
    }
    remaining = remaining.subtract(debit);
    spent = spent.add(debit);
    charged.merge(step, debit, BigInteger::add);
    return charge;
  }

  /**
   * Returns what can still be charged, rounded down: a charge of exactly this, if above 0, is
   * accepted.
   */
  public synchronized double remaining() {
    return toDouble(remaining, RoundingMode.FLOOR);
  }

  /** Returns the sum of all charges, rounded up. */
  public synchronized double spent() {
    return toDouble(spent, RoundingMode.CEILING);
  }

  /** Returns the budget that this ledger was opened with. */
  public Zcdp budget() {
    return budget;
  }

  /**
   * Returns the sum of the charges of each step, rounded up, in the order of their first charge.
   */
  public synchronized List<Charge> charges() {
    return charged.entrySet().stream()
        .map(entry -> new Charge(entry.getKey(), toDouble(entry.getValue(), RoundingMode.CEILING)))
        .toList();
  }

  private static BigInteger units(double rho, RoundingMode rounding) {
    return new BigDecimal(rho).multiply(UNITS).setScale(0, rounding).toBigIntegerExact();
  }

  private static double toDouble(BigInteger units, RoundingMode rounding) {
    double nearest = units.doubleValue();
    int error = new BigDecimal(nearest).toBigIntegerExact().compareTo(units);
    // Division by 2^60 is exact: one unit is far above the smallest normal double.
    if (rounding == RoundingMode.CEILING && error < 0) {
      nearest = Math.nextUp(nearest);
    } else if (rounding == RoundingMode.FLOOR && error > 0) {
      nearest = Math.nextDown(nearest);
    }
    return Math.scalb(nearest, -FRACTION_BITS);
  }
}
