/**
 * Accounting by the distribution of the privacy loss: loss distributions, Renyi profiles, the
 * calibration of noise by them, and the ledger that composes them. The shuffle model alone is
 * accounted for in this way.
 */
@Internal
package org.privatemean.privacy.loss;

import org.privatemean.annotation.Internal;
