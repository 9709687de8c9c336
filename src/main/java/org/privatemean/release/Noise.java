package org.privatemean.release;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.privatemean.annotation.Internal;
import org.privatemean.numeric.Normal;
import org.privatemean.privacy.Checks;

/** The noise of a released mean and the effect of clipping, from released and public values. */
@Internal
public final class Noise extends Section {
  private static final long serialVersionUID = 1L;

  /** No covariance matrix, and no principal deviations. */
  private static final double[] INDEPENDENT = {};

  private static final double NONE = Double.NaN;

  private final double[] deviations;
  private final double noiseStdDev;
  private final double countStdDev;
  private final double expectedL2Error;

  /** NaN if there is none, as is the clipping norm. */
  private final double forecastL2Error;

  private final double clippingNorm;
  private final double clippingBiasBound;

  /** The covariance matrix, row by row; empty if the noise of coordinates is independent. */
  private final double[] covariance;

  /** Empty too if it is independent. */
  private final double[] principal;

  private Noise(
      double[] deviations,
      double[] covariance,
      double[] principal,
      double noiseStdDev,
      double countStdDev,
      double expectedL2Error,
      double forecastL2Error,
      double clippingNorm,
      double clippingBiasBound) {
    this.deviations = deviations;
    this.covariance = covariance;
    this.principal = principal;
    this.noiseStdDev = noiseStdDev;
    this.countStdDev = countStdDev;
    this.expectedL2Error = expectedL2Error;
    this.forecastL2Error = forecastL2Error;
    this.clippingNorm = clippingNorm;
    this.clippingBiasBound = clippingBiasBound;
  }

  private Noise with(double count, double expected, double forecast, double norm) {
    return new Noise(
        deviations,
        covariance,
        principal,
        noiseStdDev,
        count,
        expected,
        forecast,
        norm,
        clippingBiasBound);
  }

  /** Returns the same noise in every coordinate of a mean. */
  public static Noise of(int dimension, double noiseStdDev, double clippingBiasBound) {
    double length = noiseStdDev * Math.sqrt(dimension);
    double[] same = {noiseStdDev};
    return new Noise(
        same, INDEPENDENT, INDEPENDENT, noiseStdDev, 0, length, NONE, NONE, clippingBiasBound);
  }

  /** Returns noise of a separate standard deviation in each coordinate of a mean; copied. */
  public static Noise of(double[] deviations, double clippingBiasBound) {
    return correlated(deviations.clone(), INDEPENDENT, INDEPENDENT, clippingBiasBound);
  }

  /**
   * Returns noise that is correlated between coordinates; arrays are not copied.
   *
   * @param covariance covariance matrix, row by row
   * @param principal roots of the eigenvalues of the matrix
   */
  public static Noise correlated(
      double[] deviations, double[] covariance, double[] principal, double clippingBiasBound) {
    double length = Math.sqrt(Arrays.stream(deviations).map(s -> s * s).sum());
    double noiseStdDev = length / Math.sqrt(deviations.length);
    return new Noise(
        deviations, covariance, principal, noiseStdDev, 0, length, NONE, NONE, clippingBiasBound);
  }

  /** Returns the noise of a zero vector: none, and an error of at most the bound. */
  public static Noise forZeroVector(double bound) {
    double[] zero = {0};
    return new Noise(zero, INDEPENDENT, INDEPENDENT, 0, 0, bound, NONE, NONE, bound);
  }

  /** Returns a copy whose error includes the l2 norms that number of rows and clipping add. */
  public Noise plus(double count, double clipping) {
    double expected = Math.hypot(Math.hypot(expectedL2Error, count), clipping);
    return with(count, expected, forecastL2Error, clippingNorm);
  }

  /** Returns a copy for rows that were clipped to a norm in data units; 0 counts as none. */
  public Noise withClippingNorm(double norm) {
    return with(countStdDev, expectedL2Error, forecastL2Error, norm > 0 ? norm : NONE);
  }

  /** Returns a copy for a forecast that also predicts the whole error. */
  public Noise withForecast(double error) {
    return with(countStdDev, expectedL2Error, error, clippingNorm);
  }

  /** Standard deviations of the noise in data units: one, or one for each coordinate. */
  public double[] deviations() {
    return deviations.clone();
  }

  public double[] deviations(int dimension) {
    return each(deviations, dimension);
  }

  /** Returns the covariance matrix of the noise of a mean, row by row. */
  public double[] covariance(int dimension) {
    if (isCorrelated()) {
      return covariance.clone();
    }
    double[] diagonal = new double[dimension * dimension];
    double[] each = deviations(dimension);
    for (int j = 0; j < dimension; j++) {
      diagonal[j * dimension + j] = each[j] * each[j];
    }
    return diagonal;
  }

  public boolean isCorrelated() {
    return covariance.length > 0;
  }

  /** Standard deviations in directions in which the noise is independent, or those of all. */
  public double[] principalDeviations() {
    return isCorrelated() ? principal.clone() : deviations();
  }

  static double[] each(double[] values, int dimension) {
    return values.length == dimension
        ? values.clone()
        : DoubleStream.generate(() -> values[0]).limit(dimension).toArray();
  }

  /** True if coordinates have different noise: {@link #deviations} then has one for each. */
  public boolean isUnequal() {
    return deviations.length > 1;
  }

  /** Root mean square of {@link #deviations}. */
  public double noiseStdDev() {
    return noiseStdDev;
  }

  /** Standard deviation of the l2 norm that the noise of a private number of rows adds, or 0. */
  public double countStdDev() {
    return countStdDev;
  }

  /**
   * Root mean square l2 norm of the noise and of the known effect of clipping, under every trust
   * model. With method recentred, that effect is the privately measured one; for the zero vector,
   * it is the public bound; otherwise nothing is known of it, and this is the noise alone.
   */
  public double expectedL2Error() {
    return expectedL2Error;
  }

  /**
   * Root mean square l2 distance to the mean of the distribution of the rows: {@link
   * #expectedL2Error} plus the contributions of clipping, the centre and the sampling of users for
   * Gaussian rows. Only a forecast of the local model has it.
   */
  public OptionalDouble forecastL2Error() {
    return Values.present(forecastL2Error);
  }

  /** The error that reports show: {@link #forecastL2Error} or else {@link #expectedL2Error}. */
  public double reportedL2Error() {
    return forecastL2Error().orElse(expectedL2Error);
  }

  public double radius(int dimension, double confidence) {
    return l2Radius(principalDeviations(), countStdDev, dimension, confidence);
  }

  /** The clipping norm, in data units; empty for the zero vector, released if n is too small. */
  public OptionalDouble clippingNorm() {
    return Values.present(clippingNorm);
  }

  /** Worst-case error from clipping, up to probability beta; infinite without public bounds. */
  public double clippingBiasBound() {
    return clippingBiasBound;
  }

  static Noise read(Values values) {
    return new Noise(
        values.numbers("noiseStdDevs"),
        values.anyNumbers("noiseCovariance").orElse(INDEPENDENT),
        values.anyNumbers("principalStdDevs").orElse(INDEPENDENT),
        values.number("noiseStdDev"),
        values.number("countStdDev"),
        values.number("expectedL2Error"),
        NONE,
        values.positive("clippingNorm").orElse(NONE),
        values.number("clippingBiasBound"));
  }

  /**
   * The l2 radius that contains the noise, including that of the number of rows: by a union bound,
   * the sum of the radii of these two, each at half the failure probability. If {@code
   * countStdDev}, the standard deviation of the l2 norm that the number of rows adds, is 0, the
   * first has all.
   *
   * @param deviations standard deviation of each coordinate, or a single one for all
   * @param confidence probability of the radius, in (0, 1)
   */
  public static double l2Radius(
      double[] deviations, double countStdDev, int dimension, double confidence) {
    Checks.param("confidence", confidence > 0 && confidence < 1, "in (0, 1)", confidence);
    if (countStdDev == 0) {
      return noiseRadius(deviations, dimension, confidence);
    }
    double quantile = Normal.roughUpperQuantile((1 - confidence) / 4) + Normal.ROUGH_ERROR;
    return noiseRadius(deviations, dimension, (1 + confidence) / 2) + countStdDev * quantile;
  }

  /**
   * The l2 radius that contains Gaussian noise, all coordinates at once.
   *
   * <p>Laurent and Massart 2000, Lemma 1 (Lemma 3.5 of Huang, Liang and Yi for equal deviations):
   * with s_j the standard deviation of coordinate j, the squared norm exceeds {@code sum s_j^2 + 2
   * sqrt(t sum s_j^4) + 2 t max s_j^2} with probability at most {@code exp(-t)}.
   */
  private static double noiseRadius(double[] deviations, int dimension, double confidence) {
    double t = -StrictMath.log(1 - confidence);
    if (deviations.length == 1) {
      return deviations[0] * Math.sqrt(dimension + 2 * Math.sqrt(dimension * t) + 2 * t);
    }
    // In units of the largest deviation, so that squares stay in range.
    double largest = Arrays.stream(deviations).max().orElse(0);
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

  @Override
  Object[] parts() {
    double[] errors = {countStdDev, expectedL2Error, forecastL2Error};
    return new Object[] {
      deviations, covariance, principal, noiseStdDev, errors, clippingNorm, clippingBiasBound
    };
  }
}
