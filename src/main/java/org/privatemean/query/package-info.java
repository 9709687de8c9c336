/**
 * Queries of a mechanism to a trust model ({@link org.privatemean.query.TrustModel}): range counts,
 * the sum of clipped vectors and the number of rows; the search for quantiles; and the grids of
 * norms that are searched. The local and the shuffle model answer range counts by separate rounds.
 */
@Internal
package org.privatemean.query;

import org.privatemean.annotation.Internal;
