package org.privatemean.privacy.ledger;

import java.util.List;
import org.privatemean.annotation.Internal;
import org.privatemean.privacy.Charge;

/**
 * The part of a {@link Ledger} that one release may spend, step by step.
 *
 * <p><b>Contract.</b> A grant is of exactly the budget that was asked for: the ledger was debited
 * with it when the grant was made. Nothing of it comes back, whether the steps use it or not.
 *
 * <p>Implementations are thread-safe. A grant has one owner.
 *
 * @param <P> the price of a step
 * @since 0.1.0
 */
@Internal
public interface Grant<P> extends AutoCloseable {
  /**
   * Debits a step. Call it before the noise of the step is drawn: a charge that is refused leaves
   * the grant as it was, and nothing has been released.
   *
   * @param step the name of the step, not blank
   * @param price what the step costs, given all outputs before it
   * @return what was debited
   * @throws BudgetExceededException if that is more than remains of the grant
   * @throws IllegalStateException if the grant is closed
   * @throws IllegalArgumentException if the step is blank or the price out of its range
   */
  Charge charge(String step, P price);

  /** Returns the charges of the steps, in the order of their first charge. */
  List<Charge> charges();

  /** Ends the release: no step can be charged from now on. */
  @Override
  void close();
}
