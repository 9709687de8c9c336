package org.privatemean.local.unit;

import org.privatemean.local.unit.MalformedReportException.RejectionReason;
import org.privatemean.noise.BitSource;

/**
 * PrivUnit or PrivUnitG of the vector divided by the norm and lifted to the unit sphere of one more
 * dimension, where the optimal threshold depends on dimension and epsilon alone. The lifted
 * coordinate is dropped afterwards; the others are sent on the public grid, in at most 16 bits
 * each.
 *
 * <p><b>Privacy guarantee.</b> The report is epsilon-DP, for any norm: the division by the public
 * norm precedes the randomizer, and {@link PrivUnitRandomizer} clips to the unit ball again, so
 * that a quotient rounded up past 1 changes nothing. The proof for both distributions is that of
 * {@link org.privatemean.local.unit.Threshold}: relative to U, uniform on the sphere (Bhowmick et
 * al. 2018) or standard normal (Asi, Feldman and Talwar 2022), the density of a report is p / t on
 * the cap of the vector and (1 - p) / q off it, of ratio e^epsilon, and U does not depend on the
 * vector. {@link ReportGrid} proves the guarantee of the finite program.
 *
 * <p><b>Unbiased</b> on the whole ball: the mean of the report divided by gamma is the lifted
 * vector, so without the last coordinate it is the vector divided by the norm.
 *
 * <p><b>Error.</b> {@code norm^2 k} per report for every vector within the norm, including 0: k is
 * {@code dimension} times {@link org.privatemean.local.unit.Threshold#coordinateVariance} in {@code
 * dimension + 1}, plus at most the variance of rounding to the grid. Only that unbiased rounding
 * depends on the vector.
 */
public final class UnitBall implements BallRandomizer {
  private static final long serialVersionUID = 1L;

  private final PrivUnitRandomizer randomizer;
  private final ReportGrid grid;
  private final ReportLaw law;
  private final int dimension;
  private final double unit;
  private final double error;

  private UnitBall(PrivUnitParameters parameters) {
    this.randomizer = PrivUnitRandomizer.create(parameters);
    this.grid = ReportGrid.create(parameters.threshold(), parameters.dimension());
    this.law = parameters.law();
    this.dimension = parameters.dimension();
    this.unit = grid.step() / parameters.threshold().gamma();
    this.error = parameters.squaredError();
  }

  /**
   * Creates a randomizer for PrivUnit.
   *
   * @param dimension number of coordinates, 1 to 2^24
   * @param epsilon guarantee of a report, in [1e-9, 700]
   * @throws IllegalArgumentException if one is out of its range
   */
  public static UnitBall create(int dimension, double epsilon) {
    return create(ReportLaw.SPHERE, dimension, epsilon);
  }

  /**
   * Creates a randomizer.
   *
   * @param law {@link ReportLaw#SPHERE} for PrivUnit, {@link ReportLaw#GAUSSIAN} for PrivUnitG
   * @throws IllegalArgumentException as above
   */
  public static UnitBall create(ReportLaw law, int dimension, double epsilon) {
    return new UnitBall(PrivUnitParameters.inBall(dimension, 1, epsilon).withLaw(law));
  }

  /** Returns the distribution: that of PrivUnit or PrivUnitG. */
  public ReportLaw law() {
    return law;
  }

  @Override
  public int dimension() {
    return dimension;
  }

  private int coordinateBits() {
    return ReportReader.bitsFor(2L * grid.limit() + 1);
  }

  @Override
  public long bits(long norm) {
    return (long) dimension * coordinateBits();
  }

  @Override
  public void write(long[] vector, long norm, BitSource secret, ReportWriter out) {
    double[] scaled = new double[dimension];
    for (int j = 0; j < dimension; j++) {
      scaled[j] = (double) vector[j] / norm;
    }
    PrivUnitReport report = randomizer.randomize(scaled, secret);
    for (int j = 0; j < dimension; j++) {
      out.put(report.coordinate(j) + grid.limit(), coordinateBits());
    }
  }

  @Override
  public long[] read(ReportReader in, long norm) throws MalformedReportException {
    in.expect(bits(norm));
    short[] steps = new short[dimension];
    long[] vector = new long[dimension];
    for (int j = 0; j < dimension; j++) {
      vector[j] = in.getBelow(2L * grid.limit() + 1) - grid.limit();
      steps[j] = (short) vector[j];
    }
    if (!grid.holds(steps)) {
      throw new MalformedReportException(RejectionReason.RANGE);
    }
    return vector;
  }

  @Override
  public double unit(long norm) {
    return norm * unit;
  }

  @Override
  public double largest(long norm) {
    return grid.limit();
  }

  @Override
  public double largestNorm(long norm) {
    return unit(norm) * grid.largestNorm();
  }

  @Override
  public double squaredError(long norm) {
    return (double) norm * norm * error;
  }

  @Override
  public double relativeSquaredError() {
    return error;
  }
}
