package org.privatemean.release;

import java.util.Arrays;
import java.util.List;
import org.privatemean.numeric.GaussianNorm;

/**
 * How far a released mean is expected to be from the exact one, computed from released and public
 * values only.
 *
 * @param deviations standard deviation of the noise of each coordinate of the mean; a single value
 *     where it is the same for all
 * @param noiseStdDev their root mean square
 * @param countStdDev standard deviation of the l2 norm that the noise of a private number of rows
 *     adds: a share of the released sum, the same in all coordinates; 0 where the number is public
 * @param expectedL2Error root mean square l2 error to expect: noise, and what clipping adds as far
 *     as that is known
 * @param confidence probability that the radius holds with
 * @param radius l2 radius that the noise stays within, all coordinates at once, that of the number
 *     of rows included
 * @param clippingBiasBound worst case of what clipping can add to the error, over all data that the
 *     public bounds allow; holds up to the failure probability beta; infinite without such bounds
 */
public record ErrorReport(
    List<Double> deviations,
    double noiseStdDev,
    double countStdDev,
    double expectedL2Error,
    double confidence,
    double radius,
    double clippingBiasBound) {
  /** Confidence of the radius. */
  public static final double CONFIDENCE = 0.95;

  /** Copies the list. */
  public ErrorReport {
    deviations = List.copyOf(deviations);
  }

  /** The report of a mean with the same noise in every coordinate. */
  public static ErrorReport of(int dimension, double noiseStdDev, double clippingBiasBound) {
    return new ErrorReport(
        List.of(noiseStdDev),
        noiseStdDev,
        0,
        noiseStdDev * Math.sqrt(dimension),
        CONFIDENCE,
        noiseRadius(noiseStdDev, dimension, CONFIDENCE),
        clippingBiasBound);
  }

  /** The report of a mean with noise of its own in every coordinate. */
  public static ErrorReport of(double[] deviations, double clippingBiasBound) {
    double length = Math.sqrt(Arrays.stream(deviations).map(s -> s * s).sum());
    List<Double> list = Arrays.stream(deviations).boxed().toList();
    return new ErrorReport(
        list,
        length / Math.sqrt(deviations.length),
        0,
        length,
        CONFIDENCE,
        noiseRadius(list, deviations.length, CONFIDENCE),
        clippingBiasBound);
  }

  /**
   * This report, of a mean whose error has more parts than its noise.
   *
   * @param dimension number of coordinates d
   * @param count standard deviation of the l2 norm that the number of rows adds
   * @param clipping root mean square l2 norm that clipping adds
   */
  public ErrorReport plus(int dimension, double count, double clipping) {
    return new ErrorReport(
        deviations,
        noiseStdDev,
        count,
        Math.hypot(Math.hypot(expectedL2Error, count), clipping),
        confidence,
        l2Radius(deviations, count, dimension, confidence),
        clippingBiasBound);
  }

  /**
   * The l2 radius that the noise stays within, that of the number of rows included.
   *
   * <p>Each part passes its own radius with probability at most {@code (1 - confidence) / 2}, so
   * that the sum of the two radii holds at the confidence (union bound). That of the number of rows
   * is a normal quantile of {@code countStdDev}; where that is 0 the first part has all of the
   * failure probability.
   *
   * @param deviations standard deviation of each coordinate, or a single one for all
   * @param countStdDev standard deviation of the l2 norm that the number of rows adds
   * @param dimension number of coordinates d
   * @param confidence probability that the radius holds with, in (0, 1)
   */
  public static double l2Radius(
      List<Double> deviations, double countStdDev, int dimension, double confidence) {
    checkConfidence(confidence);
    if (countStdDev == 0) {
      return noiseRadius(deviations, dimension, confidence);
    }
    double quantile = GaussianNorm.upperQuantile((1 - confidence) / 4) + GaussianNorm.PRECISION;
    return noiseRadius(deviations, dimension, (1 + confidence) / 2) + countStdDev * quantile;
  }

  /**
   * The l2 radius that Gaussian noise stays within, all coordinates at once.
   *
   * <p>Laurent and Massart 2000, Lemma 1 (Lemma 3.5 of Huang, Liang and Yi for equal deviations):
   * with s_j the standard deviation of coordinate j, the squared norm passes {@code sum s_j^2 + 2
   * sqrt(t sum s_j^4) + 2 t max s_j^2} with probability at most {@code exp(-t)}.
   */
  private static double noiseRadius(List<Double> deviations, int dimension, double confidence) {
    if (deviations.size() == 1) {
      return noiseRadius(deviations.get(0), dimension, confidence);
    }
    double t = -StrictMath.log(1 - confidence);
    // In units of the largest, so that squares stay in range.
    double largest = deviations.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    if (largest == 0) {
      return 0;
    }
    double second = 0;
    double fourth = 0;
    for (double deviation : deviations) {
      double square = deviation / largest * (deviation / largest);
      second += square;
      fourth += square * square;
    }
    return largest * Math.sqrt(second + 2 * Math.sqrt(fourth * t) + 2 * t);
  }

  private static double noiseRadius(double noiseStdDev, int dimension, double confidence) {
    double t = -StrictMath.log(1 - confidence);
    return noiseStdDev * Math.sqrt(dimension + 2 * Math.sqrt(dimension * t) + 2 * t);
  }

  private static void checkConfidence(double confidence) {
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException(
          "confidence must be in (0, 1). Provided value: " + confidence);
    }
  }

  /** The report of the zero vector: no noise, and an error of at most the bound. */
  public static ErrorReport ofZeroVector(double bound) {
    return new ErrorReport(List.of(0.0), 0, 0, bound, CONFIDENCE, 0, bound);
  }
}
