package org.privatemean.privacy.ledger;

import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Checks;

/**
 * The part of a {@link PrivacyLedger} that one release may spend, step by step.
 *
 * <p><b>Privacy guarantee.</b> What the steps release that were each charged here before their
 * noise was drawn is, all together, rho-zCDP for the rho of the grant; the ledger has the proof.
 *
 * <p><b>Contract.</b> A grant is of exactly the amount that was asked for: the ledger is debited
 * with it when the grant is made. Nothing of it comes back once a step was charged, whether the
 * steps use all of it or not. A grant that is closed before any step was charged has drawn no noise
 * and costs nothing.
 *
 * <p>A charge is rounded up to the ledger's units of 2^-60, so shares computed in doubles need not
 * add up to the grant: give the last step at most {@link #remaining()}.
 *
 * <p>Thread-safe. Not serializable: a grant has one owner.
 *
 * @since 0.1.0
 */
public final class Grant implements AutoCloseable {

  private final PrivacyLedger ledger;
  private final String release;
  private final BigInteger whole;
  private final Map<String, BigInteger> charged = new LinkedHashMap<>();
  private BigInteger remaining;
  private boolean closed;

  Grant(PrivacyLedger ledger, String release, BigInteger whole) {
    this.ledger = ledger;
    this.release = release;
    this.whole = whole;
    this.remaining = whole;
  }

  /**
   * Debits a step. Call it before the noise of the step is drawn: a charge that is refused leaves
   * the grant as it was, and nothing has been released.
   *
   * @param step the name of the step; charges of one name are summed
   * @param rho the zCDP cost of the step given all outputs before it, finite and above 0
   * @return what was debited, which is rho rounded up to the next unit
   * @throws BudgetExceededException if less than rho remains of the grant
   * @throws IllegalStateException if the grant is closed
   * @throws IllegalArgumentException if the step is blank or rho is not finite and above 0
   */
  public synchronized Charge charge(String step, double rho) {
    Checks.positive("rho", rho);
    BigInteger debit = RhoUnits.of(rho, RoundingMode.CEILING);
    Charge charge = new Charge(step, RhoUnits.toDouble(debit, RoundingMode.CEILING));
    if (closed) {
      throw new IllegalStateException(
          String.format("step '%s' comes after the end of release '%s'", step, release));
    }
    if (debit.compareTo(remaining) > 0) {
      throw new BudgetExceededException(step, rho, remaining());
    }
    remaining = remaining.subtract(debit);
    charged.merge(step, debit, BigInteger::add);
    return charge;
  }

  /**
   * Returns what steps can still be charged, rounded down: a charge of exactly this, if above 0, is
   * accepted.
   */
  public synchronized double remaining() {
    return RhoUnits.toDouble(remaining, RoundingMode.FLOOR);
  }

  /** Returns the sum of all charges, rounded up. */
  public synchronized double spent() {
    return RhoUnits.toDouble(whole.subtract(remaining), RoundingMode.CEILING);
  }

  /**
   * Returns the sum of the charges of each step, rounded up, in the order of their first charge.
   */
  public synchronized List<Charge> charges() {
    return RhoUnits.charges(charged);
  }

  /** Ends the release. Only a grant of which no step was charged goes back to the ledger. */
  @Override
  public synchronized void close() {
    if (!closed && charged.isEmpty()) {
      ledger.takeBack(release, whole);
    }
    closed = true;
  }
}
