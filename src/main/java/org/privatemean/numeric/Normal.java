package org.privatemean.numeric;

/**
 * Standard normal distribution: density, tails, quantiles, and arcs when wrapped around a circle.
 * Near zero the tails are the series {@code z + z^3 / 3 + z^5 / 15 + ...} (Abramowitz and Stegun
 * 1964, 26.2.11), farther out Laplace's continued fraction (26.2.14).
 *
 * <p>{@link #cdf} and {@link #millsRatio} have their own numbers of terms and switching points:
 * they differ in the last place for some z, and released values depend on both.
 */
public final class Normal {
  /** Maximum relative error of {@link #millsRatio}. */
  public static final double MILLS_ERROR = 0x1p-44;

  /** Maximum error of {@link #roughUpperQuantile}. */
  public static final double ROUGH_ERROR = 4.5e-4;

  /** Beyond this number of standard deviations the probability is below half an ulp of 1. */
  private static final double FAR = 8.5;

  /** Start of the continued fraction of {@link #cdf}. */
  private static final double CDF_SERIES_END = 3;

  /** Terms for 1e-15. */
  private static final int CDF_TERMS = 60;

  /** Series and fraction of {@link #millsRatio} are accurate to 2e-14 here. */
  private static final double MILLS_SERIES_END = 2;

  private static final int MILLS_TERMS = 200;
  private static final int HALVINGS = 60;

  /** Up to this number of standard deviations per period the Fourier series is shorter. */
  private static final double FOURIER_PERIOD = 4;

  private Normal() {}

  public static double density(double z) {
    return StrictMath.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
  }

  /** Returns {@code P[Z <= z]}, to 1e-14: 0 and 1 beyond 8.5 standard deviations. */
  public static double cdf(double z) {
    double size = Math.abs(z);
    if (size > FAR) {
      return z > 0 ? 1 : 0;
    }
    if (size <= CDF_SERIES_END) {
      return 0.5 + density(z) * series(z);
    }
    double tail = density(size) / fraction(size, CDF_TERMS);
    return z > 0 ? 1 - tail : tail;
  }

  /** Returns {@code P[Z > z]} for z of at least 0, to {@link #MILLS_ERROR} and ulps of z^2. */
  public static double upperTail(double z) {
    return density(z) * millsRatio(z);
  }

  /** Returns the upper tail over the density, for z of at least 0, to {@link #MILLS_ERROR}. */
  public static double millsRatio(double z) {
    if (z < MILLS_SERIES_END) {
      return StrictMath.exp(z * z / 2) * Math.sqrt(Math.PI / 2) - series(z);
    }
    return 1 / fraction(z, MILLS_TERMS);
  }

  /** Returns z + z^3 / 3 + z^5 / 15 + ...: its terms have one sign, so nothing cancels. */
  private static double series(double z) {
    double sum = 0;
    double term = z;
    for (int odd = 3; sum + term != sum; odd += 2) {
      sum += term;
      term *= z * z / odd;
    }
    return sum;
  }

  /** Returns z + 1 / (z + 2 / (z + 3 / ...)): one over the ratio of Mills. */
  private static double fraction(double z, int terms) {
    double fraction = z;
    for (int k = terms; k >= 1; k--) {
      fraction = z + k / fraction;
    }
    return fraction;
  }

  /** Returns the z with {@code P[Z <= z] = p}, p in (0, 1), to 1e-14 in p. */
  public static double quantile(double p) {
    return MonotoneSearch.halve(-FAR, FAR, HALVINGS, z -> cdf(z) < p).middle();
  }

  /**
   * Returns the z with {@code P[Z > z] = above}, in (0, 1/2], to {@link #ROUGH_ERROR} (Abramowitz
   * and Stegun 1964, 26.2.23; at least 1e-300). Budgets, and therefore releases, depend on its
   * bits.
   */
  public static double roughUpperQuantile(double above) {
    double t = Math.sqrt(-2 * StrictMath.log(Math.max(1e-300, above)));
    double numerator = 2.515517 + t * (0.802853 + t * 0.010328);
    double denominator = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
    return t - numerator / denominator;
  }

  /** Returns the probability that mean + sigma Z is in [start, start + length) modulo a period. */
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

  /**
   * Expected part of a standard Gaussian vector of norm r that clipping to a norm C removes, by
   * numerical integration.
   *
   * @param share probability that r exceeds C
   * @param shrinkage {@code E[(1 - C / r)+]}
   * @param mean {@code E[(r - C)+]}
   * @param square {@code E[(r - C)+^2]}
   */
  public record GaussianExcess(double share, double shrinkage, double mean, double square) {
    private static final int POINTS = 2000;

    /** Distance from the root mean square norm beyond which norms have no weight in doubles. */
    private static final double REACH = 10;

    public static GaussianExcess compute(int dimension, double norm) {
      double root = Math.sqrt(dimension);
      double bottom = Math.max(0, root - REACH);
      double whole = integrate(dimension, bottom, root + REACH, 0).share();
      double from = Math.max(norm, bottom);
      GaussianExcess tail = integrate(dimension, from, Math.max(from, root) + REACH, norm);
      return new GaussianExcess(
          Math.min(1, tail.share() / whole),
          tail.shrinkage() / whole,
          tail.mean() / whole,
          tail.square() / whole);
    }

    /** Computes the integrals by midpoints, up to a constant. */
    private static GaussianExcess integrate(int dimension, double from, double to, double norm) {
      double step = (to - from) / POINTS;
      double root = Math.sqrt(dimension);
      double share = 0;
      double shrinkage = 0;
      double mean = 0;
      double square = 0;
      for (int k = 0; k < POINTS; k++) {
        double r = from + (k + 0.5) * step;
        double exponent = (dimension - 1) * StrictMath.log(r / root) - (r - root) * (r + root) / 2;
        double weight = step * StrictMath.exp(exponent);
        share += weight;
        shrinkage += weight * (1 - norm / r);
        mean += weight * (r - norm);
        square += weight * (r - norm) * (r - norm);
      }
      return new GaussianExcess(share, shrinkage, mean, square);
    }

    /** Returns the share of a small shift of the Gaussian that clipping removes. */
    public double takenBack(int dimension) {
      return shrinkage * (dimension - 1) / dimension + share / dimension;
    }
  }
}
