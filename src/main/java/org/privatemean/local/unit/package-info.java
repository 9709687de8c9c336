/**
 * Local reports of vectors, and their sums. Unit vectors: PrivUnit and PrivUnitG, which draw from
 * spherical caps, and ProjUnit, which first projects to few coordinates by a public random
 * projection so that reports are short. Vectors of a ball: the same, and Gaussian noise. Reports
 * have a compact, versioned binary form; malformed ones are counted and dropped ({@link
 * org.privatemean.local.unit.Rejections#accepts}).
 *
 * <p>Client and server hold the same public parameters. A client makes one report, for example with
 * {@link org.privatemean.local.unit.PrivUnitRandomizer}, and sends its bytes.
 */
@Internal
package org.privatemean.local.unit;

import org.privatemean.annotation.Internal;
