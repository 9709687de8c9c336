/** Commands that create, show and verify a ledger, and book releases of other tools. */
@Internal
package org.privatemean.app.ledger;

import org.privatemean.annotation.Internal;
