/** A privacy budget that outlives processes, as a log in a store that all fits share. */
@Internal
package org.privatemean.privacy.ledger.durable;

import org.privatemean.annotation.Internal;
