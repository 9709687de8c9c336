/** The ledger in zCDP, which refuses to spend more than the budget. */
package org.privatemean.privacy.ledger;
