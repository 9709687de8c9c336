package org.privatemean.numeric;

/** The normal law, to about 1e-14, from {@link StrictMath} alone: the same bits everywhere. */
public final class Normal {
  /** Farther out the probability is below half an ulp of 1. */
  private static final double FAR = 8.5;

  private static final double SERIES_END = 3;
  private static final int FRACTION_TERMS = 60;

  /** Up to this many standard deviations in a period the Fourier series is the shorter one. */
  private static final double FOURIER_PERIOD = 4;

  private Normal() {}

  public static double density(double z) {
    return StrictMath.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
  }

  /** P[Z <= z]. */
  public static double cdf(double z) {
    double size = Math.abs(z);
    if (size > FAR) {
      return z > 0 ? 1 : 0;
    }
    if (size <= SERIES_END) {
      return 0.5 + density(z) * series(z);
    }
    double fraction = size;
    for (int k = FRACTION_TERMS; k >= 1; k--) {
      fraction = size + k / fraction;
    }
    double tail = density(size) / fraction;
    return z > 0 ? 1 - tail : tail;
  }

  /** z + z^3 / 3 + z^5 / 15 + ...: its terms have one sign, so nothing cancels. */
  private static double series(double z) {
    double sum = 0;
    double term = z;
    for (int odd = 3; sum + term != sum; odd += 2) {
      sum += term;
      term *= z * z / odd;
    }
    return sum;
  }

  /** The z with P[Z <= z] = p, for p in (0, 1), by bisection. */
  public static double quantile(double p) {
    double low = -FAR;
    double high = FAR;
    for (int step = 0; step < 60; step++) {
      double middle = (low + high) / 2;
      if (cdf(middle) < p) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  /**
   * The probability that mean + sigma Z lies, modulo {@code period}, in [start, start + length).
   *
   * @param length 0 to {@code period}
   * @param period above 0, finite
   */
  public static double arc(double mean, double sigma, double start, double length, double period) {
    double from = start - mean;
    if (period <= FOURIER_PERIOD * sigma) {
      return fourier(from + length / 2, sigma / period, length / period, period);
    }
    double first = from - Math.floor(from / period) * period;
    int reach = (int) Math.ceil(FAR * sigma / period) + 1;
    double sum = 0;
    for (int b = -reach; b < reach; b++) {
      double edge = first + b * period;
      if (edge + length > -FAR * sigma && edge < FAR * sigma) {
        sum += cdf((edge + length) / sigma) - cdf(edge / sigma);
      }
    }
    return sum;
  }

  private static double fourier(double middle, double sigma, double length, double period) {
    double sum = length;
    for (int k = 1; ; k++) {
      double weight = StrictMath.exp(-2 * Math.PI * Math.PI * k * k * sigma * sigma);
      if (weight < 1e-17) {
        return sum;
      }
      double turn = 2 * Math.PI * k * Math.IEEEremainder(middle, period) / period;
      sum +=
          2 / (k * Math.PI) * weight * StrictMath.sin(Math.PI * k * length) * StrictMath.cos(turn);
    }
  }
}
