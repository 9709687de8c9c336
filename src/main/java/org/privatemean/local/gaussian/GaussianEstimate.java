package org.privatemean.local.gaussian;

import java.util.Arrays;
import org.privatemean.numeric.Normal;

/** The answer of a protocol, which follows from randomized reports and may be published. */
public final class GaussianEstimate {
  private static final int MEAN = 0;
  private static final int SIGMA = 1;
  private static final int ERROR = 2;

  private final double radius;
  private final double[][] found;

  GaussianEstimate(double radius, double[][] found) {
    this.radius = radius;
    this.found = found;
  }

  /** Returns the mean of each coordinate. */
  public double[] mean() {
    return column(MEAN);
  }

  /**
   * Returns the standard deviation of each coordinate: the known one, or the last one found, which
   * is rough for UNK_VAR and for the paper's forms of unknown sigma.
   */
  public double[] sigma() {
    return column(SIGMA);
  }

  /**
   * Returns the standard error of each coordinate of the mean, to first order, from the results: it
   * includes the sampling of the users and the noise. It is correct if the first answers are;
   * nothing indicates that they took a wrong cell.
   */
  public double[] standardError() {
    return column(ERROR);
  }

  private double[] column(int index) {
    return Arrays.stream(found).mapToDouble(row -> row[index]).toArray();
  }

  /**
   * Returns a confidence interval of one coordinate, by the normal distribution and clamped to
   * [-radius, radius]. For the baselines alpha = beta / 4 gives that of their source.
   *
   * @param coordinate from 0
   * @param alpha probability of missing the mean, in (0, 1)
   * @return its two ends
   * @throws IllegalArgumentException if alpha is not in (0, 1)
   */
  public double[] interval(int coordinate, double alpha) {
    if (!(alpha > 0 && alpha < 1)) {
      throw new IllegalArgumentException("alpha must be in (0, 1). Provided value: " + alpha);
    }
    double reach = -Normal.quantile(alpha / 2) * found[coordinate][ERROR];
    double mean = found[coordinate][MEAN];
    return new double[] {
      Math.max(-radius, Math.min(radius, mean - reach)),
      Math.max(-radius, Math.min(radius, mean + reach))
    };
  }
}
