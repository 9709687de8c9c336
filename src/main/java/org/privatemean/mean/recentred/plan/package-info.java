/** The decisions of the recentred mean from public values, and the split of its budget. */
@Internal
package org.privatemean.mean.recentred.plan;

import org.privatemean.annotation.Internal;
