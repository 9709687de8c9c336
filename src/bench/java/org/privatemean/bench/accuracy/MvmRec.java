package org.privatemean.bench.accuracy;

import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * CoinPress MVMRec (Biswas, Dong, Kamath and Ullman 2020): a ball that holds the mean is shrunk in
 * t steps, each a clipped mean around the last centre. It must be told a bound on the standard
 * deviation in every direction.
 *
 * <p>The constants are those of the authors' experiments: three quarters of the budget for the last
 * step and the rest shared equally; beta = 0.01 in the tail bound; 3 in place of {@code sqrt(log(2
 * / beta))} in the radius of clipping.
 *
 * @param name in tables and plots
 * @param steps t
 * @param beta failure probability in the bound on the tails
 * @param deviation the bound on standard deviations that it is told
 */
record MvmRec(String name, int steps, double beta, ToDoubleFunction<Setting> deviation)
    implements Contender {
  static final double BETA = 0.01;
  private static final double CROSS_TERM = 3;

  /** The law's own largest standard deviation: the kindest thing to tell it. */
  static final ToDoubleFunction<Setting> TRUE_DEVIATION = setting -> setting.law().deviation();

  /** With the law's true largest standard deviation. */
  static MvmRec of(int steps) {
    return new MvmRec("CoinPress MVMRec t" + steps, steps, BETA, TRUE_DEVIATION);
  }

  @Override
  public double[] estimate(Sample sample, Setting setting, long seed) {
    return mean(
        sample.rows(),
        setting.radius(),
        deviation.applyAsDouble(setting),
        setting.rho(),
        new SplittableRandom(seed));
  }

  /**
   * The mean of rows around a mean of norm at most {@code radius}.
   *
   * @param sigma bound on the standard deviation in every direction
   */
  double[] mean(double[][] rows, double radius, double sigma, double rho, SplittableRandom random) {
    int n = rows.length;
    double tail = tailBound(rows[0].length, beta);
    double[] centre = new double[rows[0].length];
    double r = radius / sigma;
    for (int step = 0; step < steps; step++) {
      double budget = rho * shareOfStep(step, steps);
      double clip = Math.min(Math.sqrt(r * r + 2 * r * CROSS_TERM + tail * tail), r + tail);
      centre = NoisyMean.around(centre, sigma * clip, rows, budget, random);
      double noise = NoisyMean.deviation(clip, n, budget);
      r = tail * Math.sqrt(1.0 / n + noise * noise);
    }
    return centre;
  }

  /** Bound on the norm of a standard Gaussian vector that holds with probability 1 - beta. */
  static double tailBound(int dimension, double beta) {
    double log = Math.log(1 / beta);
    return Math.sqrt(dimension + 2 * Math.sqrt(dimension * log) + 2 * log);
  }

  /** Three quarters to the last of the steps, the others share what is left. */
  static double shareOfStep(int step, int steps) {
    if (steps == 1) {
      return 1;
    }
    return step == steps - 1 ? 0.75 : 0.25 / (steps - 1);
  }
}
