/**
 * The mechanisms: rotate, centre, threshold, average (Huang, Liang and Yi 2021), written with the
 * private primitives of {@link org.privatemean.query.TrustModel}. Each has a package: {@link
 * org.privatemean.mean.clipped} and {@link org.privatemean.mean.recentred}.
 */
package org.privatemean.mean;
