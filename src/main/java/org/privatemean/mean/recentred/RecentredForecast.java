package org.privatemean.mean.recentred;

import org.privatemean.mean.recentred.RecentredPlan.Spread;
import org.privatemean.numeric.GaussianExcess;
import org.privatemean.numeric.GaussianNorm;
import org.privatemean.query.NormGrid;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.Estimate;
import org.privatemean.release.Noise;
import org.privatemean.release.Release;

/**
 * What a release of the recentred mean would report on Gaussian rows, before anything is spent: the
 * walk of {@link RecentredMean} with the data replaced by formulas.
 */
final class RecentredForecast {
  /** Coarse steps that it reckons with: one to get there, one to see that it is enough. */
  private static final int EXPECTED_STEPS = 2;

  private final RecentredPlan plan;
  private final int dimension;

  /** Budget that is left for the final sum. */
  private double left;

  /** Expected squared distance of the centre to the mean. */
  private double offset;

  RecentredForecast(RecentredPlan plan) {
    this.plan = plan;
    this.dimension = plan.dimension();
    this.left = plan.rhoBeforeThreshold() - plan.radiusBudget(plan.firstGrid());
  }

  /**
   * The report of a fit on Gaussian rows that need {@link #EXPECTED_STEPS} coarse steps.
   *
   * @param spread root mean square distance of the rows to their mean, positive
   */
  Release of(double spread) {
    if (!(spread > 0 && spread < Double.POSITIVE_INFINITY)) {
      throw ParamException.outOfRange("spread", "positive and finite", spread);
    }
    recentre(spread);
    finish(spread);
    double bias = plan.biasBound(plan.thresholdRank(left), 0);
    double distance = distance(spread);
    double shift = offset / (distance * distance);
    GaussianTightening.Outcome outcome = GaussianTightening.of(plan, left, shift);
    double noise = distance * Math.sqrt(outcome.noise() / dimension);
    double count = Math.sqrt(offset) * plan.countDeviation();
    return plan.release(
        Estimate.forecast(dimension, plan.rows()),
        Noise.of(dimension, noise, bias)
            .plus(dimension, count, distance * Math.sqrt(outcome.clipping()))
            .clippedTo(distance * outcome.norm()));
  }

  private void recentre(double spread) {
    double fineness = plan.fineness();
    NormGrid again = NormGrid.octaves(1 / (4 * fineness), 2, RecentredPlan.COARSE_PER_OCTAVE);
    double step = plan.coarseBudget() + plan.radiusBudget(again);
    double spent = 0;
    offset = spread * spread;
    for (int k = 0; k < EXPECTED_STEPS && plan.affordsCoarse(spent, step, left); k++) {
      spent += step;
      left -= step;
      double radius = medianDistance(spread);
      offset = radius / fineness * (radius / fineness) + clipping(spread, coarseNorm(radius));
    }
  }

  private void finish(double spread) {
    double radius = medianDistance(spread);
    Spread reached = new Spread(radius, offset);
    double budget = plan.finishingBudget(reached, left);
    if (budget > 0) {
      left -= budget;
      offset = plan.finishingNoise(reached) / budget + clipping(spread, coarseNorm(radius));
    }
  }

  private static double coarseNorm(double radius) {
    return RecentredPlan.WIDTH * radius;
  }

  /** Root mean square distance of the rows to the centre. */
  private double distance(double spread) {
    return Math.hypot(spread, Math.sqrt(offset));
  }

  private double medianDistance(double spread) {
    return distance(spread) * GaussianNorm.quantile(dimension, 0.5);
  }

  /**
   * The mean square of what clipping adds to the error of a mean: what it takes off the rows, which
   * lie in all directions, so that an n-th of its mean square remains, and the share of the offset
   * that it takes back.
   */
  private double clipping(double spread, double norm) {
    double distance = distance(spread);
    double unit = distance / Math.sqrt(dimension);
    GaussianExcess excess = GaussianExcess.of(dimension, norm / unit);
    double share = excess.takenBack(dimension);
    return unit * unit * excess.square() / plan.rows() + share * share * offset;
  }
}
