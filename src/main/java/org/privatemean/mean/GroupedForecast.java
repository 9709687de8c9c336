package org.privatemean.mean;

import java.util.List;
import org.privatemean.release.Guarantee;
import org.privatemean.release.Scales;
import org.privatemean.release.report.GroupedRelease;
import org.privatemean.release.report.GroupedRelease.GroupMean;
import org.privatemean.release.report.GroupedRelease.GroupMean.GroupStatus;
import org.privatemean.request.Scaling;

/** The forecast of {@link GroupedMean} for groups of Gaussian rows, before anything is spent. */
record GroupedForecast(GroupedPlan plan) {
  /** Assumed number of rounds of recentring, and of octaves that are tested. */
  private static final int ROUNDS = 2;

  private static final int TESTS = 1;

  GroupedRelease compute(Guarantee guarantee, double rows, int groups, double spread) {
    GroupMean group =
        rows < plan.leastRows()
            ? GroupMean.withoutMean(GroupStatus.TOO_SMALL, rows, plan.countPrice())
            : forecastCentre(rows, rows * groups, spread);
    return new GroupedRelease(
        guarantee,
        plan.dimension(),
        plan.spec().groupsPerPerson(),
        plan.spec().confidence(),
        Scales.none(plan.spec().scaling().label()),
        List.of(group),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  private GroupMean forecastCentre(double rows, double all, double spread) {
    double radius = spread * GaussianNorm.quantile(plan.dimension(), 0.5);
    double step = plan.stepPrice(rows) + plan.radiusPrice(rows);
    double left =
        (plan.rho() - commonPrice(all / plan.spec().groupsPerPerson())) * plan.own() / plan.rho()
            - plan.countPrice()
            - plan.locatePrice(rows);
    double spent = 0;
    double offset = Double.POSITIVE_INFINITY;
    for (int k = 0; k < ROUNDS && plan.affordsStep(spent, rows, left); k++) {
      spent += step;
      left -= step;
      offset = radius / plan.fineness(rows) * (radius / plan.fineness(rows));
    }
    double finish = plan.finishingPrice(rows, radius, offset, left);
    left -= finish + TESTS * plan.testPrice() + plan.mostLooks() * plan.lookPrice() / 2;
    double norm = radius * norm(rows, left);
    double deviation = plan.meanDeviation(norm, left, rows);
    double off =
        finish > 0 ? plan.finishingNoise(rows, radius) / finish : Math.min(offset, radius * radius);
    return new GroupMean(
        GroupStatus.OK,
        rows,
        null,
        deviation,
        norm,
        Math.sqrt(off) * plan.countDeviation() / rows,
        plan.spec().excess() ? bias(rows, all, radius, left) : 0,
        plan.rho());
  }

  /** The reported effect of clipping: the doubt of the class if it is asked, else the guess. */
  private double bias(double rows, double all, double radius, double left) {
    double rank = plan.rank(rows, left);
    double allowed = plan.allowedLoss(rows, rank);
    double groups = all / rows;
    boolean alone =
        Math.max(groups * rank, plan.leastOut(GroupClippingNorms.CLASS_LEVELS)) > groups * allowed;
    double out = alone ? allowed : rank;
    int d = plan.dimension();
    double safe = radius * GaussianNorm.quantile(d, out / rows) / GaussianNorm.quantile(d, 0.5);
    return safe
        * (!alone && plan.asksExcess(all, rows, left)
            ? plan.excessDoubt(all)
            : plan.guessedExcess(out, rows));
  }

  /** The amount that all groups pay together, independent of the data. */
  private double commonPrice(double rows) {
    double offset =
        plan.pooledSearchPrice(SharedCentre.RADIUS_LEVELS, rows)
            + plan.pooledStepPrice(rows)
            + plan.pooledSearchPrice(SharedCentre.STEP_LEVELS, rows);
    boolean standard = plan.spec().scaling().equals(Scaling.STANDARD) && plan.dimension() > 1;
    double units = standard && plan.asksOctaves(rows) ? 2 * plan.magnitudePrice(rows) : 0;
    double excess = plan.spec().excess() ? plan.excessPrice() : 0;
    return offset + units + plan.octavePrice() + plan.safePrice() + plan.tightPrice() + excess;
  }

  private double norm(double rows, double left) {
    int d = plan.dimension();
    double share = plan.mostLooks() > 0 ? 1 - GroupedPlan.TIGHT : plan.rank(rows, left) / rows;
    return GaussianNorm.quantile(d, share) / GaussianNorm.quantile(d, 0.5);
  }
}
