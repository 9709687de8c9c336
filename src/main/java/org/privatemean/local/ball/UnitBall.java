package org.privatemean.local.ball;

import org.privatemean.local.report.MalformedReportException;
import org.privatemean.local.report.MalformedReportException.Reason;
import org.privatemean.local.report.ReportReader;
import org.privatemean.local.report.ReportWriter;
import org.privatemean.local.unit.PrivUnitParameters;
import org.privatemean.local.unit.PrivUnitRandomizer;
import org.privatemean.local.unit.PrivUnitReport;
import org.privatemean.local.unit.ReportGrid;
import org.privatemean.noise.BitSource;

/**
 * PrivUnit of the vector divided by the norm and lifted to the unit sphere of one dimension more,
 * where the optimal threshold depends on dimension and epsilon alone. The lifted coordinate is
 * dropped again; the others are sent on the public grid, in at most 16 bits each.
 *
 * <p><b>Privacy guarantee.</b> The report is epsilon-DP, whatever the norm: dividing by the public
 * norm happens before PrivUnit, and {@link PrivUnitRandomizer} clips to the unit ball once more, so
 * that a quotient rounded up past 1 changes nothing. What it says of floating point holds here.
 *
 * <p><b>Error.</b> {@code norm^2 k} a report for every vector within the norm, 0 included: k is
 * {@code dimension} times {@link org.privatemean.local.unit.cap.Threshold#coordinateVariance} in
 * {@code dimension + 1}, and at most what rounding to the grid adds. Nothing but that rounding,
 * unbiased, depends on the vector.
 */
public final class UnitBall implements BallRandomizer {
  private static final long serialVersionUID = 1L;

  private final PrivUnitRandomizer randomizer;
  private final ReportGrid grid;
  private final int dimension;
  private final double unit;
  private final double error;

  private UnitBall(PrivUnitParameters parameters) {
    this.randomizer = PrivUnitRandomizer.of(parameters);
    this.grid = ReportGrid.of(parameters.threshold(), parameters.dimension());
    this.dimension = parameters.dimension();
    this.unit = grid.step() / parameters.threshold().gamma();
    this.error = parameters.squaredError();
  }

  /**
   * A randomizer.
   *
   * @param dimension number of coordinates, 1 to 2^24
   * @param epsilon the guarantee of a report, in [1e-9, 700]
   * @throws IllegalArgumentException if one is out of its range
   */
  public static UnitBall of(int dimension, double epsilon) {
    return new UnitBall(PrivUnitParameters.inBall(dimension, 1, epsilon));
  }

  @Override
  public int dimension() {
    return dimension;
  }

  private int bits() {
    return ReportReader.bitsFor(2L * grid.limit() + 1);
  }

  @Override
  public void write(long[] vector, long norm, BitSource secret, ReportWriter out) {
    double[] scaled = new double[dimension];
    for (int j = 0; j < dimension; j++) {
      scaled[j] = (double) vector[j] / norm;
    }
    PrivUnitReport report = randomizer.randomize(scaled, secret);
    for (int j = 0; j < dimension; j++) {
      out.put(report.coordinate(j) + grid.limit(), bits());
    }
  }

  @Override
  public long[] read(ReportReader in, long norm) throws MalformedReportException {
    in.expect((long) dimension * bits());
    short[] steps = new short[dimension];
    long[] vector = new long[dimension];
    for (int j = 0; j < dimension; j++) {
      vector[j] = in.getBelow(2L * grid.limit() + 1) - grid.limit();
      steps[j] = (short) vector[j];
    }
    if (!grid.holds(steps)) {
      throw new MalformedReportException(Reason.RANGE);
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
