/**
 * What a release promises and what it costs: the three guarantees, the conversions between them,
 * and the ledgers that refuse to spend more than the budget: one in zCDP, and one for the shuffle
 * model by the distribution of the privacy loss.
 *
 * <p>Every rounding goes to the safe side, and a method whose result is rounded says in its name to
 * which: an epsilon, a delta or a rho that is a <em>cost</em> is rounded up, a rho or an epsilon
 * that is a <em>budget</em> is rounded down.
 */
package org.privatemean.privacy;
