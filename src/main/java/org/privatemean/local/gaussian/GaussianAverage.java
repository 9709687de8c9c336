package org.privatemean.local.gaussian;

import org.privatemean.privacy.ApproxDp;

/**
 * The last phase of both baselines: the average of values clamped to an interval, with Gaussian
 * noise.
 *
 * @param noise for a sensitivity of twice {@value #HALF_STEPS} steps
 */
record GaussianAverage(IntegerNoise noise) {
  /**
   * A step is a 32nd of the half width, about a quarter of a sigma: rounding has no visible bias.
   */
  private static final int HALF_STEPS = 32;

  public static GaussianAverage create(CoordinateSetting setting) {
    return new GaussianAverage(
        IntegerNoise.Gaussian.create(
            2 * HALF_STEPS, new ApproxDp(setting.epsilon(), setting.delta())));
  }

  public NoisyPosition createQuestion(double centre, double halfWidth) {
    return new NoisyPosition(centre, halfWidth, NoisyPosition.OutOfRange.IS_CUT, HALF_STEPS, noise);
  }

  /** Returns mean, sigma and the standard error sqrt((sigma^2 + s^2) / n). */
  public static double[] read(NoisyPosition position, long[] cells, double sigma) {
    double users = Math.max(1, (double) cells[0]);
    double deviation = Math.hypot(sigma, position.noiseDeviation()) / Math.sqrt(users);
    return new double[] {position.centre() + position.meanOffset(cells), sigma, deviation};
  }
}
