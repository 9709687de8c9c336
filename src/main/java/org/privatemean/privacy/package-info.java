/**
 * The guarantees of releases: the three guarantees, the conversions between them, what is protected
 * and the sensitivities that follow from it, and what one step was charged. The ledgers are in
 * {@link org.privatemean.privacy.ledger}; {@code org.privatemean.shuffle} has the accounting by the
 * distribution of the privacy loss.
 *
 * <p>Every rounding goes to the safe side, and a method whose result is rounded says in its name to
 * which: an epsilon, a delta or a rho that is a <em>cost</em> is rounded up, a rho or an epsilon
 * that is a <em>budget</em> is rounded down.
 */
package org.privatemean.privacy;
