/** The recentred mean of each of many groups: every group with the whole budget. */
@Internal
package org.privatemean.mean.grouped;

import org.privatemean.annotation.Internal;
