package org.privatemean.mean.clipped;

import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.privatemean.numeric.MonotoneSearch;
import org.privatemean.privacy.Zcdp;
import org.privatemean.query.QuantileSearch;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.Estimate;
import org.privatemean.release.Guarantee;
import org.privatemean.release.Noise;
import org.privatemean.release.Release;
import org.privatemean.release.TrustedParty;
import org.privatemean.release.Warning;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;

/**
 * All decisions of a release under zCDP from public and released values; a forecast is the plan
 * without the data.
 */
final class MeanPlan implements MeanNoise {
  private final MeanSpec spec;
  private final long rows;
  private final int dimension;
  private final MeanGeometry geometry;
  private final AccuracyForecast outlook;

  private MeanPlan(MeanGeometry geometry) {
    this.spec = geometry.spec();
    this.rows = geometry.rows();
    this.dimension = geometry.dimension();
    this.geometry = geometry;
    this.outlook = AccuracyForecast.compute(geometry, this);
  }

  /**
   * Plans a release.
   *
   * @throws IllegalArgumentException if exact sums could overflow 64 bits
   */
  public static MeanPlan create(MeanSpec spec, long rows, int dimension) {
    return new MeanPlan(MeanGeometry.create(spec, rows, dimension));
  }

  @Override
  public double medianDeviation() {
    double squared = spec.unit().squaredSensitivityOfCounts(geometry.columns()).doubleValue();
    double variance = geometry.medianUniverse().levels() * squared / (2 * rhoMedians());
    return Math.sqrt(variance);
  }

  @Override
  public double rankError() {
    return geometry.searchesNorm()
        ? QuantileSearch.rankError(
            spec.unit(), geometry.thresholdGrid().universe().levels(), rhoThreshold(), spec.beta())
        : 0;
  }

  @Override
  public double sumNorm() {
    return sumSensitivity() / 2 * Math.sqrt(2 * geometry.columns() / rhoAverage());
  }

  @Override
  public double sumDeviation(long norm) {
    return sumSensitivity() * norm / Math.sqrt(2 * rhoAverage());
  }

  private double sumSensitivity() {
    return spec.unit().sumSensitivity();
  }

  long rows() {
    return rows;
  }

  MeanSpec spec() {
    return spec;
  }

  public MeanGeometry geometry() {
    return geometry;
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

  AccuracyForecast outlook() {
    return outlook;
  }

  /** True if n is so small that the zero vector is better (Theorem 3.4); from public values. */
  public boolean isTooSmall() {
    return outlook.isTooSmall();
  }

  /**
   * The smallest n at which the mechanism does not return the zero vector for d-dimensional rows.
   *
   * @throws IllegalArgumentException if the bounds do not fit 64-bit sums at any useful n
   */
  public static long smallestUsefulRows(MeanSpec spec, int dimension) {
    return usefulRows(spec, dimension)
        .orElseThrow(
            () ->
                new ParamException(
                    "rho",
                    String.format(
                        "no number of rows is both useful at {rho} = %s in %d dimensions and within"
                            + " 64-bit sums",
                        spec.rho(), dimension),
                    "choose a larger {rho} or {resolution}, or a smaller bound"));
  }

  /** Empty if n stops fitting before it is useful: more rows do not leave more room. */
  private static OptionalLong usefulRows(MeanSpec spec, int dimension) {
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
    return unchecked(spec, useful, dimension).geometry.fits()
        ? OptionalLong.of(useful)
        : OptionalLong.empty();
  }

  private boolean needsMoreRows() {
    return geometry.fits() && isTooSmall();
  }

  private static MeanPlan unchecked(MeanSpec spec, long rows, int dimension) {
    return new MeanPlan(MeanGeometry.unchecked(spec, rows, dimension));
  }

  /** Warnings from public values. */
  List<Warning> warnings() {
    if (isTooSmall()) {
      return List.of(new Warning(Warning.Code.FEW_ROWS, zeroVector()));
    }
    return outlook.centre().isDoubtful()
        ? List.of(
            new Warning(
                Warning.Code.DOUBTFUL_CENTRE,
                outlook.centre().warningOfCounts(rows, "more rows, more budget or method clipped")))
        : List.of();
  }

  private String zeroVector() {
    OptionalLong useful = usefulRows(spec, dimension);
    return String.format(
        Locale.ROOT,
        "n = %d is too small for rho = %s and %d coordinates: the answer is the zero vector, and %s"
            + " was spent; %s",
        rows,
        spec.rho(),
        dimension,
        spec.unit().isCountPublic() ? "nothing" : "only the count",
        useful.isPresent()
            ? "at least " + useful.getAsLong() + " rows are needed"
            : "these bounds do not allow the required number of rows");
  }

  /**
   * Forecasts a release on Gaussian rows, at the norm of the rank that is searched for; with a
   * private number of rows, the mean of {@link Method#CLIPPED} is assumed to be as long as the
   * spread allows.
   */
  public Release forecast(double spread) {
    AccuracyForecast.checkSpread(spread);
    Estimate estimate = Estimate.forecast(dimension, rows);
    if (isTooSmall()) {
      return release(estimate, outlook.zeroReport());
    }
    double norm = outlook.expectedNorm(spread) * geometry.unit();
    return release(estimate, outlook.forecast(spread).clippedTo(norm));
  }

  /** Returns a release of the central model under this plan. */
  Release release(Estimate estimate, Noise noise) {
    Guarantee guarantee = Guarantee.inZcdp(new Zcdp(spec.rho()), spec.unit());
    return Release.of(spec.name(), TrustedParty.CURATOR, guarantee, estimate, noise)
        .warning(warnings());
  }
}
