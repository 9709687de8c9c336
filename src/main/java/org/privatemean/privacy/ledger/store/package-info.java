/** Where ledgers are kept: places that put a value once under its number. */
@Internal
package org.privatemean.privacy.ledger.store;

import org.privatemean.annotation.Internal;
