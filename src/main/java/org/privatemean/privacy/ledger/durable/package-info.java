/**
 * A privacy budget that outlives the processes that spend it, as a log in a store that all fits on
 * the same people share: {@link org.privatemean.privacy.ledger.durable.DurableLedger} states and
 * proves its guarantee.
 */
@Internal
package org.privatemean.privacy.ledger.durable;

import org.privatemean.annotation.Internal;
