/** Numerical functions by {@link java.lang.StrictMath}: released values depend on their bits. */
@Internal
package org.privatemean.numeric;

import org.privatemean.annotation.Internal;
