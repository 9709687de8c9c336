/**
 * The numerical floor: the normal law, the law of the norm of a Gaussian vector, the Fourier
 * transform, and sums and products rounded in a stated direction. Plain functions of numbers; they
 * see no rows and no noise, and every trust model uses them.
 */
package org.privatemean.numeric;
