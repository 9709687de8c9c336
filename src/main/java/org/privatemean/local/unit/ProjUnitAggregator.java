package org.privatemean.local.unit;

import java.io.Serializable;
import org.privatemean.local.report.Rejections;

/**
 * Adds up reports of {@link ProjUnitRandomizer} on the server, and gives their mean.
 *
 * <p><b>Contract.</b> A report y with the projection R adds R^T y, as integers (with {@link
 * Projection#HAAR} rounded to 2^-16 of a step of the grid), so the mean does not depend on the
 * order of the reports or on how they were divided among aggregators that were merged. It is
 * divided by gamma and by {@link ProjUnitParameters#meanNorm}: as E[R^T R v / ||R v||] = E||R v|| v
 * for a random rotation, that makes it unbiased there. The mean of n reports has E||error||^2 =
 * {@link ProjUnitParameters#squaredError} / n at most.
 *
 * <p>Adding a report costs O(D log D) with {@link Projection#HADAMARD} and O(k^2 d) with {@link
 * Projection#HAAR}.
 *
 * <p><b>Malformed reports</b> are dropped and counted, by a public rule that honest reports pass
 * but for a probability below 10^-30: bytes that {@link ProjUnitReport#fromBytes} refuses; another
 * fingerprint (made under other parameters, or for another round) or size; a coordinate off the
 * grid, or a norm that no report has.
 *
 * <p>Not thread-safe: use one for each thread and merge them.
 */
public final class ProjUnitAggregator implements Serializable {
  private static final long serialVersionUID = 1L;

  private final ProjUnitParameters parameters;
  private final int fingerprint;
  private final ReportGrid grid;
  private final double unit;
  private final ReportSum sum;

  private ProjUnitAggregator(ProjUnitParameters parameters) {
    Threshold threshold = parameters.threshold();
    this.parameters = parameters;
    this.fingerprint = parameters.fingerprint();
    this.grid = ReportGrid.of(threshold, parameters.size());
    double factor = threshold.gamma() * parameters.meanNorm();
    this.unit = parameters.bound() * grid.step() * SharedProjection.unit(parameters) / factor;
    this.sum =
        new ReportSum(
            parameters.dimension(), SharedProjection.largest(parameters, grid.normLimit()));
  }

  /** An aggregator without reports. */
  public static ProjUnitAggregator of(ProjUnitParameters parameters) {
    return new ProjUnitAggregator(parameters);
  }

  /**
   * Adds a report, or drops it.
   *
   * @return whether it was added
   * @throws IllegalStateException if so many were added that the sums could overflow, some 2^30 at
   *     least
   */
  public boolean add(ProjUnitReport report) {
    return sum.rejections.accepts(() -> count(report));
  }

  /**
   * Adds the report that was sent as these bytes, or drops it.
   *
   * @return whether it was added
   */
  public boolean add(byte[] report) {
    return sum.rejections.accepts(() -> count(ProjUnitReport.fromBytes(report)));
  }

  private void count(ProjUnitReport report) {
    short[] coordinates = report.coordinates();
    ReportFormat.check(report.fingerprint() == fingerprint, coordinates, parameters.size(), grid);
    sum.countAccepted();
    SharedProjection.of(parameters, report.seed()).addBack(coordinates, sum.totals);
  }

  /**
   * Adds what another aggregator holds; that one is not changed.
   *
   * @throws IllegalArgumentException if its parameters are others
   */
  public void merge(ProjUnitAggregator other) {
    if (!parameters.equals(other.parameters)) {
      throw new IllegalArgumentException(
          "aggregators to be merged must have equal parameters. Provided: "
              + parameters
              + " and "
              + other.parameters);
    }
    sum.merge(other.sum);
  }

  /** The public parameters. */
  public ProjUnitParameters parameters() {
    return parameters;
  }

  /** How many reports were added. */
  public long accepted() {
    return sum.accepted();
  }

  /** How many reports were dropped as malformed. */
  public long dropped() {
    return sum.rejections.total();
  }

  /** The reports that were dropped, by reason. */
  public Rejections rejections() {
    return sum.rejections;
  }

  /**
   * The estimate of the mean, in data units.
   *
   * @throws IllegalStateException if no report was added
   */
  public double[] mean() {
    return sum.mean(unit);
  }
}
