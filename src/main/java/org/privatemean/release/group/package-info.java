/** The result of a fit with groups: a mean for each key, and what is known of its error. */
@Internal
package org.privatemean.release.group;

import org.privatemean.annotation.Internal;
