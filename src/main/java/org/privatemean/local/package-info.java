/**
 * The local model: nobody is trusted. Devices randomize what they send, and the server computes
 * from reports alone.
 *
 * <p>{@link org.privatemean.local.LocalMeanPlan} decides from public values; {@link
 * org.privatemean.local.LocalMeanClient} makes a device's reports; {@link
 * org.privatemean.local.LocalMeanTally} collects them; {@link org.privatemean.local.LocalMeanState}
 * is what is public between the rounds.
 *
 * <p>{@code GaussianRound} runs the protocols for Gaussian values: Joseph, Kulkarni, Mao and Wu,
 * "Locally Private Gaussian Estimation" (2019), and Gaboardi, Rogers and Sheffet, "Locally Private
 * Mean Estimation: Z-test and Tight Confidence Intervals" (2019).
 */
package org.privatemean.local;
