/** Storage of ledgers: the port that puts a value once under its number, and its stores. */
@Internal
package org.privatemean.privacy.ledger.store;

import org.privatemean.annotation.Internal;
