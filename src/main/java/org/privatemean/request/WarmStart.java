package org.privatemean.request;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.privatemean.privacy.Checks;
import org.privatemean.refusal.ParamException;

/**
 * The starting point of a fit, from an earlier release of the same columns.
 *
 * <p><b>Why it costs nothing.</b> Its numbers are released values, so they are constants for the
 * present fit. Each query has the same sensitivity and price as without a start. The budgets of all
 * fits add up for any starts (fully adaptive composition; the proof is in {@link
 * org.privatemean.privacy.ledger.PrivacyLedger}). This holds only for released numbers: a mean
 * computed without noise, from these rows or others, is private data in a parameter.
 *
 * @since 0.2.0
 */
public final class WarmStart implements Serializable {
  private static final long serialVersionUID = 1L;

  private final double[] mean;
  private final double norm;

  /** Null if coordinates were not scaled. */
  private final double[] scales;

  /** Null if unknown. */
  private final double[] deviations;

  /** True if the deviations are in data units; else they are known up to a common factor. */
  private final boolean measured;

  /** Null if the noise was independent. */
  private final double[] noiseCovariance;

  private WarmStart(
      double[] mean,
      double norm,
      double[] scales,
      double[] deviations,
      boolean measured,
      double[] noiseCovariance) {
    this.mean = mean;
    this.norm = norm;
    this.scales = scales;
    this.deviations = deviations;
    this.measured = measured;
    this.noiseCovariance = noiseCovariance;
  }

  /**
   * Creates a start from a released mean whose coordinates were not scaled.
   *
   * @param mean in data units, finite, at least one coordinate; copied
   * @param norm clipping norm of the mean, at least 0 and finite
   * @throws ParamException if one of them is not
   */
  public static WarmStart of(double[] mean, double norm) {
    if (mean.length == 0 || !Arrays.stream(mean).allMatch(Double::isFinite)) {
      throw new ParamException(
          "startFrom", "the mean of {startFrom} is empty or not finite", "start from a release");
    }
    Checks.param(
        "startFrom",
        norm >= 0 && norm < Double.POSITIVE_INFINITY,
        "of a clipping norm that is finite",
        norm);
    return new WarmStart(mean.clone(), norm, null, null, false, null);
  }

  /**
   * Returns a copy with the scales that divided the coordinates before clipping.
   *
   * @param values in data units, positive and finite, one per coordinate; copied
   * @throws ParamException if they are not
   */
  public WarmStart withScales(double[] values) {
    return new WarmStart(mean, norm, check(values), deviations, measured, noiseCovariance);
  }

  /**
   * Returns a copy with the standard deviations of the coordinates.
   *
   * @param values positive and finite, one per coordinate; copied
   * @param areMeasured true if they are in data units; else they hold up to a common factor
   * @throws ParamException if the values are out of range, or not one per coordinate
   */
  public WarmStart withDeviations(double[] values, boolean areMeasured) {
    return new WarmStart(mean, norm, scales, check(values), areMeasured, noiseCovariance);
  }

  /**
   * Returns a copy with the covariance of the noise of the release, whose shape a fit with
   * covarianceType full or auto then uses if it still fits the rows.
   *
   * @param covariance in squared data units, finite, row by row; copied
   * @throws ParamException if it is not finite, or not a row of it for each coordinate
   */
  public WarmStart withNoiseCovariance(double[] covariance) {
    if (covariance.length != mean.length * mean.length
        || !Arrays.stream(covariance).allMatch(Double::isFinite)) {
      throw new ParamException(
          "startFrom",
          "the covariance of the noise of {startFrom} is not finite, or not that of its "
              + mean.length
              + " coordinates",
          "start from a release");
    }
    return new WarmStart(mean, norm, scales, deviations, measured, covariance.clone());
  }

  private double[] check(double[] values) {
    boolean positive = Arrays.stream(values).allMatch(x -> x > 0 && x < Double.POSITIVE_INFINITY);
    if (values.length != mean.length || !positive) {
      throw new ParamException(
          "startFrom",
          "{startFrom} has scales or deviations that are not positive, or not one for each of its "
              + mean.length
              + " coordinates",
          "start from a release");
    }
    return values.clone();
  }

  /** Returns a copy of the released mean, in data units. */
  public double[] mean() {
    return mean.clone();
  }

  /** Returns the clipping norm, in units of {@link #scales} if there are any. */
  public double norm() {
    return norm;
  }

  /** Returns a copy of the scales of the coordinates, in data units; empty if not scaled. */
  public Optional<double[]> scales() {
    return Optional.ofNullable(scales).map(double[]::clone);
  }

  /** Returns a copy of the standard deviations of the coordinates; empty if unknown. */
  public Optional<double[]> deviations() {
    return Optional.ofNullable(deviations).map(double[]::clone);
  }

  /** True if {@link #deviations} are in data units; else they are known up to a common factor. */
  public boolean isMeasured() {
    return measured;
  }

  /** Returns a copy of the covariance of the noise; empty if the noise was independent. */
  public Optional<double[]> noiseCovariance() {
    return Optional.ofNullable(noiseCovariance).map(double[]::clone);
  }

  /** Returns the number of coordinates. */
  public int dimension() {
    return mean.length;
  }

  /**
   * Checks that rows have as many coordinates as the mean.
   *
   * @param dimension number of coordinates of the rows
   * @throws ParamException if it differs from that of the mean
   */
  public void checkSize(int dimension) {
    if (mean.length != dimension) {
      throw new ParamException(
          "startFrom",
          String.format(
              "{startFrom} is a release of %d coordinates, and rows have %d",
              mean.length, dimension),
          "start from a release of the same columns, or from none");
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WarmStart that
        && Arrays.equals(mean, that.mean)
        && norm == that.norm
        && Arrays.equals(scales, that.scales)
        && Arrays.equals(deviations, that.deviations)
        && measured == that.measured
        && Arrays.equals(noiseCovariance, that.noiseCovariance);
  }

  @Override
  public int hashCode() {
    return Objects.hash(Arrays.hashCode(mean), norm, Arrays.hashCode(scales));
  }

  @Override
  public String toString() {
    return String.format("Start: dimension=%d, clippingNorm=%s", mean.length, norm);
  }
}
