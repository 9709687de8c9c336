package org.privatemean.local;

/**
 * The expected error of a {@link LocalMeanPlan} on Gaussian rows, in data units.
 *
 * @param noiseStdDev of the reports' noise on each coordinate of the mean
 * @param error rms l2 distance to the mean of the rows' distribution: noise, the effects of
 *     clipping and of the centre, and the sampling of the users who report on the mean
 */
record LocalMeanForecast(double clippingNorm, double noiseStdDev, double error) {}
