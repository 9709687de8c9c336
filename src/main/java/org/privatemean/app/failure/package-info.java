/** Failures of the job, and their texts: never what a message of others says. */
@Internal
package org.privatemean.app.failure;

import org.privatemean.annotation.Internal;
