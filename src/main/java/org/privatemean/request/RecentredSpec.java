package org.privatemean.request;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.privatemean.geometry.NormRange;
import org.privatemean.privacy.Checks;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.query.RowCount;
import org.privatemean.refusal.ParamException;

/**
 * A request for the recentred mean. Only the budget is required.
 *
 * @param rho budget of the whole release, rho-zCDP; positive
 * @param minNorm public norm, in data units, below which the search need not look
 * @param bounds bounds on the rows, if known: longer rows are scaled to the longest norm that the
 *     bounds allow, and the search ends there
 * @param scaling unit of the error of each coordinate
 * @param regions coverage of the error bars
 * @param moments what is released with the mean; standard deviations require scaling standard
 * @param unit unit that the guarantee protects
 * @param start an earlier release to start from; empty for the whole search
 * @param sampling mode of the first steps: on a sample or on all rows
 * @param rareUnit public unit of a column in which only one value is detected, shared by almost all
 *     rows: the column is treated as having that value and values one unit from it. Only with
 *     scaling standard; finite, 0 for none.
 * @param covarianceType shape of the noise; full cannot be combined with a released covariance
 *     matrix
 * @since 0.1.0
 */
public record RecentredSpec(
    double rho,
    OptionalDouble minNorm,
    Optional<Bounds> bounds,
    Scaling scaling,
    ErrorBarCoverage regions,
    Moments moments,
    PrivacyUnit unit,
    Optional<WarmStart> start,
    Sampling sampling,
    double rareUnit,
    CovarianceType covarianceType)
    implements MeanRequest {
  /** Default of {@code rareUnit}: the unit of a 0/1 column. */
  public static final double RARE_UNIT = 1;

  public static final String NAME = "recentred";

  /** Share of the budget for the mean if the covariance matrix is released too. */
  private static final double MEAN_SHARE = 0.3;

  /** Moments released with the mean. */
  public enum Moments {
    MEAN("the mean"),
    /** The standard deviation of each column. */
    DEVIATIONS("standard deviations"),
    /** The covariance matrix, and the standard deviations that it contains. */
    COVARIANCE("covariances");

    private final String plural;

    Moments(String plural) {
      this.plural = plural;
    }

    /** The name in messages. */
    public String plural() {
      return plural;
    }
  }

  /** Shapes of the noise: independent in every column, or that of private second moments. */
  public enum CovarianceType {
    /** Independent noise. */
    DIAG,
    /** Correlated noise, unless private norms show that a column would have more of it. */
    FULL,
    /** Correlated noise if private answers show that it reduces the error. */
    AUTO;

    /** Returns the name in parameters and reports. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the type with the given name in parameters.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static CovarianceType of(String label) {
      String refusal = "no covariance type is called " + label;
      return Checks.constant(values(), CovarianceType::label, label, refusal);
    }
  }

  public RecentredSpec {
    Checks.positiveParam("rho", rho);
    checkMinNorm(minNorm);
    checkRareUnit(rareUnit);
    if (moments == Moments.DEVIATIONS && !scaling.equals(Scaling.STANDARD)) {
      throw new ParamException(
          "scaling",
          "standard deviations require {scaling} standard, but {scaling} is " + scaling.label(),
          "set {scaling} standard");
    }
    if (moments == Moments.COVARIANCE && covarianceType == CovarianceType.FULL) {
      throw new ParamException(
          "covarianceType",
          "a covariance matrix is released beside a mean with independent noise only",
          "set {covarianceType} to diag or auto, or leave that out");
    }
    if (sampling == Sampling.ALWAYS) {
      String seesAll = seesAll(regions, moments, unit);
      if (!seesAll.isEmpty()) {
        throw new ParamException(
            "sampling",
            "{sampling} is always, but " + seesAll + " all rows in every step",
            "set {sampling} to auto or none, or leave that out");
      }
    }
  }

  static void checkMinNorm(OptionalDouble minNorm) {
    double most = NormRange.WIDEST.high();
    minNorm.ifPresent(
        norm ->
            Checks.param("minNorm", norm > 0 && norm < most, "positive and below " + most, norm));
  }

  static void checkRareUnit(double rareUnit) {
    Checks.param(
        "rareUnit",
        rareUnit >= 0 && rareUnit < Double.POSITIVE_INFINITY,
        "finite and at least 0",
        rareUnit);
  }

  /** Returns the setting that needs all rows in every step, with its verb; empty if none. */
  private static String seesAll(ErrorBarCoverage regions, Moments moments, PrivacyUnit unit) {
    if (unit.mostWeight() > 1) {
      return "{personWeight} rows takes";
    }
    if (regions.kind() == ErrorBarCoverage.CoverageKind.PROVED) {
      return "{regions} proved takes";
    }
    return moments == Moments.MEAN ? "" : moments.plural() + " take";
  }

  /** Creates a request for the whole search on all rows. */
  public RecentredSpec(
      double rho,
      OptionalDouble minNorm,
      Optional<Bounds> bounds,
      Scaling scaling,
      ErrorBarCoverage regions,
      Moments moments,
      PrivacyUnit unit) {
    this(
        rho,
        minNorm,
        bounds,
        scaling,
        regions,
        moments,
        unit,
        Optional.empty(),
        Sampling.NONE,
        RARE_UNIT,
        CovarianceType.DIAG);
  }

  /** Creates a request with the default values of all components except the budget. */
  public static RecentredSpec of(double rho) {
    return new RecentredSpec(
        rho,
        OptionalDouble.empty(),
        Optional.empty(),
        Scaling.STANDARD,
        ErrorBarCoverage.of(ErrorBarCoverage.CoverageKind.SAMPLE),
        Moments.MEAN,
        PrivacyUnit.row(Neighbours.REPLACE));
  }

  /** Returns a copy with another unit of the error and other error bars. */
  public RecentredSpec with(Scaling units, ErrorBarCoverage bars) {
    return copy(units, bars, moments, start, sampling, rareUnit, covarianceType);
  }

  /** Returns a copy that requests other moments. */
  public RecentredSpec with(Moments requested) {
    return copy(scaling, regions, requested, start, sampling, rareUnit, covarianceType);
  }

  /** Returns a copy that starts from an earlier release. */
  public RecentredSpec withStart(WarmStart earlier) {
    Optional<WarmStart> from = Optional.of(earlier);
    return copy(scaling, regions, moments, from, sampling, rareUnit, covarianceType);
  }

  /** Returns a copy with the given sampling mode. */
  public RecentredSpec withSampling(Sampling when) {
    return copy(scaling, regions, moments, start, when, rareUnit, covarianceType);
  }

  /** Returns a copy with another public unit for columns in which one value is detected. */
  public RecentredSpec withRareUnit(double publicUnit) {
    return copy(scaling, regions, moments, start, sampling, publicUnit, covarianceType);
  }

  /** Returns a copy with another shape of the noise. */
  public RecentredSpec with(CovarianceType shape) {
    return copy(scaling, regions, moments, start, sampling, rareUnit, shape);
  }

  /** Returns a copy with the same budget, bounds and unit. */
  private RecentredSpec copy(
      Scaling units,
      ErrorBarCoverage bars,
      Moments requested,
      Optional<WarmStart> from,
      Sampling when,
      double publicUnit,
      CovarianceType shape) {
    return new RecentredSpec(
        rho, minNorm, bounds, units, bars, requested, unit, from, when, publicUnit, shape);
  }

  /** True if the release certainly asks for a matrix of second moments. */
  public boolean asksMatrix() {
    return moments == Moments.COVARIANCE || covarianceType == CovarianceType.FULL;
  }

  /** Returns the budget of the mean after the number of rows is known. */
  public double rhoOfMean() {
    return rowCount().rhoLeft() * (moments == Moments.COVARIANCE ? MEAN_SHARE : 1);
  }

  /**
   * Returns the range of norms to search: powers of two that cover the given ends. Refusals do not
   * depend on the number of rows, which may have to be paid for.
   *
   * @throws IllegalArgumentException unless the bounds allow norms above minNorm and above the
   *     least norm whose square is a double, at least for 2^42 rows
   */
  public NormRange range(long rows, int dimension) {
    double low = minNorm.orElse(NormRange.WIDEST.low());
    double high = longestRow(rows, dimension);
    double highest = longestRow(RowCount.MAX_ROWS, dimension);
    if (!(NormRange.WIDEST.low() < highest)) {
      throw new ParamException(
          "bound",
          String.format(
              "{method} recentred works with norms above %s, and the bounds ({bound},"
                  + " {coordinateBound}, or {radius} and {sigmaMax}) allow rows of at most %s",
              NormRange.WIDEST.low(), highest),
          "use larger units");
    }
    if (!(low < highest)) {
      throw ParamException.of(
          "minNorm",
          String.format(
              "{minNorm} must be below the norm that the bounds allow. Provided: {minNorm} %s,"
                  + " bounds that allow %s",
              low, highest));
    }
    return NormRange.covering(low < high ? low : high / 2, high);
  }

  private double longestRow(long rows, int dimension) {
    return bounds
        .map(known -> known.longestRow(Math.max(1, rows), dimension, MeanSpec.DEFAULT_BETA))
        .orElse(NormRange.WIDEST.high());
  }

  @Override
  public String name() {
    return NAME;
  }
}
