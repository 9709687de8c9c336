/**
 * Exact random integers for privacy, from secure bits and without floating-point decisions. Running
 * times depend on the bits: an observer who times single draws learns something about the noise.
 */
package org.privatemean.noise;
