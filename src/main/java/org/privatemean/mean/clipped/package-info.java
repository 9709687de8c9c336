/**
 * The clipped and the shifted clipped mean (Huang, Liang and Yi 2021, section 3). {@code
 * ClippedMean}, {@code ShiftedClippedMean} and {@code MeanPlan} are run in the central model; the
 * shuffle model has its own rounds and takes the lattice, the search ranges, the ranks and the
 * outlook from here.
 */
@Internal
package org.privatemean.mean.clipped;

import org.privatemean.annotation.Internal;
