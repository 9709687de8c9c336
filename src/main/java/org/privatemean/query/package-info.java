/**
 * Queries of a mechanism to a trust model ({@link org.privatemean.query.TrustModel}): range counts
 * of a row statistic, the sum of clipped vectors and the number of rows; the search that computes
 * quantiles from range counts (PrivQuant, Algorithm 1 of Huang, Liang and Yi 2021); and the grids
 * of norms that are searched.
 *
 * <p>The central model answers these queries. The local and the shuffle model use the search and
 * the grids, and answer range counts by separate rounds.
 */
@Internal
package org.privatemean.query;

import org.privatemean.annotation.Internal;
