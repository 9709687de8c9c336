package org.privatemean.bench.accuracy;

import java.util.SplittableRandom;

/** The step that all competitors share. */
final class NoisyMean {
  private NoisyMean() {}

  /**
   * The mean of the rows clipped to a ball, with the noise of the Gaussian mechanism in floating
   * point: rho-zCDP in exact arithmetic, the sum's sensitivity being 2 clip.
   */
  static double[] around(
      double[] centre, double clip, double[][] rows, double rho, SplittableRandom random) {
    double[] mean = clippedMean(centre, clip, rows);
    double deviation = deviation(clip, rows.length, rho);
    for (int j = 0; j < mean.length; j++) {
      mean[j] += deviation * random.nextGaussian();
    }
    return mean;
  }

  /** Standard deviation of that noise on each coordinate. */
  static double deviation(double clip, int rows, double rho) {
    return 2 * clip / (rows * Math.sqrt(2 * rho));
  }

  private static double[] clippedMean(double[] centre, double clip, double[][] rows) {
    double[] mean = centre.clone();
    for (double[] row : rows) {
      double[] away = Vectors.difference(row, centre);
      double norm = Vectors.norm(away);
      double kept = norm <= clip ? 1 : clip / norm;
      Vectors.addScaled(mean, kept / rows.length, away);
    }
    return mean;
  }
}
