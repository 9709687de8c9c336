/**
 * Accounting by the distribution of the privacy loss: loss distributions, Renyi profiles, the
 * calibration of noise by them, and the ledger that composes them. Only the shuffle model uses it.
 */
@Internal
package org.privatemean.privacy.loss;

import org.privatemean.annotation.Internal;
