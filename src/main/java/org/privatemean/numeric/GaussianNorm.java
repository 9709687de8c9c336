package org.privatemean.numeric;

/**
 * Quantiles of the norm of a Gaussian vector for forecasts: to 2 percent, and to half a percent
 * from ten coordinates on.
 */
public final class GaussianNorm {
  /** What {@link #upperQuantile} errs by at most. */
  public static final double PRECISION = 4.5e-4;

  private GaussianNorm() {}

  /**
   * The norm that a share of standard Gaussian vectors passes, in units of {@code sqrt(d)}: by the
   * cube root of chi-square (Wilson and Hilferty 1931).
   *
   * @param dimension number of coordinates d
   * @param above the share, in (0, 1/2]
   */
  public static double quantile(int dimension, double above) {
    double variance = 2.0 / (9.0 * dimension);
    double root = 1 - variance + upperQuantile(above) * Math.sqrt(variance);
    return StrictMath.pow(root, 1.5);
  }

  /** The standard normal quantile (Abramowitz and Stegun 1964, 26.2.23), to {@link #PRECISION}. */
  public static double upperQuantile(double above) {
    double t = Math.sqrt(-2 * StrictMath.log(Math.max(1e-300, above)));
    double numerator = 2.515517 + t * (0.802853 + t * 0.010328);
    double denominator = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
    return t - numerator / denominator;
  }

  /**
   * The share of standard Gaussian vectors whose norm passes a value at or above the median, in
   * units of {@code sqrt(d)}: the inverse of {@link #quantile}.
   */
  public static double above(int dimension, double norm) {
    double low = 0;
    double high = 0.5;
    for (int halving = 0; halving < 60; halving++) {
      double middle = (low + high) / 2;
      if (quantile(dimension, middle) > norm) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }
}
