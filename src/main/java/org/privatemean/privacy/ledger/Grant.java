package org.privatemean.privacy.ledger;

import java.util.List;
import org.privatemean.annotation.Internal;
import org.privatemean.privacy.Charge;

/**
 * The part of a {@link Ledger} that one release may spend, step by step.
 *
 * <p><b>Contract.</b> A grant has exactly the budget that was asked for: the ledger was debited
 * with it when the grant was made. None of it is returned, whether the steps use it or not.
 *
 * <p>Implementations are thread-safe. A grant has one owner.
 *
 * @param <P> the price of a step
 * @since 0.1.0
 */
@Internal
public interface Grant<P> extends AutoCloseable {
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
  Charge charge(String step, P price);

  /** Returns the charges of the steps, in the order of their first charge. */
  List<Charge> charges();

  /** Ends the release: no step can be charged afterwards. */
  @Override
  void close();
}
