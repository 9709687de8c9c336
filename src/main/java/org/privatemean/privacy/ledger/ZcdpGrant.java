package org.privatemean.privacy.ledger;

import org.privatemean.annotation.Internal;
import org.privatemean.privacy.Zcdp;

/**
 * A grant in zCDP: the rho of its steps add up.
 *
 * <p>A ledger rounds charges up to its units, so shares computed in doubles need not add up to the
 * grant: give the last step at most {@link #remaining()}.
 *
 * @since 0.1.0
 */
@Internal
public interface ZcdpGrant extends Grant<Zcdp> {
  /**
   * Returns the rho that steps can still be charged, rounded down: a charge of exactly this, if
   * above 0, is accepted.
   */
  double remaining();

  /** Returns the sum of the rho of all charges, rounded up. */
  double spent();
}
