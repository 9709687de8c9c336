/** Spark session of a run, and interruptions of the run. */
@Internal
package org.privatemean.app.session;

import org.privatemean.annotation.Internal;
