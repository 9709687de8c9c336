/**
 * A privacy budget that outlives the processes that spend it: a log of entries, each written once
 * under its number and never changed, that all fits on the same people share.
 *
 * <p><b>Privacy guarantee.</b> {@link org.privatemean.privacy.ledger.durable.DurableLedger} states
 * and proves it.
 */
@Internal
package org.privatemean.privacy.ledger.durable;

import org.privatemean.annotation.Internal;
