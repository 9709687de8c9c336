/**
 * Numerical functions: the normal distribution, the distribution of the norm of a normal vector,
 * the Fourier transform, searches of monotone functions, fast sums, sums and products rounded in a
 * stated direction, and formatted numbers. They do not depend on privacy, rows or mechanisms, and
 * every trust model uses them.
 *
 * <p>Everything uses {@link java.lang.StrictMath}, roots and plain arithmetic only, so that it has
 * the same bits on every machine. Released values and the digests of public states depend on these
 * bits: if two ways to compute the same number differ in the last place, and both have been
 * released, both are kept.
 */
@Internal
package org.privatemean.numeric;

import org.privatemean.annotation.Internal;
