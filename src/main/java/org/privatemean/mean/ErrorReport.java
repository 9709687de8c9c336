package org.privatemean.mean;

/**
 * How far a released mean is expected to be from the exact one, computed from released and public
 * values only.
 *
 * @param noiseStdDev standard deviation of the noise of each coordinate of the mean
 * @param expectedL2Error root mean square l2 norm of the noise
 * @param confidence probability that the radius holds with
 * @param radius l2 radius that the noise stays within, all coordinates at once
 * @param clippingBiasBound worst case of what clipping can add to the error, over all data that the
 *     public bounds allow; holds up to the failure probability beta
 */
public record ErrorReport(
    double noiseStdDev,
    double expectedL2Error,
    double confidence,
    double radius,
    double clippingBiasBound) {
  /** Confidence of the radius. */
  public static final double CONFIDENCE = 0.95;

  /** The report of a noisy mean. */
  static ErrorReport of(int dimension, double noiseStdDev, double clippingBiasBound) {
    return new ErrorReport(
        noiseStdDev,
        noiseStdDev * Math.sqrt(dimension),
        CONFIDENCE,
        l2Radius(noiseStdDev, dimension, CONFIDENCE),
        clippingBiasBound);
  }

  /**
   * The l2 radius that Gaussian noise stays within, all coordinates at once.
   *
   * <p>Lemma 3.5 of Huang, Liang and Yi (Laurent and Massart 2000): a standard Gaussian vector is
   * longer than {@code sqrt(d + 2 sqrt(d t) + 2 t)} with probability at most {@code exp(-t)}.
   *
   * @param noiseStdDev standard deviation of each coordinate
   * @param dimension number of coordinates d
   * @param confidence probability that the radius holds with, in (0, 1)
   */
  public static double l2Radius(double noiseStdDev, int dimension, double confidence) {
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException(
          "confidence must be in (0, 1). Provided value: " + confidence);
    }
    double t = -StrictMath.log(1 - confidence);
    return noiseStdDev * Math.sqrt(dimension + 2 * Math.sqrt(dimension * t) + 2 * t);
  }

  /** The report of the zero vector: no noise, and an error of at most the bound. */
  static ErrorReport ofZeroVector(double bound) {
    return new ErrorReport(0, bound, CONFIDENCE, 0, bound);
  }
}
