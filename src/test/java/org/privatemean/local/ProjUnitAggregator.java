package org.privatemean.local;

/**
 * The server's sum and mean of reports of {@link ProjUnitRandomizer}.
 *
 * <p><b>Contract.</b> A report y with the projection R adds R^T y, as integers (with {@link
 * Projection#HAAR} rounded to 2^-16 of a step of the grid), so the mean does not depend on the
 * order of the reports or on their division among merged aggregators. It is divided by gamma and by
 * {@link ProjUnitParameters#meanNorm}: as E[R^T R v / ||R v||] = E||R v|| v for a random rotation,
 * it is unbiased there. The mean of n reports has E||error||^2 at most {@link
 * ProjUnitParameters#squaredError} / n.
 *
 * <p>Adding a report costs O(D log D) with {@link Projection#HADAMARD} and O(k^2 d) with {@link
 * Projection#HAAR}.
 *
 * <p><b>Malformed reports</b> are dropped and counted, by a public rule that honest reports pass
 * except with probability below 10^-30: bytes that {@link ProjUnitReport#fromBytes} refuses;
 * another fingerprint (made with other parameters, or for another round) or size; a coordinate off
 * the grid, or a norm that no report has.
 *
 * <p>Not thread-safe: use one per thread and merge them.
 */
public final class ProjUnitAggregator
    extends UnitAggregator<ProjUnitParameters, ProjUnitAggregator> {
  private static final long serialVersionUID = 1L;

  private final int fingerprint;
  private final ReportGrid grid;

  private ProjUnitAggregator(ProjUnitParameters parameters, ReportGrid grid) {
    super(
        parameters,
        parameters.dimension(),
        SharedProjection.largest(parameters, grid.normLimit()),
        unit(parameters, grid));
    this.fingerprint = parameters.fingerprint();
    this.grid = grid;
  }

  private static double unit(ProjUnitParameters parameters, ReportGrid grid) {
    double factor = parameters.threshold().gamma() * parameters.meanNorm();
    return parameters.bound() * grid.step() * SharedProjection.unit(parameters) / factor;
  }

  /** Creates an aggregator without reports. */
  public static ProjUnitAggregator create(ProjUnitParameters parameters) {
    ReportGrid grid = ReportGrid.create(parameters.threshold(), parameters.size());
    return new ProjUnitAggregator(parameters, grid);
  }

  /**
   * Adds a report, or drops it.
   *
   * @return whether it was added
   * @throws IllegalStateException if the sums could overflow, after at least 2^30 reports
   */
  public boolean add(ProjUnitReport report) {
    return accepts(() -> count(report));
  }

  /**
   * Adds a report given as bytes, or drops it.
   *
   * @return whether it was added
   */
  public boolean add(byte[] report) {
    return accepts(() -> count(ProjUnitReport.fromBytes(report)));
  }

  private void count(ProjUnitReport report) {
    short[] coordinates = report.coordinates();
    check(report.fingerprint() == fingerprint, coordinates, parameters().size(), grid);
    SharedProjection projection = SharedProjection.create(parameters(), report.seed());
    projection.addBack(coordinates, totalsOfOneMore());
  }
}
