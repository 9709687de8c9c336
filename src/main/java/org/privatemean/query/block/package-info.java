/**
 * Encoded rows for the queries of {@link org.privatemean.query}: blocks of lattice points and of
 * doubles, the views on them (centred, scaled, squared), and the statistics and clipped sums over
 * both. Used by the central model only.
 */
@Internal
package org.privatemean.query.block;

import org.privatemean.annotation.Internal;
