package org.privatemean.local;

/**
 * The expected error of a {@link LocalMeanPlan} on Gaussian rows, in data units, from public values
 * alone.
 *
 * @param clippingNorm the clipping norm of the last round
 * @param noiseStdDev standard deviation of the reports' noise on each coordinate of the mean
 * @param error root mean square l2 distance to the mean of the law that the rows come from: noise,
 *     what clipping and the centre add, and that only some users report on the mean
 */
record LocalMeanForecast(double clippingNorm, double noiseStdDev, double error) {}
