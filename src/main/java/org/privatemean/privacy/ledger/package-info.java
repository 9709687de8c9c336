/**
 * The ledger in zCDP, which refuses to spend more than the budget. The central model charges every
 * step to it before its noise is drawn; the local model uses it for arithmetic only.
 */
package org.privatemean.privacy.ledger;
