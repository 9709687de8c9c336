package org.privatemean.local;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import org.privatemean.geometry.WalshHadamard;

/**
 * The public parameters of ProjUnit and FastProjUnit, which clients and server must share: reports
 * of k coordinates and a 64-bit seed, for vectors of d.
 *
 * <p>PrivUnit in k dimensions has an error of about k / g^2, where g depends on epsilon alone, and
 * undoing the projection multiplies it by d / k: so the error is within a factor 1 + O(epsilon / k)
 * of PrivUnit's, and k of 100 epsilon costs a few percent.
 *
 * @param projection {@link Projection#HAAR} for ProjUnit, {@link Projection#HADAMARD} for
 *     FastProjUnit
 * @param inputs whether the vectors have norm C or at most C
 * @param dimension number d of coordinates of a vector, 1 to 2^23
 * @param size number k of coordinates of a report, at least 2 and at most the projected number: d,
 *     with {@link InputDomain#BALL} d + 1, with {@link Projection#HADAMARD} the next power of two.
 *     With {@link Projection#HAAR}, k times that is at most 2^26
 * @param bound C, in data units, in [1e-150, 1e150]
 * @param epsilon guarantee of one report, in [1e-9, 700]
 * @param label purpose of the reports, such as the round of a protocol; reports with another label
 *     are not counted
 */
public record ProjUnitParameters(
    Projection projection,
    InputDomain inputs,
    int dimension,
    int size,
    double bound,
    double epsilon,
    int label)
    implements Serializable {

  private static final int MAX_DIMENSION = PrivUnitParameters.MAX_DIMENSION / 2;
  private static final long MAX_HAAR = 1L << 26;

  /**
   * Validates the parameters.
   *
   * @throws IllegalArgumentException if one is out of its range
   */
  public ProjUnitParameters {
    PrivUnitParameters.checkCommon(dimension, bound, epsilon);
    if (dimension > MAX_DIMENSION) {
      throw new IllegalArgumentException(
          "dimension must be in [1, " + MAX_DIMENSION + "]. Provided value: " + dimension);
    }
    int projected = projectedDimension(projection, inputs, dimension);
    if (size < 2 || size > projected) {
      throw new IllegalArgumentException(
          "size must be in [2, " + projected + "]. Provided value: " + size);
    }
    if (projection == Projection.HAAR && (long) size * projected > MAX_HAAR) {
      throw new IllegalArgumentException(
          "size times dimension must be at most 2^26 for Projection.HAAR; use HADAMARD. Provided"
              + " product: "
              + (long) size * projected);
    }
  }

  /** Creates parameters of FastProjUnit for vectors of norm {@code bound}. */
  public static ProjUnitParameters onSphere(int dimension, int size, double bound, double epsilon) {
    return new ProjUnitParameters(
        Projection.HADAMARD, InputDomain.SPHERE, dimension, size, bound, epsilon, 0);
  }

  /** Creates parameters of FastProjUnit for vectors of norm at most {@code bound}. */
  public static ProjUnitParameters inBall(int dimension, int size, double bound, double epsilon) {
    return new ProjUnitParameters(
        Projection.HADAMARD, InputDomain.BALL, dimension, size, bound, epsilon, 0);
  }

  /** Returns {@link HadamardProjection#recommendedSize}. */
  public static int recommendedSize(int dimension, double epsilon) {
    return HadamardProjection.recommendedSize(dimension, epsilon);
  }

  /** Returns a copy with another projection. */
  public ProjUnitParameters withProjection(Projection projection) {
    return new ProjUnitParameters(projection, inputs, dimension, size, bound, epsilon, label);
  }

  /** Returns a copy with another label. */
  public ProjUnitParameters withLabel(int label) {
    return new ProjUnitParameters(projection, inputs, dimension, size, bound, epsilon, label);
  }

  private static int projectedDimension(Projection projection, InputDomain inputs, int dimension) {
    int lifted = inputs.liftedDimension(dimension);
    return projection == Projection.HAAR ? lifted : WalshHadamard.paddedSize(lifted);
  }

  /** Returns D, the number of projected coordinates. */
  int projectedDimension() {
    return projectedDimension(projection, inputs, dimension);
  }

  /** Computes the threshold of the projected unit vectors; about a millisecond. */
  public Threshold threshold() {
    return Threshold.optimal(ReportLaw.SPHERE, size, epsilon);
  }

  /** Returns kappa = E||R v|| of a random projection R. */
  public double meanNorm() {
    return HadamardProjection.meanNorm(size, projectedDimension());
  }

  /**
   * Returns the largest E||estimate - x||^2 of a single report over all x, in squared data units,
   * including rounding to the grid; exact except for that rounding with {@link Projection#HAAR},
   * and to about 1 / k with {@link Projection#HADAMARD}. The mean of n reports has 1/n of it.
   */
  public double squaredError() {
    return squaredError(ReportGrid.create(threshold(), size));
  }

  /** Same as {@link #squaredError()}, with another grid of this threshold. */
  public double squaredError(ReportGrid grid) {
    return bound
        * bound
        * HadamardProjection.squaredError(threshold(), grid, dimension, projectedDimension());
  }

  /** Returns the largest absolute value of a coordinate of a report, in steps of its grid. */
  public int gridLimit() {
    return ReportGrid.create(threshold(), size).limit();
  }

  public int reportBytes() {
    return UnitReportFormat.size(size, Long.BYTES);
  }

  /**
   * Returns a number that distinguishes reports of other parameters, except with probability 2^-32.
   */
  int fingerprint() {
    ByteBuffer buffer = ByteBuffer.allocate(32);
    buffer.put(UnitReportFormat.PROJ_UNIT).put((byte) projection.code()).put((byte) inputs.code());
    buffer.putInt(dimension).putInt(size).putDouble(bound).putDouble(epsilon).putInt(label);
    CRC32 crc = new CRC32();
    crc.update(buffer.array());
    return (int) crc.getValue();
  }
}
