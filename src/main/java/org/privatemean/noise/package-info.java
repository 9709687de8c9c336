/**
 * Exact random integers for privacy, and their secure random bits: discrete Gaussian and discrete
 * Laplace noise, Bernoulli and Poisson numbers, shares of noise that many users add (Skellam), and
 * randomized response, all without floating-point decisions. The central model draws the discrete
 * Gaussian, the local model randomized response and the discrete Gaussian, the shuffle model
 * Poisson and Skellam shares.
 *
 * <p>In the central model every draw is a function of a secret {@link
 * org.privatemean.noise.NoiseKey} and of the address (step, level, coordinate) of the value that it
 * hides, never of the order of calls. So neither threads, nor the number of passes over the data,
 * nor a repeated task can change a released value.
 *
 * <p>The discrete Gaussian and Laplace samplers are those of Canonne, Kamath and Steinke, "The
 * Discrete Gaussian for Differential Privacy" (2020); each of the others names its source. They
 * take integers and random bits and return integers; the distribution is exactly the stated one if
 * the bits are uniform. Their running time depends on the bits: it is not constant, and an observer
 * who times single draws learns something about the noise.
 */
package org.privatemean.noise;
