package org.privatemean.privacy.ledger;

import java.util.List;
import org.privatemean.annotation.Internal;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Zcdp;

/**
 * The part of a {@link PrivacyLedger} that one release may spend, step by step. The rho of the
 * steps add up.
 *
 * <p><b>Contract.</b> A grant has exactly the requested budget: the ledger was debited with it when
 * the grant was made. None of it is returned, whether the steps use it or not. Charges are rounded
 * up to the ledger's units, so shares computed in doubles need not add up to the grant: give the
 * last step at most {@link #remaining()}.
 *
 * <p>Implementations are thread-safe. A grant has one owner.
 *
 * @since 0.1.0
 */
@Internal
public interface ZcdpGrant extends AutoCloseable {
  /**
   * Debits a step. Call it before the noise of the step is drawn: a refused charge leaves the grant
   * unchanged, and nothing has been released.
   *
   * @param step the name of the step, not blank
   * @param price the cost of the step, given all outputs before it
   * @return the debited charge
   * @throws BudgetExceededException if the price is more than remains of the grant
   * @throws IllegalStateException if the grant is closed
   * @throws IllegalArgumentException if the step is blank or the price out of its range
   */
  Charge charge(String step, Zcdp price);

  /**
   * Returns the rho that steps can still be charged, rounded down: a charge of exactly this, if
   * above 0, is accepted.
   */
  double remaining();

  /** Returns the sum of the rho of all charges, rounded up. */
  double spent();

  /** Returns the charges of the steps, in the order of their first charge. */
  List<Charge> charges();

  /** Ends the release: no step can be charged afterwards. */
  @Override
  void close();
}
