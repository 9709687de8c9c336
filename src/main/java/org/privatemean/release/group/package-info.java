/** The results of a fit with groups: a mean for each key, and its error. */
@Internal
package org.privatemean.release.group;

import org.privatemean.annotation.Internal;
