package org.privatemean.mean;

import java.util.List;
import java.util.OptionalLong;
import org.privatemean.mean.clipped.AccuracyForecast;
import org.privatemean.mean.clipped.MeanGeometry;
import org.privatemean.numeric.MonotoneSearch;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.privacy.Zcdp;
import org.privatemean.query.QuantileSearch;
import org.privatemean.release.Estimate;
import org.privatemean.release.Guarantee;
import org.privatemean.release.Noise;
import org.privatemean.release.Release;
import org.privatemean.release.TrustedParty;
import org.privatemean.release.Warning;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;

/** All decisions of a release under zCDP, from public and released values. */
final class MeanPlan extends AccuracyForecast {
  private final MeanSpec spec;

  private MeanPlan(MeanGeometry geometry) {
    super(geometry);
    this.spec = geometry.spec();
  }

  /** Plans a release; refuses one whose exact sums could overflow 64 bits. */
  static MeanPlan create(MeanSpec spec, long rows, int dimension) {
    return new MeanPlan(MeanGeometry.create(spec, rows, dimension));
  }

  @Override
  protected double medianDeviation() {
    double squared = spec.unit().squaredSensitivityOfCounts(geometry().columns()).doubleValue();
    double variance = geometry().medianUniverse().levels() * squared / (2 * rhoMedians());
    return Math.sqrt(variance);
  }

  @Override
  protected double rankError() {
    return geometry().searchesNorm()
        ? QuantileSearch.rankError(
            spec.unit(),
            geometry().thresholdGrid().universe().levels(),
            rhoThreshold(),
            spec.beta())
        : 0;
  }

  @Override
  protected double sumNorm() {
    return spec.unit().sumSensitivity() / 2.0 * Math.sqrt(2 * geometry().columns() / rhoAverage());
  }

  @Override
  protected double sumDeviation(long norm) {
    return (double) spec.unit().sumSensitivity() * norm / Math.sqrt(2 * rhoAverage());
  }

  long rows() {
    return geometry().rows();
  }

  double medianRank() {
    return rows() / 2.0;
  }

  double rhoMedians() {
    return spec.rowCount().rhoLeft() * spec.split().medians();
  }

  double rhoThreshold() {
    return spec.rowCount().rhoLeft() * spec.split().threshold();
  }

  double rhoAverage() {
    return spec.rowCount().rhoLeft() * spec.split().average();
  }

  /** Returns the smallest n whose mean is not the zero vector; empty if sums overflow before. */
  static OptionalLong usefulRows(MeanSpec spec, int dimension) {
    long low = 0;
    long high = 1;
    while (unchecked(spec, high, dimension).needsMoreRows()) {
      low = high;
      high *= 2;
    }
    long useful =
        1
            + MonotoneSearch.lastInteger(
                low, high, rows -> unchecked(spec, rows, dimension).needsMoreRows());
    return unchecked(spec, useful, dimension).geometry().fits()
        ? OptionalLong.of(useful)
        : OptionalLong.empty();
  }

  private boolean needsMoreRows() {
    return geometry().fits() && isTooSmall();
  }

  private static MeanPlan unchecked(MeanSpec spec, long rows, int dimension) {
    return new MeanPlan(MeanGeometry.unchecked(spec, rows, dimension));
  }

  List<Warning> warnings() {
    if (isTooSmall()) {
      return List.of(new Warning(Warning.Code.FEW_ROWS, zeroVector()));
    }
    return centre().isDoubtful()
        ? List.of(
            new Warning(
                Warning.Code.DOUBTFUL_CENTRE,
                centre().warningOfCounts(rows(), "more rows, more budget or method clipped")))
        : List.of();
  }

  private String zeroVector() {
    OptionalLong useful = usefulRows(spec, geometry().dimension());
    return NumberFormat.format(
        "n = %d is too small for rho = %s and %d coordinates: the answer is the zero vector, and %s"
            + " was spent; %s",
        rows(),
        spec.rho(),
        geometry().dimension(),
        spec.unit().isCountPublic() ? "nothing" : "only the count",
        useful.isPresent()
            ? "at least " + useful.getAsLong() + " rows are needed"
            : "these bounds do not allow the required number of rows");
  }

  /**
   * Forecasts a release on Gaussian rows; with a private n, the mean of {@link Method#CLIPPED} is
   * assumed to be as long as the spread.
   */
  Release forecast(double spread) {
    double norm = expectedNorm(spread) * geometry().unit();
    Estimate estimate = Estimate.forecast(geometry().dimension(), rows());
    return release(
        estimate, isTooSmall() ? zeroReport() : expectedNoise(spread).withClippingNorm(norm));
  }

  Release release(Estimate estimate, Noise noise) {
    Guarantee guarantee = Guarantee.inZcdp(new Zcdp(spec.rho()), spec.unit());
    return Release.of(spec.name(), TrustedParty.CURATOR, guarantee, estimate, noise)
        .withWarnings(warnings());
  }
}
