package org.privatemean.numeric;

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
