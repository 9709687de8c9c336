package org.privatemean.local.unit;

import java.io.Serializable;
import org.privatemean.local.report.Rejections;

/**
 * Adds up reports of {@link PrivUnitRandomizer} on the server, and gives their mean.
 *
 * <p><b>Contract.</b> Sums are integers, so the mean does not depend on the order of the reports or
 * on how they were divided among aggregators that were merged. The mean of n reports is an unbiased
 * estimate of the mean of their vectors with E||error||^2 = {@link PrivUnitParameters#squaredError}
 * / n at most.
 *
 * <p><b>Malformed reports</b> are dropped and counted, by a public rule that honest reports pass
 * but for a probability below 10^-30: bytes that {@link PrivUnitReport#fromBytes} refuses; another
 * fingerprint (made under other parameters, or for another round) or dimension; a coordinate off
 * the grid, or a norm that no report has. A client that lies within these limits can move the mean
 * by some C sqrt(d) / (gamma n), as in every local protocol; no rule for single reports prevents
 * it.
 *
 * <p>Not thread-safe: use one for each thread and merge them.
 */
public final class PrivUnitAggregator implements Serializable {
  private static final long serialVersionUID = 1L;

  private final PrivUnitParameters parameters;
  private final int fingerprint;
  private final ReportGrid grid;
  private final double unit;
  private final ReportSum sum;

  private PrivUnitAggregator(PrivUnitParameters parameters) {
    Threshold threshold = parameters.threshold();
    this.parameters = parameters;
    this.fingerprint = parameters.fingerprint();
    this.grid = ReportGrid.of(parameters);
    this.unit = parameters.bound() * grid.step() / threshold.gamma();
    this.sum = new ReportSum(parameters.dimension(), grid.limit());
  }

  /** An aggregator without reports. */
  public static PrivUnitAggregator of(PrivUnitParameters parameters) {
    return new PrivUnitAggregator(parameters);
  }

  /**
   * Adds a report, or drops it.
   *
   * @return whether it was added
   * @throws IllegalStateException beyond 2^48 reports
   */
  public boolean add(PrivUnitReport report) {
    return sum.rejections.accepts(() -> count(report));
  }

  /**
   * Adds the report that was sent as these bytes, or drops it.
   *
   * @return whether it was added
   */
  public boolean add(byte[] report) {
    return sum.rejections.accepts(() -> count(PrivUnitReport.fromBytes(report)));
  }

  private void count(PrivUnitReport report) {
    short[] coordinates = report.coordinates();
    ReportFormat.check(
        report.fingerprint() == fingerprint, coordinates, parameters.dimension(), grid);
    sum.countAccepted();
    for (int j = 0; j < coordinates.length; j++) {
      sum.totals[j] += coordinates[j];
    }
  }

  /**
   * Adds what another aggregator holds; that one is not changed.
   *
   * @throws IllegalArgumentException if its parameters are others
   */
  public void merge(PrivUnitAggregator other) {
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
  public PrivUnitParameters parameters() {
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
