package org.privatemean.privacy.ledger;

import org.privatemean.privacy.Zcdp;

/**
 * A budget in zCDP: the rho of its releases add up.
 *
 * @since 0.1.0
 */
public interface ZcdpLedger extends Ledger<Zcdp, ZcdpGrant> {}
