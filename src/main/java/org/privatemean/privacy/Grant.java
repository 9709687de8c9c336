package org.privatemean.privacy;

import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a {@link PrivacyLedger} has set aside for one release, which cannot be overspent: whatever is
 * released by steps that were each charged here before their noise was drawn is, all together,
 * rho-zCDP for the rho of the grant.
 *
 * <p>A step may choose what it does, and what it costs, after seeing the outputs of the steps
 * before it, and may decide not to happen: full adaptivity costs nothing extra. Proof: fix an order
 * alpha above 1 and two neighbouring inputs; let loss_s be the log-likelihood ratio of the output
 * of step s and rho_s its charge, both given the outputs before it. As step s is rho_s-zCDP given
 * its past, E[exp((alpha - 1) loss_s) | past] is at most exp((alpha - 1) alpha rho_s), so
 *
 * <pre>  M_t = exp((alpha - 1)(loss_1 + ... + loss_t - alpha (rho_1 + ... + rho_t)))</pre>
 *
 * <p>has non-increasing expectation, starting at 1. This grant keeps rho_1 + ... + rho_t at most
 * rho in every run, hence E[exp((alpha - 1) loss)] is at most exp((alpha - 1) alpha rho) for the
 * whole transcript, which is rho-zCDP. (The same statement: Feldman and Zrnic 2021; Whitehouse,
 * Ramdas, Rogers and Wu 2023.)
 *
 * <p>Amounts are those of {@link RhoUnits}: a charge is rounded up and the grant down, so the sum
 * that is compared is never less than the real one. Shares computed in doubles need not add up to
 * the grant, so give the last step {@link #remaining()} rather than its share.
 *
 * <p>What is not charged does not go back to the ledger. Thread-safe. Not serializable: a budget has
 * one owner.
 */
public final class Grant {

  private final Zcdp budget;
  private final Map<String, BigInteger> charged = new LinkedHashMap<>();
  private BigInteger remaining;
  private BigInteger spent = BigInteger.ZERO;

  /** A grant of which nothing is spent. */
  Grant(Zcdp budget) {
    this.budget = budget;
    this.remaining = RhoUnits.of(budget.rho(), RoundingMode.FLOOR);
  }

  /**
   * Debits a step. Call it before the noise of the step is drawn: a charge that is refused leaves
   * the grant as it was, and nothing has been released.
   *
   * @param step the name of the step; charges of one name are summed
   * @param rho the zCDP cost of the step given all outputs before it, finite and above 0
   * @return what was debited, which is rho rounded up to the next unit
   * @throws BudgetExceededException if less than rho remains
   * @throws IllegalArgumentException if the step is blank or rho is not finite and above 0
   */
  public synchronized Charge charge(String step, double rho) {
    Checks.positive("rho", rho);
    BigInteger debit = RhoUnits.of(rho, RoundingMode.CEILING);
    Charge charge = new Charge(step, RhoUnits.toDouble(debit, RoundingMode.CEILING));
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
    return RhoUnits.toDouble(remaining, RoundingMode.FLOOR);
  }

  /** Returns the sum of all charges, rounded up. */
  public synchronized double spent() {
    return RhoUnits.toDouble(spent, RoundingMode.CEILING);
  }

  /** Returns the budget of the release. */
  public Zcdp budget() {
    return budget;
  }

  /**
   * Returns the sum of the charges of each step, rounded up, in the order of their first charge.
   */
  public synchronized List<Charge> charges() {
    return charged.entrySet().stream()
        .map(entry -> new Charge(entry.getKey(), RhoUnits.toDouble(entry.getValue(), RoundingMode.CEILING)))
        .toList();
  }
}
