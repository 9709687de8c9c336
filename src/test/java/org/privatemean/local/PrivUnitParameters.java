package org.privatemean.local;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * The public parameters of PrivUnit and PrivUnitG, which clients and server must share.
 *
 * @param law {@link ReportLaw#SPHERE} for PrivUnit, {@link ReportLaw#GAUSSIAN} for PrivUnitG
 * @param inputs whether the vectors have norm C or at most C
 * @param dimension number d of coordinates of a vector, 1 to 2^24
 * @param bound C, in data units, in [1e-150, 1e150]
 * @param epsilon guarantee of one report, in [1e-9, 700]
 * @param label purpose of the reports, such as the round of a protocol; reports with another label
 *     are not counted
 */
public record PrivUnitParameters(
    ReportLaw law, InputDomain inputs, int dimension, double bound, double epsilon, int label)
    implements Serializable {

  /** Upper bound on the number of coordinates of a report. */
  public static final int MAX_DIMENSION = 1 << 24;

  private static final double SMALLEST = 1e-150;
  private static final double LARGEST = 1e150;

  /**
   * Validates the parameters.
   *
   * @throws IllegalArgumentException if one is out of its range
   */
  public PrivUnitParameters {
    checkCommon(dimension, bound, epsilon);
  }

  public static void checkCommon(int dimension, double bound, double epsilon) {
    if (dimension < 1 || dimension > MAX_DIMENSION) {
      throw new IllegalArgumentException(
          "dimension must be in [1, " + MAX_DIMENSION + "]. Provided value: " + dimension);
    }
    if (!(bound >= SMALLEST && bound <= LARGEST)) {
      throw new IllegalArgumentException(
          "bound must be in [" + SMALLEST + ", " + LARGEST + "]. Provided value: " + bound);
    }
    Threshold.checkEpsilon(epsilon);
  }

  /** Creates parameters by the name of the distribution. */
  public static PrivUnitParameters of(
      String law, InputDomain inputs, int dimension, double bound, double epsilon, int label) {
    return new PrivUnitParameters(ReportLaw.valueOf(law), inputs, dimension, bound, epsilon, label);
  }

  /** Creates parameters of PrivUnit for vectors of norm {@code bound}. */
  public static PrivUnitParameters onSphere(int dimension, double bound, double epsilon) {
    return new PrivUnitParameters(
        ReportLaw.SPHERE, InputDomain.SPHERE, dimension, bound, epsilon, 0);
  }

  /** Creates parameters of PrivUnit for vectors of norm at most {@code bound}. */
  public static PrivUnitParameters inBall(int dimension, double bound, double epsilon) {
    return new PrivUnitParameters(ReportLaw.SPHERE, InputDomain.BALL, dimension, bound, epsilon, 0);
  }

  /** Returns a copy with another distribution. */
  public PrivUnitParameters withLaw(ReportLaw law) {
    return new PrivUnitParameters(law, inputs, dimension, bound, epsilon, label);
  }

  /** Returns a copy with another label. */
  public PrivUnitParameters withLabel(int label) {
    return new PrivUnitParameters(law, inputs, dimension, bound, epsilon, label);
  }

  /** Computes the threshold of the unit vectors; about a millisecond. */
  public Threshold threshold() {
    return Threshold.optimal(law, inputs.liftedDimension(dimension), epsilon);
  }

  /**
   * Returns the largest E||estimate - x||^2 of a single report over all x, in squared data units:
   * C^2 d times {@link Threshold#coordinateVariance}, the same for every x, plus at most the
   * variance of rounding to the grid. The mean of n reports has 1/n of it.
   */
  public double squaredError() {
    Threshold threshold = threshold();
    double rounding = ReportGrid.create(threshold, dimension).step() / (2 * threshold.gamma());
    return bound * bound * dimension * (threshold.coordinateVariance() + rounding * rounding);
  }

  /** Returns the largest absolute value of a coordinate of a report, in steps of its grid. */
  public int gridLimit() {
    return ReportGrid.create(threshold(), dimension).limit();
  }

  public int reportBytes() {
    return UnitReportFormat.size(dimension, 0);
  }

  /**
   * Returns a number that distinguishes reports of other parameters, except with probability 2^-32.
   */
  int fingerprint() {
    ByteBuffer buffer = ByteBuffer.allocate(32);
    buffer
        .put(UnitReportFormat.PRIV_UNIT)
        .put((byte) (law == ReportLaw.SPHERE ? 1 : 2))
        .put((byte) inputs.code());
    buffer.putInt(dimension).putDouble(bound).putDouble(epsilon).putInt(label);
    CRC32 crc = new CRC32();
    crc.update(buffer.array());
    return (int) crc.getValue();
  }
}
