/** Queries of a mechanism to a trust model, the search for quantiles, and grids of norms. */
@Internal
package org.privatemean.query;

import org.privatemean.annotation.Internal;
