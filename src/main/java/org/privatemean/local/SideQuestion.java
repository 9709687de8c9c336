package org.privatemean.local;

import org.privatemean.numeric.Normal;

/**
 * The side of a threshold: answer 1 for x >= threshold, else 0 (KVRR2 of Joseph et al.); with a
 * finite period 1 if (x - threshold) modulo the period is below half of it.
 */
record SideQuestion(double threshold, double period, RandomizedResponse response)
    implements ChoiceQuestion {

  static SideQuestion of(double threshold, RandomizedResponse response) {
    return new SideQuestion(threshold, Double.POSITIVE_INFINITY, response);
  }

  @Override
  public int place(double value) {
    if (period == Double.POSITIVE_INFINITY || Double.isInfinite(value)) {
      return value >= threshold ? 1 : 0;
    }
    double turns = (value - threshold) / period;
    return turns - Math.floor(turns) < 0.5 ? 1 : 0;
  }

  @Override
  public double[] law(double mean, double sigma) {
    double above =
        period == Double.POSITIVE_INFINITY
            ? Normal.cdf((mean - threshold) / sigma)
            : Normal.arc(mean, sigma, threshold, period / 2, period);
    return new double[] {1 - above, above};
  }

  double shareAbove(long[] counts) {
    return ChoiceQuestion.shares(response, counts)[1];
  }

  /** Returns the standard error of the normal quantile of that share, to first order. */
  double quantileDeviation(long[] counts, double quantile) {
    double users = Math.max(1, (double) ChoiceQuestion.total(counts));
    // An answer is 0 or 1, so its variance is at most 1/4.
    return response.scale() / (2 * Math.sqrt(users)) / Normal.density(quantile);
  }
}
