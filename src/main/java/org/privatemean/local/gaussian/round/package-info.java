/**
 * The rounds over all coordinates and the parties to them: which user is asked what, the reports of
 * a device and their binary form, the tally of the server, and the estimate at the end.
 */
@Internal
package org.privatemean.local.gaussian.round;

import org.privatemean.annotation.Internal;
