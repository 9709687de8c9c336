/**
 * Range counting with local reports (Lemma 5.1 of Huang, Liang and Yi 2021): each device sends one
 * short private report, from which the server estimates how many values lie below any point, and
 * with {@link org.privatemean.query.QuantileSearch} any quantile.
 *
 * <p>{@link org.privatemean.local.range.HaarRandomizer} and {@link
 * org.privatemean.local.range.HaarTally} work on universes of up to 2^62 integers. The histogram
 * tree of the paper's own choice, for up to 2^22, is among the benchmarks.
 */
@Internal
package org.privatemean.local.range;

import org.privatemean.annotation.Internal;
