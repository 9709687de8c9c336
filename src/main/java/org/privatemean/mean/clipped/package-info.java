/**
 * The geometry of the clipped and the shifted clipped mean (Huang, Liang and Yi 2021, section 3)
 * and the forecast of their error, which the central and the shuffle model share.
 */
@Internal
package org.privatemean.mean.clipped;

import org.privatemean.annotation.Internal;
