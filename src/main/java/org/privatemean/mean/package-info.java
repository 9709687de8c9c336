/**
 * The mechanisms: rotate, centre, threshold, average (Huang, Liang and Yi 2021), written over two
 * private primitives that {@link org.privatemean.mean.TrustModel} supplies: range counts and the
 * sum of clipped vectors.
 */
package org.privatemean.mean;
