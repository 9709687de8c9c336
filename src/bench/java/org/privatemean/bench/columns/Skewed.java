package org.privatemean.bench.columns;

import java.util.SplittableRandom;

/** Draws of laws that the JDK does not have. */
final class Skewed {
  private Skewed() {}

  /**
   * Gamma with scale 1, by rejection (Marsaglia and Tsang 2000).
   *
   * @param shape positive
   */
  static double gamma(double shape, SplittableRandom random) {
    if (shape < 1) {
      return gamma(shape + 1, random) * Math.pow(1 - random.nextDouble(), 1 / shape);
    }
    double d = shape - 1.0 / 3;
    double c = 1 / Math.sqrt(9 * d);
    while (true) {
      double x = random.nextGaussian();
      double v = Math.pow(1 + c * x, 3);
      if (v > 0 && Math.log(1 - random.nextDouble()) < x * x / 2 + d - d * v + d * Math.log(v)) {
        return d * v;
      }
    }
  }

  static double beta(double a, double b, SplittableRandom random) {
    double x = gamma(a, random);
    return x / (x + gamma(b, random));
  }

  /** Weibull with scale 1. */
  static double weibull(double shape, SplittableRandom random) {
    return Math.pow(-Math.log1p(-random.nextDouble()), 1 / shape);
  }

  /** Poisson of a small mean: the number of uniform factors above exp(-mean). */
  static double poisson(double mean, SplittableRandom random) {
    double least = Math.exp(-mean);
    int count = -1;
    for (double product = 1; product > least; product *= 1 - random.nextDouble()) {
      count++;
    }
    return count;
  }

  /** Student's t. */
  static double student(double freedom, SplittableRandom random) {
    double normal = random.nextGaussian();
    return normal / Math.sqrt(2 * gamma(freedom / 2, random) / freedom);
  }

  /** Pareto from 1 on. */
  static double pareto(double exponent, SplittableRandom random) {
    return Math.pow(1 - random.nextDouble(), -1 / exponent);
  }

  static double cauchy(SplittableRandom random) {
    return Math.tan(Math.PI * (random.nextDouble() - 0.5));
  }
}
