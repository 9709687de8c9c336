package org.privatemean.bench.accuracy;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A reference, not private: the clipped mean around the true mean with the median radius as
 * clipping norm and the whole budget on the sum.
 */
record Oracle() implements Contender {
  @Override
  public String name() {
    return "oracle";
  }

  @Override
  public double[] estimate(Sample sample, Setting setting, long seed) {
    double[] radii =
        Arrays.stream(sample.rows())
            .mapToDouble(row -> Vectors.norm(Vectors.difference(row, sample.truth())))
            .sorted()
            .toArray();
    return NoisyMean.around(
        sample.truth(),
        radii[radii.length / 2],
        sample.rows(),
        setting.rho(),
        new SplittableRandom(seed));
  }
}
