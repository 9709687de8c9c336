package org.privatemean.mean;

import java.util.Arrays;
import org.privatemean.numeric.MonotoneSearch;
import org.privatemean.numeric.Normal;

/** Quantiles of the norm of a Gaussian vector. */
final class GaussianNorm {
  /** Halvings of {@link #upperQuantile}; budgets, and therefore releases, depend on its bits. */
  private static final int HALVINGS = 60;

  private static final int MAX_TERMS = 100_000;
  private static final double SMALLEST = 1e-17;

  /** From this number of degrees of freedom the cube root is normal to 1e-4. */
  private static final double MANY = 500;

  /** Stirling's series is accurate to 1e-10 from here. */
  private static final double STIRLING = 12;

  private GaussianNorm() {}

  /**
   * Returns the norm that a share in (0, 1/2] of standard Gaussian vectors exceeds, in units of
   * {@code sqrt(d)}: by the cube root of chi-square (Wilson and Hilferty 1931), to 2 percent, and
   * to half a percent from ten coordinates on.
   */
  public static double quantile(int dimension, double above) {
    double variance = 2.0 / (9.0 * dimension);
    double root = 1 - variance + Normal.roughUpperQuantile(above) * Math.sqrt(variance);
    return StrictMath.pow(root, 1.5);
  }

  /** Returns the share of vectors beyond a norm: the inverse of {@link #quantile}. */
  public static double upperQuantile(int dimension, double norm) {
    return MonotoneSearch.halve(0, 0.5, HALVINGS, share -> quantile(dimension, share) > norm)
        .middle();
  }

  /**
   * Returns the radius of the ball that contains a Gaussian vector of independent coordinates with
   * a given probability: by the chi-square of the same mean, variance and skewness (Pearson 1959;
   * Imhof 1961, section 3), to one percent from 0.9 on, and to 4 percent at 0.5.
   */
  public static double radius(double[] deviations, double confidence) {
    double largest = Arrays.stream(deviations).max().orElse(0);
    if (largest == 0) {
      return 0;
    }
    double first = 0;
    double second = 0;
    double third = 0;
    for (double s : deviations) {
      double square = s / largest * (s / largest);
      first += square;
      second += square * square;
      third += square * square * square;
    }
    double degrees = second * second * second / (third * third);
    double chi = chiSquare(degrees, confidence);
    double square = first + (chi - degrees) * Math.sqrt(second / degrees);
    return largest * Math.sqrt(Math.max(0, square));
  }

  /** Returns a quantile of the chi-square distribution of at least 1/2 degrees of freedom. */
  public static double chiSquare(double degrees, double p) {
    if (degrees > MANY) {
      double variance = 2 / (9 * degrees);
      double root = 1 - variance + Normal.quantile(p) * Math.sqrt(variance);
      return degrees * root * root * root;
    }
    double most = degrees + 60 + 12 * Math.sqrt(degrees) - 4 * StrictMath.log(1 - p);
    return MonotoneSearch.halve(0, most, HALVINGS, x -> lowerGamma(degrees / 2, x / 2) < p)
        .middle();
  }

  /** Returns the regularised lower incomplete gamma function, by its series. */
  private static double lowerGamma(double a, double x) {
    if (x <= 0) {
      return 0;
    }
    double term = StrictMath.exp(a * StrictMath.log(x) - x - logGamma(a + 1));
    double sum = 0;
    for (int n = 1; n < MAX_TERMS && term > SMALLEST * sum; n++) {
      sum += term;
      term *= x / (a + n);
    }
    return Math.min(1, sum);
  }

  private static double logGamma(double z) {
    double shift = 0;
    double a = z;
    while (a < STIRLING) {
      shift += StrictMath.log(a);
      a++;
    }
    double series = 1 / (12 * a) - 1 / (360 * a * a * a) + 1 / (1260 * Math.pow(a, 5));
    return (a - 0.5) * StrictMath.log(a) - a + StrictMath.log(2 * Math.PI) / 2 + series - shift;
  }
}
