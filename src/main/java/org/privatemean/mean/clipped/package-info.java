/** Geometry and error forecast of the clipped means of the central and the shuffle model. */
@Internal
package org.privatemean.mean.clipped;

import org.privatemean.annotation.Internal;
