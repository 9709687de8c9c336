/**
 * Local reports of vectors of bounded norm: PrivUnit and PrivUnitG, which draw from spherical caps,
 * FastProjUnit, which first projects to few coordinates by a public random projection, and Gaussian
 * noise. Reports have a compact, versioned binary form; malformed ones are counted and dropped
 * ({@link org.privatemean.local.unit.Rejections#accepts}).
 */
@Internal
package org.privatemean.local.unit;

import org.privatemean.annotation.Internal;
