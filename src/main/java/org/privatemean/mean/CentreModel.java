package org.privatemean.mean;

import org.privatemean.mean.RecentredPlan.Spread;
import org.privatemean.numeric.Normal;

/**
 * The best way to finish a centre that was found on a sample, and the best share of the rows to
 * clip then, for Gaussian rows; from public and released values alone. The error is the sum of
 * noise, clipping, and what clipping takes back of the centre's error.
 *
 * @param budget budget of that step; 0 if there is none
 * @param offset expected squared distance of the centre to the mean after it, in data units
 * @param share share of the rows to clip
 * @param error the squared error, times the price of the step
 */
record CentreModel(FinalStep step, double budget, double offset, double share, double error) {
  public enum FinalStep {
    /** No step: the centre is good enough. */
    NONE,
    /** A clipped mean of the sample. */
    ON_SAMPLE,
    /** A clipped mean of all rows. */
    ON_ALL
  }

  private static final double[] SHARES = {0.002, 0.004, 0.007, 0.012, 0.02, 0.04, 0.08};

  /** Factor by which a pass must lower the squared error, since it reads all rows once more. */
  private static final double PASS_PRICE = 1.04;

  private static final double LOWEST_Z = -0.6;
  private static final double HIGHEST_Z = 4.5;
  private static final double STEP_Z = 0.1;

  public static CentreModel best(
      RecentredPlan plan, RecentredPlan sample, Spread spread, double left) {
    double variance = spread.intrinsic() / plan.dimension();
    double sampled = spread.intrinsic() / sample.rows();
    CentreModel best =
        compute(plan, left, (spread.offset() + sampled) / variance, FinalStep.NONE, 0, 1);
    for (double share : SHARES) {
      double budget = share * plan.rho();
      if (budget < left) {
        double onSample = sample.finishingNoise(spread) / budget + sampled;
        double onAll = plan.finishingNoise(spread) / budget;
        best =
            best.orBetter(compute(plan, left, onSample / variance, FinalStep.ON_SAMPLE, budget, 1));
        best =
            best.orBetter(
                compute(plan, left, onAll / variance, FinalStep.ON_ALL, budget, PASS_PRICE));
      }
    }
    return new CentreModel(best.step, best.budget, best.offset * variance, best.share, best.error);
  }

  /** Returns one way to finish with its best share; its offset is in units of the variance. */
  private static CentreModel compute(
      RecentredPlan plan, double left, double off, FinalStep step, double budget, double price) {
    int d = plan.dimension();
    double least = Double.POSITIVE_INFINITY;
    double best = 1;
    for (double z = LOWEST_Z; z < HIGHEST_Z; z += STEP_Z) {
      double share = Normal.upperTail(z);
      double loss = Math.max(0, Normal.density(z) - z * share);
      double taken = Math.max(0, (1 + z * z) * share - z * Normal.density(z)) / 2;
      double back = loss / Math.sqrt(2.0 * d) + share / d;
      double norm = (Math.sqrt(d) + z * Math.sqrt(0.5)) * Math.sqrt(1 + off / d);
      double error =
          norm * norm * plan.unitNoise() / (left - budget)
              + taken / plan.rows()
              + back * back * off;
      if (error < least) {
        least = error;
        best = share;
      }
    }
    return new CentreModel(step, budget, off, best, least * price);
  }

  private CentreModel orBetter(CentreModel other) {
    return other.error < error ? other : this;
  }
}
