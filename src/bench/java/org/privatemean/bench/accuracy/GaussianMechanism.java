package org.privatemean.bench.accuracy;

import java.util.SplittableRandom;

/** The plain Gaussian mechanism: rows clipped to the public bound on rows, noise for that bound. */
record GaussianMechanism() implements Contender {
  private static final double BETA = 0.001;

  @Override
  public String name() {
    return "Gaussian mechanism";
  }

  @Override
  public double[] estimate(Sample sample, Setting setting, long seed) {
    return NoisyMean.around(
        new double[setting.law().dimension()],
        setting.rowBound(BETA),
        sample.rows(),
        setting.rho(),
        new SplittableRandom(seed));
  }
}
