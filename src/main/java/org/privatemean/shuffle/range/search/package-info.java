/**
 * The searches of the shuffle mean: quantiles of those who answer, by one threshold a round or by
 * flat cells in few rounds.
 */
@Internal
package org.privatemean.shuffle.range.search;

import org.privatemean.annotation.Internal;
