package org.privatemean.local.gaussian;

import org.privatemean.numeric.Normal;

/**
 * The place of a threshold in a normal distribution, from answers about the side of values.
 *
 * @param quantile (mean - threshold) / sigma
 * @param deviation standard error of the quantile, to first order
 */
record ThresholdEstimate(double quantile, double deviation) {
  /**
   * Shares are clamped so that the quantile is within 2.5: the first mean is trusted to within 2.
   */
  private static final double FARTHEST = 2.5;

  static ThresholdEstimate estimate(SideQuestion side, long[] counts) {
    double least = Normal.cdf(-FARTHEST);
    double above = Math.max(least, Math.min(1 - least, side.shareAbove(counts)));
    double quantile = Normal.quantile(above);
    double users = Math.max(1, (double) Histogram.total(counts));
    // An answer is 0 or 1, so its variance is at most 1/4.
    double share = side.response().scale() / (2 * Math.sqrt(users));
    return new ThresholdEstimate(quantile, share / Normal.density(quantile));
  }
}
