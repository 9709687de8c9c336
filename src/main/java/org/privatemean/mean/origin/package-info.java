/** The zero vector as a mean. */
@Internal
package org.privatemean.mean.origin;

import org.privatemean.annotation.Internal;
