/**
 * Spherical caps, which the reports of PrivUnit are drawn from: the law of one coordinate of a
 * random unit vector, the threshold of the cap, and exact draws of vectors within it and outside.
 */
package org.privatemean.local.unit.cap;
