/** The output of the job: staged next to its place first, then put there whole, or not at all. */
@Internal
package org.privatemean.app.output;

import org.privatemean.annotation.Internal;
