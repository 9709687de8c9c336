/**
 * The clipped and the shifted clipped mean (Huang, Liang and Yi 2021, section 3). {@code
 * ClippedMean} and {@code MeanPlan} run in the central model. The shuffle model has its own rounds
 * and uses the lattice, the search ranges, the ranks and the forecast of this package.
 */
@Internal
package org.privatemean.mean.clipped;

import org.privatemean.annotation.Internal;
