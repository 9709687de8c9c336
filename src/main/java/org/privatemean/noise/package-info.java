/**
 * Exact random integers for privacy: discrete Gaussian and discrete Laplace noise drawn without a
 * single floating-point decision.
 *
 * <p>Every draw is a function of a secret {@link org.privatemean.noise.NoiseKey} and of the address
 * (step, level, coordinate) of the value that it hides, never of the order of the calls. So neither
 * threads, nor the number of passes over the data, nor a repeated task can change a released value.
 *
 * <p>The samplers are those of Canonne, Kamath and Steinke, "The Discrete Gaussian for Differential
 * Privacy" (2020). They take integers and random bits and return integers; the distribution is
 * exactly the stated one when the bits are uniform. Their running time depends on the bits drawn:
 * it is not constant, and an observer who times single draws learns something about the noise.
 */
package org.privatemean.noise;
