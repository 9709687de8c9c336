/**
 * A privacy budget that outlives the processes that spend it: a log of entries, each written once
 * under its number and never changed, that all fits on the same people share.
 *
 * <p><b>Privacy guarantee.</b> {@link org.privatemean.privacy.ledger.durable.DurableLedger} states
 * and proves it. {@link org.privatemean.privacy.ledger.durable.LedgerStore} is the port to its
 * stores, which put a value once under its number.
 */
@Internal
package org.privatemean.privacy.ledger.durable;

import org.privatemean.annotation.Internal;
