/**
 * Accounting by the distribution of the privacy loss: loss distributions, Renyi profiles, the
 * calibration of noise by them, and the ledger that composes them. The shuffle model alone is
 * accounted for in this way.
 */
package org.privatemean.privacy.loss;
