/**
 * Numerical functions, independent of privacy, rows and mechanisms. They use {@link
 * java.lang.StrictMath}, roots and plain arithmetic only, so that they have the same bits on every
 * machine: released values and the digests of public states depend on these bits.
 */
@Internal
package org.privatemean.numeric;

import org.privatemean.annotation.Internal;
