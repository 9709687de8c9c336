package org.privatemean.privacy.ledger;

import org.privatemean.annotation.Internal;
import org.privatemean.privacy.Zcdp;

/**
 * A budget in zCDP: the rho of its releases add up.
 *
 * @since 0.1.0
 */
@Internal
public interface ZcdpLedger extends Ledger<Zcdp, ZcdpGrant> {}
