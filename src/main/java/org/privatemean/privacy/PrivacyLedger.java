package org.privatemean.privacy;

import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * A privacy budget for any number of releases on the same rows, which cannot be overspent: whatever
 * is released from its grants is, all together, rho-zCDP for the rho of the budget.
 *
 * <p>A release takes exactly the budget that it asks for, whatever its steps then spend of it, and
 * nothing comes back. So the grants' budgets add up to what is spent here, and releases whose
 * budgets add up to this one all go through.
 *
 * <p>Proof: the steps of a {@link Grant} are charged no more than its budget in units of {@link
 * RhoUnits}, rounded down, which is what is debited here. So the charges of all steps of all grants
 * are at most the budget in every run, also where a release is chosen after seeing others, and the
 * proof of {@link Grant} holds for all of them as one.
 *
 * <p>Thread-safe. Not serializable: a budget has one owner.
 */
public final class PrivacyLedger {
  private final Zcdp budget;
  private BigInteger remaining;
  private BigInteger spent = BigInteger.ZERO;

  /** Opens a ledger with nothing spent. */
  public PrivacyLedger(Zcdp budget) {
    this.budget = budget;
    this.remaining = RhoUnits.of(budget.rho(), RoundingMode.FLOOR);
  }

  /**
   * Sets a release's whole budget aside. Call it before anything is drawn: a grant that is refused
   * leaves the ledger as it was.
   *
   * @param release its name, for the message of a refusal
   * @param rho the budget of the release
   * @throws BudgetExceededException if less than that remains
   */
  public synchronized Grant grant(String release, Zcdp rho) {
    check(release, rho);
    BigInteger debit = RhoUnits.of(rho.rho(), RoundingMode.FLOOR);
    remaining = remaining.subtract(debit);
    spent = spent.add(debit);
    return new Grant(rho);
  }

  /**
   * Checks that a release's whole budget could be set aside now, and debits nothing.
   *
   * @param release its name, for the message of a refusal
   * @param rho the budget of the release
   * @throws BudgetExceededException if less than that remains
   */
  public synchronized void check(String release, Zcdp rho) {
    if (RhoUnits.of(rho.rho(), RoundingMode.FLOOR).compareTo(remaining) > 0) {
      throw new BudgetExceededException(release, rho.rho(), remaining());
    }
  }

  /** Returns what can still be granted, rounded down. */
  public synchronized double remaining() {
    return RhoUnits.toDouble(remaining, RoundingMode.FLOOR);
  }

  /** Returns the sum of all grants, rounded up. */
  public synchronized double spent() {
    return RhoUnits.toDouble(spent, RoundingMode.CEILING);
  }

  /** Returns the budget that this ledger was opened with. */
  public Zcdp budget() {
    return budget;
  }
}
