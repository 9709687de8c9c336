package org.privatemean.mean;

/** Quantiles of the norm of a Gaussian vector, to a percent: for forecasts. */
final class GaussianNorm {
  private GaussianNorm() {}

  /**
   * The norm that a share of standard Gaussian vectors passes, in units of {@code sqrt(d)}: by the
   * cube root of chi-square (Wilson and Hilferty 1931).
   *
   * @param dimension number of coordinates d
   * @param above the share, in (0, 1/2]
   */
  static double quantile(int dimension, double above) {
    double variance = 2.0 / (9.0 * dimension);
    double root = 1 - variance + upperQuantile(above) * Math.sqrt(variance);
    return StrictMath.pow(root, 1.5);
  }

  /** The standard normal quantile (Abramowitz and Stegun 1964, 26.2.23), to 4.5e-4. */
  private static double upperQuantile(double above) {
    double t = Math.sqrt(-2 * StrictMath.log(Math.max(1e-300, above)));
    double numerator = 2.515517 + t * (0.802853 + t * 0.010328);
    double denominator = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
    return t - numerator / denominator;
  }
}
