/** What the recentred mean decides from public values, and how it shares its budget. */
@Internal
package org.privatemean.mean.recentred.plan;

import org.privatemean.annotation.Internal;
