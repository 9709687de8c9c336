/**
 * Failures of the job and their printable text, which never contains messages of other libraries.
 */
@Internal
package org.privatemean.app.failure;

import org.privatemean.annotation.Internal;
