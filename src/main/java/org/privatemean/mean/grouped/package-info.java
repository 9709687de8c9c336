/** The recentred mean of each of many groups, where every group has the whole budget. */
@Internal
package org.privatemean.mean.grouped;

import org.privatemean.annotation.Internal;
