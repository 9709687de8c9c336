package org.privatemean.request;

import java.util.Optional;
import java.util.OptionalDouble;
import org.privatemean.geometry.NormRange;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.refusal.ParamException;

/**
 * A request for the recentred mean. Only the budget has to be chosen.
 *
 * @param rho budget of the whole release, rho-zCDP; positive
 * @param minNorm public norm, in data units, below which there is no need to look; narrows the
 *     search
 * @param bounds where the rows lie, if that is known: longer rows are scaled to the longest norm
 *     that the bounds allow, and the search need not look beyond it
 * @param scaling what the error of each coordinate is measured in
 * @param regions how far error bars reach
 * @param deviations whether standard deviations are released too; needs scaling standard
 * @param unit what the guarantee protects
 * @param start an earlier release to begin at; empty for the whole search
 * @param sampling whether the first steps work on a sample of the rows
 * @since 0.1.0
 */
public record RecentredSpec(
    double rho,
    OptionalDouble minNorm,
    Optional<Bounds> bounds,
    Scaling scaling,
    Regions regions,
    boolean deviations,
    PrivacyUnit unit,
    Optional<Start> start,
    Sampling sampling)
    implements MeanRequest {
  /** The name of the mechanism. */
  public static final String NAME = "recentred";

  /** Checks the budget and the norm. */
  public RecentredSpec {
    if (!(rho > 0 && rho < Double.POSITIVE_INFINITY)) {
      throw ParamException.outOfRange("rho", "positive and finite", rho);
    }
    minNorm.ifPresent(
        norm -> {
          if (!(norm > 0 && norm < Double.POSITIVE_INFINITY)) {
            throw ParamException.outOfRange("minNorm", "positive and finite", norm);
          }
        });
    if (deviations && !scaling.equals(Scaling.STANDARD)) {
      throw new ParamException(
          "scaling",
          "standard deviations come with {scaling} standard, and {scaling} is " + scaling.label(),
          "set {scaling} standard");
    }
    if (sampling == Sampling.ALWAYS) {
      String seesAll = seesAll(regions, deviations, unit);
      if (!seesAll.isEmpty()) {
        throw new ParamException(
            "sampling",
            "{sampling} is always, but " + seesAll + " all rows in every step",
            "set {sampling} to auto or none, or leave that out");
      }
    }
  }

  /** What needs all rows in every step, with its verb; empty where nothing does. */
  private static String seesAll(Regions regions, boolean deviations, PrivacyUnit unit) {
    if (unit.mostWeight() > 1) {
      return "{personWeight} rows takes";
    }
    if (regions.kind() == Regions.Kind.PROVED) {
      return "{regions} proved takes";
    }
    return deviations ? "standard deviations take" : "";
  }

  /** A request for the whole search, on all rows. */
  public RecentredSpec(
      double rho,
      OptionalDouble minNorm,
      Optional<Bounds> bounds,
      Scaling scaling,
      Regions regions,
      boolean deviations,
      PrivacyUnit unit) {
    this(rho, minNorm, bounds, scaling, regions, deviations, unit, Optional.empty(), Sampling.NONE);
  }

  /** The usual request: a budget and nothing else. */
  public static RecentredSpec of(double rho) {
    return new RecentredSpec(
        rho,
        OptionalDouble.empty(),
        Optional.empty(),
        Scaling.STANDARD,
        Regions.of(Regions.Kind.SAMPLE),
        false,
        PrivacyUnit.row(Neighbours.REPLACE));
  }

  /** The same request with error measured in other units, and with other error bars. */
  public RecentredSpec with(Scaling units, Regions bars) {
    return new RecentredSpec(rho, minNorm, bounds, units, bars, deviations, unit, start, sampling);
  }

  /** The same request, for standard deviations too. */
  public RecentredSpec withDeviations() {
    return new RecentredSpec(rho, minNorm, bounds, scaling, regions, true, unit, start, sampling);
  }

  /** The same request, begun at an earlier release. */
  public RecentredSpec startingFrom(Start earlier) {
    return new RecentredSpec(
        rho, minNorm, bounds, scaling, regions, deviations, unit, Optional.of(earlier), sampling);
  }

  /** The same request, whose first steps work on a sample of the rows or not. */
  public RecentredSpec sampling(Sampling when) {
    return new RecentredSpec(rho, minNorm, bounds, scaling, regions, deviations, unit, start, when);
  }

  /**
   * The range of norms to search: powers of two around the given ends.
   *
   * @throws IllegalArgumentException unless the bounds allow norms above minNorm, and above the
   *     least whose square is a double
   */
  public NormRange range(long rows, int dimension) {
    double low = minNorm.orElse(NormRange.WIDEST.low());
    double high = NormRange.WIDEST.high();
    if (bounds.isPresent()) {
      high = bounds.get().longestRow(Math.max(1, rows), dimension, MeanSpec.DEFAULT_BETA);
    }
    if (!(NormRange.WIDEST.low() < high)) {
      throw new ParamException(
          "bound",
          String.format(
              "{method} recentred works with norms above %s, and the bounds ({bound},"
                  + " {coordinateBound}, or {radius} and {sigmaMax}) allow rows of at most %s",
              NormRange.WIDEST.low(), high),
          "use larger units");
    }
    if (!(low < high)) {
      throw ParamException.of(
          "minNorm",
          String.format(
              "{minNorm} must be below the norm that the bounds allow. Provided: {minNorm} %s,"
                  + " bounds that allow %s",
              low, high));
    }
    return NormRange.covering(low, high);
  }

  @Override
  public String name() {
    return NAME;
  }
}
