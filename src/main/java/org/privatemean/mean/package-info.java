/**
 * The mechanisms of the central model: rotate, centre, threshold, average (Huang, Liang and Yi
 * 2021), written with the private primitives of {@link org.privatemean.query.TrustModel}. They are
 * the clipped and the shifted clipped mean, the recentred mean, and the recentred mean of each of
 * many groups, with the encoded blocks of rows that they fold.
 */
package org.privatemean.mean;
