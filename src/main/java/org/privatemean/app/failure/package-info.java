/** How the job fails, and what may be shown of it: never what a message of others says. */
@Internal
package org.privatemean.app.failure;

import org.privatemean.annotation.Internal;
