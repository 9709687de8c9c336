/**
 * The guarantees of releases, the conversions between them, what is protected and the sensitivities
 * that follow from it, and the charge of a step. The ledgers are in {@link
 * org.privatemean.privacy.ledger}; {@code org.privatemean.shuffle} has the accounting by the
 * distribution of the privacy loss.
 *
 * <p>A <em>cost</em> is rounded up, a <em>budget</em> down, and the method's name says so.
 */
package org.privatemean.privacy;
