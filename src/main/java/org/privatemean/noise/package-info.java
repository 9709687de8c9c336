/**
 * Exact random integers for privacy, and their secure random bits: discrete Gaussian and discrete
 * Laplace noise and Bernoulli numbers, all without floating-point decisions. In the central model
 * every draw is a function of a secret {@link org.privatemean.noise.NoiseKey} and of the address of
 * the value that it hides. Running times depend on the bits: an observer who times single draws
 * learns something about the noise.
 */
package org.privatemean.noise;
