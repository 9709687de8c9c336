/** The Spark session of a run, and the run's end from outside. */
@Internal
package org.privatemean.app.session;

import org.privatemean.annotation.Internal;
