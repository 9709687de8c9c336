/**
 * Spherical caps, which the reports of PrivUnit are drawn from: the law of one coordinate of a
 * random unit vector, the threshold of the cap, and exact draws of vectors within it and outside.
 */
@Internal
package org.privatemean.local.unit.cap;

import org.privatemean.annotation.Internal;
