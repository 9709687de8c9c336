package org.privatemean.bench.accuracy;

import java.util.SplittableRandom;
import org.privatemean.request.MeanSpec;

/** The plain Gaussian mechanism: rows clipped to the public bound on rows, noise for that bound. */
record GaussianMechanism() implements Contender {
  @Override
  public String name() {
    return "Gaussian mechanism";
  }

  @Override
  public double[] estimate(Sample sample, Setting setting, long seed) {
    return NoisyMean.around(
        new double[setting.law().dimension()],
        setting
            .bounds()
            .longestRow(setting.law().rows(), setting.law().dimension(), MeanSpec.DEFAULT_BETA),
        sample.rows(),
        setting.rho(),
        new SplittableRandom(seed));
  }
}
