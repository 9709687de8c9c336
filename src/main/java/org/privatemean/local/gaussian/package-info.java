/**
 * The mean and standard deviation of Gaussian values that never leave their owners except through a
 * local randomizer: the protocols of Joseph, Kulkarni, Mao and Wu, "Locally Private Gaussian
 * Estimation" (2019), and the two of Gaboardi, Rogers and Sheffet, "Locally Private Mean
 * Estimation: Z-test and Tight Confidence Intervals" (2019).
 */
@Internal
package org.privatemean.local.gaussian;

import org.privatemean.annotation.Internal;
