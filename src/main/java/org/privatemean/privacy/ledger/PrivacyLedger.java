package org.privatemean.privacy.ledger;

import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ObjDoubleConsumer;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Checks;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.ZcdpGrant.BudgetUnits;

/**
 * A privacy budget that cannot be overspent: the output of all steps that were each charged to a
 * {@link ZcdpGrant} of it before their noise was drawn is, together, rho-zCDP for the rho of the
 * budget. A step may choose its action and its cost after seeing the outputs of the steps before
 * it, and may be omitted. Proof: privacy-accounting.md, "The ledger" (Feldman and Zrnic 2021;
 * Whitehouse, Ramdas, Rogers and Wu 2023).
 *
 * <p><b>Amounts</b> are integers of units of 2^-60: charges of steps are rounded up, the budget and
 * grants down, so the compared sum is never less than the exact one. Doubles of 2^-8 or more are
 * whole numbers of units.
 *
 * <p><b>Equal parts.</b> Ten times the double 0.05 is 0.5 and 2.8e-17. So a release that asks for
 * at most one part in 2^40 more than remains is granted the rest.
 *
 * <p>Thread-safe. Not serializable: a budget has one owner.
 *
 * @since 0.1.0
 */
public final class PrivacyLedger {
  /** Covers the roundings of some thousand equal parts of a budget. */
  private static final int SHORTFALL_BITS = 40;

  private final Zcdp budget;
  private final Payment payment;
  private final ObjDoubleConsumer<String> listener;
  private final Map<String, BigInteger> granted = new LinkedHashMap<>();
  private BigInteger remaining;

  /** Opens a ledger with nothing spent. */
  public PrivacyLedger(Zcdp budget) {
    this(budget, Payment.IN_PROCESS, (step, spent) -> {});
  }

  /**
   * Opens a ledger with nothing spent, whose grants are paid for when they are taken.
   *
   * @param payment pays for each grant, which draws on it at each step
   * @param listener receives each accepted step, and the rho that its grant has spent
   */
  public PrivacyLedger(Zcdp budget, Payment payment, ObjDoubleConsumer<String> listener) {
    this.budget = budget;
    this.payment = payment;
    this.listener = listener;
    this.remaining = BudgetUnits.RHO.of(budget.rho(), RoundingMode.FLOOR);
  }

  /**
   * Takes the budget of a release: exactly rho, or what is left if that is less by at most one part
   * in 2^40.
   *
   * @param release the name of the release, not blank; grants of one name are summed
   * @param budget the budget of the release, rho above 0
   * @throws BudgetExceededException if less is left or paid for; the ledger is unchanged
   * @throws IllegalArgumentException if the name is blank, or rho is 0
   */
  public synchronized ZcdpGrant grant(String release, Zcdp budget) {
    Objects.requireNonNull(release, "release");
    if (release.isBlank()) {
      throw new IllegalArgumentException("release must not be blank");
    }
    double rho = budget.rho();
    Checks.positive("rho", rho);
    BigInteger requested = BudgetUnits.RHO.of(rho, RoundingMode.FLOOR);
    BigInteger least = requested.subtract(requested.shiftRight(SHORTFALL_BITS));
    if (requested.signum() == 0 || least.compareTo(remaining) > 0) {
      throw BudgetExceededException.ofRelease(release, "rho", rho, remaining());
    }
    double paid = payment.charge(rho);
    BigInteger amount = BudgetUnits.RHO.of(paid, RoundingMode.FLOOR).min(requested).min(remaining);
    if (least.compareTo(amount) > 0) {
      throw BudgetExceededException.ofRelease(release, "rho", rho, paid);
    }
    remaining = remaining.subtract(amount);
    granted.merge(release, amount, BigInteger::add);
    return new ZcdpGrant(release, amount, payment, listener);
  }

  /** Returns the rho left to grant, rounded down: a grant of it, if above 0, is accepted. */
  public synchronized double remaining() {
    return BudgetUnits.RHO.toDouble(remaining, RoundingMode.FLOOR);
  }

  /** Returns the sum of all grants, rounded up. */
  public synchronized double spent() {
    BigInteger whole = BudgetUnits.RHO.of(budget.rho(), RoundingMode.FLOOR);
    return BudgetUnits.RHO.toDouble(whole.subtract(remaining), RoundingMode.CEILING);
  }

  /** Returns the budget with which this ledger was opened. */
  public Zcdp budget() {
    return budget;
  }

  /** Returns the amount granted to each release, rounded up, in the order of their first grants. */
  public synchronized List<Charge> charges() {
    return BudgetUnits.charges(granted);
  }
}
