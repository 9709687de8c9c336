package org.privatemean.request;

import java.util.OptionalDouble;
import org.privatemean.annotation.Internal;
import org.privatemean.geometry.NormRange;
import org.privatemean.privacy.Checks;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.refusal.ParamException;

/**
 * A request for the recentred mean of each group.
 *
 * @param rho budget of the whole release: a row is in one group, so each uses all of it; positive
 * @param minNorm as in {@link RecentredSpec}
 * @param excess true if error bars cover the clipping bias of the groups of a class
 * @param groupsPerPerson maximum number of groups in which a person may have a row, L; 1 for rows
 * @param rareUnit as in {@link RecentredSpec}, for all groups
 */
@Internal
public record GroupedSpec(
    double rho,
    OptionalDouble minNorm,
    Scaling scaling,
    boolean excess,
    double confidence,
    int groupsPerPerson,
    PrivacyUnit unit,
    double rareUnit) {
  public static final String NAME = RecentredSpec.NAME;

  /** Maximum rho: the ledger counts units of 2^-48 in a long. */
  private static final double MAX_RHO = 1 << 14;

  public GroupedSpec {
    Checks.param(
        "rho", rho > 0 && rho <= MAX_RHO, "positive and at most 16384 with {groupCols}", rho);
    Checks.param("maxGroupsPerPerson", groupsPerPerson >= 1, "at least 1", groupsPerPerson);
    RecentredSpec.checkMinNorm(minNorm);
    RecentredSpec.checkRareUnit(rareUnit);
    if (scaling.equals(Scaling.AUTO)) {
      throw new ParamException(
          "scaling",
          "{scaling} auto weights coordinates for one mean, but {groupCols} is set",
          "set {scaling} to standard or none, or give public {scales}");
    }
  }

  /** Creates a request with the default values of all other components. */
  public static GroupedSpec of(double rho, Scaling scaling, PrivacyUnit unit) {
    return new GroupedSpec(
        rho,
        OptionalDouble.empty(),
        scaling,
        true,
        ErrorBarCoverage.CONFIDENCE,
        1,
        unit,
        RecentredSpec.RARE_UNIT);
  }

  public GroupedSpec of(double budget) {
    return budget == rho
        ? this
        : new GroupedSpec(
            budget, minNorm, scaling, excess, confidence, groupsPerPerson, unit, rareUnit);
  }

  public GroupedSpec withRareUnit(double publicUnit) {
    return new GroupedSpec(
        rho, minNorm, scaling, excess, confidence, groupsPerPerson, unit, publicUnit);
  }

  public NormRange range() {
    return NormRange.covering(minNorm.orElse(NormRange.WIDEST.low()), NormRange.WIDEST.high());
  }
}
