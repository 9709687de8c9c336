/** The commands that make, show and check a ledger, and book in it what was released elsewhere. */
@Internal
package org.privatemean.app.ledger;

import org.privatemean.annotation.Internal;
