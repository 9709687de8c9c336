/**
 * The numeric floor: the normal law, the law of the norm of a normal vector, the Fourier transform,
 * searches of monotone functions, sums that keep a processor busy, sums and products rounded in a
 * stated direction, and numbers as they are shown. Plain functions of numbers: they know nothing of
 * privacy, rows or mechanisms, and every trust model uses them.
 *
 * <p>Everything is made of {@link java.lang.StrictMath}, of roots and of plain arithmetic, so that
 * it has the same bits on every machine. Released values and the digests of public states depend on
 * these bits: where two ways to compute the same number differ in the last place, and both have
 * been released, both are kept side by side.
 */
@Internal
package org.privatemean.numeric;

import org.privatemean.annotation.Internal;
