/**
 * ProjUnit: unit vectors are projected to few coordinates by a public random projection before
 * PrivUnit, so that reports are short ({@link
 * org.privatemean.local.unit.projection.ProjUnitRandomizer}, {@link
 * org.privatemean.local.unit.projection.ProjUnitAggregator}).
 */
@Internal
package org.privatemean.local.unit.projection;

import org.privatemean.annotation.Internal;
