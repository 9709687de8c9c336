package org.privatemean.bench.accuracy;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Figure 9: the clipped mean whose clipping norm is an exact quantile of the norms, found without
 * privacy; the whole budget is spent on the sum.
 *
 * @param share of the rows that stay unclipped; NaN for the paper's n - sqrt(2 d / rho) rows
 */
record QuantileClip(double share) implements Contender {
  /** The rank of section 3.2. */
  static QuantileClip bestRank() {
    return new QuantileClip(Double.NaN);
  }

  @Override
  public String name() {
    return Double.isNaN(share)
        ? "clip at exact rank n-sqrt(2d/rho)"
        : "clip at exact " + share + " quantile";
  }

  @Override
  public double[] estimate(Sample sample, Setting setting, long seed) {
    double[] norms = Arrays.stream(sample.rows()).mapToDouble(Vectors::norm).sorted().toArray();
    int n = norms.length;
    int dimension = setting.law().dimension();
    double rank = Double.isNaN(share) ? n - Math.sqrt(2 * dimension / setting.rho()) : share * n;
    double clip = norms[(int) Math.max(Math.ceil(rank), 1) - 1];
    return NoisyMean.around(
        new double[dimension], clip, sample.rows(), setting.rho(), new SplittableRandom(seed));
  }
}
