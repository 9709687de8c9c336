/**
 * The mean, and where it is unknown the standard deviation, of Gaussian values that never leave
 * their owners except through a local randomizer: the protocols of Joseph, Kulkarni, Mao and Wu,
 * "Locally Private Gaussian Estimation" (2019), and the two of Gaboardi, Rogers and Sheffet,
 * "Locally Private Mean Estimation: Z-test and Tight Confidence Intervals" (2019).
 *
 * <p>A {@link org.privatemean.local.gaussian.GaussianSpec} says what is public. It starts a {@link
 * org.privatemean.local.gaussian.GaussianRound}; devices answer the round through its {@link
 * org.privatemean.local.gaussian.GaussianRandomizer}, a {@link
 * org.privatemean.local.gaussian.GaussianTally} counts what they send, and the round and the tally
 * make the next round, until one holds the estimate. A round is all that has to be kept, or sent to
 * the devices, between two steps.
 */
@Internal
package org.privatemean.local.gaussian;

import org.privatemean.annotation.Internal;
