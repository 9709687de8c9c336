package org.privatemean.local;

/**
 * The server's sum and mean of reports of {@link PrivUnitRandomizer}.
 *
 * <p><b>Contract.</b> Sums are integers, so the mean does not depend on the order of the reports or
 * on their division among merged aggregators. The mean of n reports is an unbiased estimate of the
 * mean of their vectors with E||error||^2 at most {@link PrivUnitParameters#squaredError} / n.
 *
 * <p><b>Malformed reports</b> are dropped and counted, by a public rule that honest reports pass
 * except with probability below 10^-30: bytes that {@link PrivUnitReport#fromBytes} refuses;
 * another fingerprint (made with other parameters, or for another round) or dimension; a coordinate
 * off the grid, or a norm that no report has. A false report within these limits can move the mean
 * by about C sqrt(d) / (gamma n), as in every local protocol; no rule for single reports prevents
 * it.
 *
 * <p>Not thread-safe: use one per thread and merge them.
 */
public final class PrivUnitAggregator
    extends UnitAggregator<PrivUnitParameters, PrivUnitAggregator> {
  private static final long serialVersionUID = 1L;

  private final int fingerprint;
  private final ReportGrid grid;

  private PrivUnitAggregator(PrivUnitParameters parameters, ReportGrid grid) {
    super(
        parameters,
        parameters.dimension(),
        grid.limit(),
        parameters.bound() * grid.step() / parameters.threshold().gamma());
    this.fingerprint = parameters.fingerprint();
    this.grid = grid;
  }

  /** Creates an aggregator without reports. */
  public static PrivUnitAggregator create(PrivUnitParameters parameters) {
    ReportGrid grid = ReportGrid.create(parameters.threshold(), parameters.dimension());
    return new PrivUnitAggregator(parameters, grid);
  }

  /**
   * Adds a report, or drops it.
   *
   * @return whether it was added
   * @throws IllegalStateException beyond 2^48 reports
   */
  public boolean add(PrivUnitReport report) {
    return accepts(() -> count(report));
  }

  /**
   * Adds a report given as bytes, or drops it.
   *
   * @return whether it was added
   */
  public boolean add(byte[] report) {
    return accepts(() -> count(PrivUnitReport.fromBytes(report)));
  }

  private void count(PrivUnitReport report) {
    short[] coordinates = report.coordinates();
    check(report.fingerprint() == fingerprint, coordinates, parameters().dimension(), grid);
    long[] totals = totalsOfOneMore();
    for (int j = 0; j < coordinates.length; j++) {
      totals[j] += coordinates[j];
    }
  }
}
