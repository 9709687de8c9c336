/** The recentred mean, the default: a mechanism of the central model only. */
@Internal
package org.privatemean.mean.recentred;

import org.privatemean.annotation.Internal;
