/**
 * Means of unit vectors, and of vectors of bounded norm, from reports that are private before they
 * leave their owners: PrivUnit, PrivUnitG and ProjUnit.
 *
 * <p>A client makes one report with {@link org.privatemean.local.unit.PrivUnitRandomizer} or {@link
 * org.privatemean.local.unit.ProjUnitRandomizer} and sends its bytes; the server adds them to a
 * {@link org.privatemean.local.unit.PrivUnitAggregator} or {@link
 * org.privatemean.local.unit.ProjUnitAggregator}. Both sides hold the same public parameters. The
 * client needs none of what surrounds this package but the bits of {@link org.privatemean.noise}.
 */
package org.privatemean.local.unit;
