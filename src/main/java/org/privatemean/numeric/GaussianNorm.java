package org.privatemean.numeric;

/**
 * Quantiles of the norm of a Gaussian vector for forecasts: to 2 percent, and to half a percent
 * from ten coordinates on.
 */
public final class GaussianNorm {
  /** Halvings of {@link #upperQuantile}; budgets, and therefore releases, depend on its bits. */
  private static final int HALVINGS = 60;

  private GaussianNorm() {}

  /**
   * Returns the norm that a share of standard Gaussian vectors exceeds, in units of {@code
   * sqrt(d)}: by the cube root of chi-square (Wilson and Hilferty 1931).
   *
   * @param dimension number of coordinates d
   * @param above the share, in (0, 1/2]
   */
  public static double quantile(int dimension, double above) {
    double variance = 2.0 / (9.0 * dimension);
    double root = 1 - variance + Normal.roughUpperQuantile(above) * Math.sqrt(variance);
    return StrictMath.pow(root, 1.5);
  }

  /**
   * Returns the share of standard Gaussian vectors whose norm exceeds a value at or above the
   * median, in units of {@code sqrt(d)}: the inverse of {@link #quantile}.
   */
  public static double upperQuantile(int dimension, double norm) {
    return MonotoneSearch.halve(0, 0.5, HALVINGS, share -> quantile(dimension, share) > norm)
        .middle();
  }
}
