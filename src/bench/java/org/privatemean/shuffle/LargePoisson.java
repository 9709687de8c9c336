package org.privatemean.shuffle;

import java.util.SplittableRandom;

/**
 * Poisson numbers of any mean in constant time, in floating point, for experiments: transformed
 * rejection with squeeze (Hörmann 1993, algorithm PTRS). Noise that protects somebody is drawn by
 * {@link org.privatemean.noise.Poisson}.
 */
public final class LargePoisson {
  /** Below this mean the method does not hold: numbers are drawn by products of uniform ones. */
  private static final double SMALL = 10;

  /** From here on the series for a logarithm of a factorial is good to 1e-8. */
  private static final int SERIES = 16;

  private final SplittableRandom random;

  private LargePoisson(SplittableRandom random) {
    this.random = random;
  }

  /** Draws from a stream of uniform numbers. */
  public static LargePoisson of(SplittableRandom random) {
    return new LargePoisson(random);
  }

  /**
   * Draws one number.
   *
   * @param mean at least 0, at most 2^50
   */
  public long draw(double mean) {
    if (!(mean >= 0 && mean <= 0x1p50)) {
      throw new IllegalArgumentException("mean must be in [0, 2^50]. Provided value: " + mean);
    }
    return mean < SMALL ? small(mean) : large(mean);
  }

  private long small(double mean) {
    double limit = Math.exp(-mean);
    long k = 0;
    for (double product = random.nextDouble(); product > limit; product *= random.nextDouble()) {
      k++;
    }
    return k;
  }

  private long large(double mean) {
    double b = 0.931 + 2.53 * Math.sqrt(mean);
    double a = -0.059 + 0.02483 * b;
    double scale = 1.1239 + 1.1328 / (b - 3.4);
    double squeeze = 0.9277 - 3.6224 / (b - 2);
    while (true) {
      double u = random.nextDouble() - 0.5;
      double v = random.nextDouble();
      double room = 0.5 - Math.abs(u);
      double x = Math.floor((2 * a / room + b) * u + mean + 0.43);
      if (room >= 0.07 && v <= squeeze) {
        return (long) x;
      }
      boolean possible = x >= 0 && (room >= 0.013 || v <= room);
      double logarithm = Math.log(v * scale / (a / (room * room) + b));
      if (possible && logarithm <= x * Math.log(mean) - mean - logFactorial(x)) {
        return (long) x;
      }
    }
  }

  private static double logFactorial(double k) {
    if (k < SERIES) {
      double sum = 0;
      for (int i = 2; i <= k; i++) {
        sum += Math.log(i);
      }
      return sum;
    }
    return (k + 0.5) * Math.log(k)
        - k
        + 0.5 * Math.log(2 * Math.PI)
        + 1 / (12 * k)
        - 1 / (360 * k * k * k);
  }
}
