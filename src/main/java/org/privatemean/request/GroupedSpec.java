package org.privatemean.request;

import java.util.OptionalDouble;
import org.privatemean.annotation.Internal;
import org.privatemean.geometry.NormRange;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.refusal.ParamException;

/**
 * A request for the recentred mean of each of many groups.
 *
 * @param rho budget of the whole release, rho-zCDP; positive: a row is in one group, so each group
 *     has all of it
 * @param minNorm public norm, in data units, below which a search is not needed
 * @param maxNorm public norm, in data units: longer rows are scaled to it
 * @param scaling what the error of each coordinate is measured in: standard, none or public scales
 * @param excess whether error bars reach over what clipping takes off the groups of a class
 * @param confidence of the error bars, in (0, 1)
 * @param groupsPerPerson in this many groups a person may have a row, L; 1 where a row is the unit
 * @param unit what the guarantee protects
 * @param rareUnit as that of a {@link RecentredSpec}, for all groups
 * @since 0.1.0
 */
@Internal
public record GroupedSpec(
    double rho,
    OptionalDouble minNorm,
    OptionalDouble maxNorm,
    Scaling scaling,
    boolean excess,
    double confidence,
    int groupsPerPerson,
    PrivacyUnit unit,
    double rareUnit) {
  /** The name of the mechanism. */
  public static final String NAME = RecentredSpec.NAME;

  /** Units of the ledger are 2^-48 in a long. */
  private static final double MAX_RHO = 1 << 14;

  /** Checks the values. */
  public GroupedSpec {
    if (!(rho > 0 && rho <= MAX_RHO)) {
      throw ParamException.outOfRange("rho", "positive and at most 16384 with {groupCols}", rho);
    }
    if (groupsPerPerson < 1) {
      throw ParamException.outOfRange("maxGroupsPerPerson", "at least 1", groupsPerPerson);
    }
    RecentredSpec.checkRareUnit(rareUnit);
    if (scaling.equals(Scaling.AUTO)) {
      throw new ParamException(
          "scaling",
          "{scaling} auto weighs coordinates for one mean, and {groupCols} asks for many",
          "set {scaling} to standard or none, or give public {scales}");
    }
  }

  /** A request with the usual {@code rareUnit}. */
  public GroupedSpec(
      double rho,
      OptionalDouble minNorm,
      OptionalDouble maxNorm,
      Scaling scaling,
      boolean excess,
      double confidence,
      int groupsPerPerson,
      PrivacyUnit unit) {
    this(
        rho,
        minNorm,
        maxNorm,
        scaling,
        excess,
        confidence,
        groupsPerPerson,
        unit,
        RecentredSpec.RARE_UNIT);
  }

  /** The usual request: a budget and nothing else. */
  public static GroupedSpec of(double rho, Scaling scaling, PrivacyUnit unit) {
    return new GroupedSpec(
        rho,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        scaling,
        true,
        ErrorBarCoverage.CONFIDENCE,
        1,
        unit);
  }

  /** The same with another budget, such as the one that was granted. */
  public GroupedSpec of(double budget) {
    return budget == rho
        ? this
        : new GroupedSpec(
            budget, minNorm, maxNorm, scaling, excess, confidence, groupsPerPerson, unit, rareUnit);
  }

  /** The same, with another public unit of columns that show only one value. */
  public GroupedSpec withRareUnit(double publicUnit) {
    return new GroupedSpec(
        rho, minNorm, maxNorm, scaling, excess, confidence, groupsPerPerson, unit, publicUnit);
  }

  /** The range of norms to search: powers of two around the given ends. */
  public NormRange range() {
    double low = minNorm.orElse(NormRange.WIDEST.low());
    double high = maxNorm.orElse(NormRange.WIDEST.high());
    if (!(low < high)) {
      throw ParamException.of(
          "minNorm",
          "{minNorm} must be below {maxNorm}. Provided: {minNorm} " + low + ", {maxNorm} " + high);
    }
    return NormRange.covering(low, high);
  }
}
