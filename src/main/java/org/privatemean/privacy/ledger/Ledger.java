package org.privatemean.privacy.ledger;

import org.privatemean.annotation.Internal;

/**
 * A privacy budget that grants parts to releases.
 *
 * <p><b>Privacy guarantee.</b> The output of all steps that were each charged to a {@link Grant} of
 * this ledger before their noise was drawn has, together, the guarantee that the budget states.
 *
 * @param <B> the guarantee that the budget and its parts state
 * @param <G> the grant of a release
 * @since 0.1.0
 */
@Internal
public interface Ledger<B, G extends Grant<?>> {
  /**
   * Takes the budget of a release: exactly that, and none of it is returned. Close the grant when
   * the release is over.
   *
   * @param release the name of the release, not blank
   * @param budget its budget
   * @throws BudgetExceededException if less is left; the ledger is unchanged
   * @throws IllegalArgumentException if the name is blank or the budget out of its range
   */
  G grant(String release, B budget);

  /** Returns the budget with which this ledger was opened. */
  B budget();
}
