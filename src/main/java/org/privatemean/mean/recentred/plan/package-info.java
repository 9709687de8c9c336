/** The plan of the recentred mean, from public values, and its budget. */
@Internal
package org.privatemean.mean.recentred.plan;

import org.privatemean.annotation.Internal;
