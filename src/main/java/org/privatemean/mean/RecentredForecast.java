package org.privatemean.mean;

import org.privatemean.mean.RecentredPlan.Spread;
import org.privatemean.numeric.Normal.GaussianExcess;
import org.privatemean.privacy.Checks;
import org.privatemean.query.NormGrid;
import org.privatemean.release.Estimate;
import org.privatemean.release.Noise;
import org.privatemean.release.Release;
import org.privatemean.release.Scales;

/** The forecast of the recentred mean on Gaussian rows: formulas in place of the data. */
final class RecentredForecast {
  /** Assumed number of coarse steps: one to reach the rows, one to confirm it. */
  private static final int EXPECTED_STEPS = 2;

  private final RecentredPlan plan;
  private final int dimension;
  private double left;

  /** Expected squared distance of the centre to the mean. */
  private double offset;

  RecentredForecast(RecentredPlan plan) {
    this.plan = plan;
    this.dimension = plan.dimension();
    this.left =
        plan.rho()
            - plan.thresholdBudget()
            - plan.radiusBudget(plan.firstGrid())
            - plan.units().budget();
  }

  /** Returns the forecast of a fit that needs {@link #EXPECTED_STEPS} coarse steps. */
  Release of(double spread) {
    Checks.positiveParam("spread", spread);
    recentre(spread);
    finish(spread);
    double bias = plan.biasBound(plan.thresholdRank(left), 0);
    long clipped = plan.clippedRowsAtMost(plan.thresholdRank(left));
    Clipping clipping = clipping(spread);
    Noise noise = Noise.of(dimension, plan.deviation(clipping.norm(), left), bias);
    double[] shift = CoordinateWeights.filled(dimension, Math.sqrt(offset / dimension));
    ErrorBars bars = new ErrorBars(plan, clipping, 0, new ColumnIntervals(dimension));
    return plan.release(
            Estimate.forecast(dimension, plan.rows()),
            noise
                .plus(Math.sqrt(offset) * plan.countDeviation(), bars.expectedBias())
                .withClippingNorm(clipping.norm()))
        .withRegion(bars.of(noise, shift, plan.coversNoiseOnly(), clipped))
        .withScales(Scales.none(plan.spec().scaling().label()));
  }

  private Clipping clipping(double spread) {
    double distance = distance(spread);
    double safe = distance * plan.safeNorm(left);
    Frame frame = new Frame(new double[dimension], CoordinateWeights.none(dimension), distance);
    if (plan.keepsSafeNorm()) {
      return excess(
          spread, new Clipping(frame, safe, safe, Math.sqrt(squaredClipping(spread, safe)), 0, 0));
    }
    if (plan.readsTail()) {
      return byTail(distance, safe, frame);
    }
    left -= plan.asksExcess() ? plan.excessBudget() : 0;
    GaussianTightening.ExpectedSumError outcome =
        GaussianTightening.expect(plan, left, offset / (distance * distance));
    left = outcome.left();
    double known = distance * Math.sqrt(outcome.clipping());
    return excess(spread, new Clipping(frame, distance * outcome.norm(), safe, known, known, 0));
  }

  /** Adds the expected answer to a private question about the effect of the norm of step 4. */
  private Clipping excess(double spread, Clipping clipping) {
    if (!plan.asksExcess()) {
      return clipping;
    }
    double square = plan.spec().unit().squaredSensitivityOfInterval(1).doubleValue();
    double deviation =
        clipping.safe() * (Math.sqrt(square / (2 * plan.excessBudget())) / plan.rows());
    double unit = distance(spread) / Math.sqrt(dimension);
    double mean = unit * GaussianExcess.compute(dimension, clipping.safe() / unit).mean();
    // A negative answer counts as 0.
    double seen = Math.max(mean, deviation / Math.sqrt(2 * Math.PI));
    return clipping.plus(seen, deviation);
  }

  /** Few dimensions: the norm that follows from the expected counts of Gaussian rows. */
  private Clipping byTail(double distance, double safe, Frame frame) {
    double[] edges = TailHistogram.edges(safe);
    double unit = distance / Math.sqrt(dimension);
    int sides = dimension == 1 ? 2 : 1;
    double[] counts = new double[sides * edges.length];
    for (int k = 0; k < edges.length; k++) {
      double within = k + 1 < edges.length ? share(edges[k + 1] / unit) : 0;
      double count = plan.rows() * (share(edges[k] / unit) - within) / sides;
      counts[k] = count;
      counts[counts.length - edges.length + k] = count;
    }
    double budget = plan.tailBudget(false);
    TailHistogram cells =
        new TailHistogram(safe, edges, counts, plan.units().octaveDeviation(1, budget));
    left -= budget + (dimension == 1 ? 0 : plan.sideBudget());
    return new TailClippingNorm(plan, frame, cells, norm -> plan.squaredNoise(norm, left), false)
        .choose((ends, beyond) -> new TailClippingNorm.Share(0, 0));
  }

  private double share(double norm) {
    return GaussianExcess.compute(dimension, norm).share();
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
      offset =
          radius / fineness * (radius / fineness)
              + squaredClipping(spread, RecentredPlan.WIDTH * radius);
    }
  }

  private void finish(double spread) {
    double radius = medianDistance(spread);
    Spread reached = new Spread(radius, offset);
    double budget = plan.finishingBudget(reached, left);
    if (budget > 0) {
      left -= budget;
      offset =
          plan.finishingNoise(reached) / budget
              + squaredClipping(spread, RecentredPlan.WIDTH * radius);
    }
  }

  private double distance(double spread) {
    return Math.hypot(spread, Math.sqrt(offset));
  }

  private double medianDistance(double spread) {
    return distance(spread) * GaussianNorm.quantile(dimension, 0.5);
  }

  /** Mean square error of clipping: an n-th of the part taken off, and the reversed offset. */
  private double squaredClipping(double spread, double norm) {
    double distance = distance(spread);
    double unit = distance / Math.sqrt(dimension);
    GaussianExcess excess = GaussianExcess.compute(dimension, norm / unit);
    double share = excess.takenBack(dimension);
    return unit * unit * excess.square() / plan.rows() + share * share * offset;
  }
}
