/**
 * The local model: devices randomize what they send, and the server computes from reports alone.
 *
 * <p>The protocols for Gaussian values are those of Joseph, Kulkarni, Mao and Wu, "Locally Private
 * Gaussian Estimation" (2019), and of Gaboardi, Rogers and Sheffet, "Locally Private Mean
 * Estimation: Z-test and Tight Confidence Intervals" (2019).
 */
package org.privatemean.local;
