/**
 * Means of unit vectors, and of vectors of bounded norm, from reports that are private before they
 * leave their owners: PrivUnit and PrivUnitG. ProjUnit is in {@link
 * org.privatemean.local.unit.projection}.
 *
 * <p>A client makes one report with {@link org.privatemean.local.unit.PrivUnitRandomizer} and sends
 * its bytes; the server adds them to a {@link org.privatemean.local.unit.PrivUnitAggregator}. Both
 * sides hold the same public parameters. The client needs none of what surrounds this package but
 * the bits of {@link org.privatemean.noise}.
 */
@Internal
package org.privatemean.local.unit;

import org.privatemean.annotation.Internal;
