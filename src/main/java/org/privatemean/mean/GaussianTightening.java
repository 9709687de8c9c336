package org.privatemean.mean;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.privatemean.numeric.Normal.GaussianExcess;

/** Simulation, by a fixed seed, of the tightening on Gaussian rows; lengths in rms distances. */
final class GaussianTightening {
  private static final int GAMES = 500;
  private static final long SEED = 1;

  /** Maximum number of simulated coordinates: the sums of squares of more hardly vary. */
  private static final int MAX_COORDINATES = 64;

  /** Norm and squared clipping error of the final sum, and the budget left for it. */
  public record ExpectedSumError(double norm, double clipping, double left) {}

  /**
   * One of the norms that may be reached, with the budget left for the final sum after its
   * measurement, and {@code carried}, the weight of the last norm's loss in its own.
   */
  private record Rung(
      double norm,
      double left,
      double lookNoise,
      double square,
      double carried,
      double takenBack) {}

  private final RecentredPlan plan;
  private final double offset;
  private final List<Rung> rungs = new ArrayList<>();
  private final int coordinates;
  private final SplittableRandom random = new SplittableRandom(SEED);
  private double left;

  private GaussianTightening(RecentredPlan plan, double left, double offset) {
    this.plan = plan;
    this.left = left;
    this.offset = offset;
    this.coordinates = Math.min(plan.dimension(), MAX_COORDINATES);
  }

  /** Returns the mean over many simulations. */
  public static ExpectedSumError expect(RecentredPlan plan, double left, double offset) {
    GaussianTightening tightening = new GaussianTightening(plan, left, offset);
    tightening.descend();
    double norm = 0;
    double clipping = 0;
    double over = 0;
    for (int game = 0; game < GAMES; game++) {
      ExpectedSumError outcome = tightening.play();
      norm += outcome.norm() / GAMES;
      clipping += outcome.clipping() / GAMES;
      over += outcome.left() / GAMES;
    }
    return new ExpectedSumError(norm, clipping, over);
  }

  private void descend() {
    double norm = plan.safeNorm(left);
    GaussianExcess excess = excess(norm);
    rungs.add(new Rung(norm, left, 0, square(excess), 0, excess.takenBack(plan.dimension())));
    for (int step = 0; step < plan.mostTightenings(); step++) {
      left -= plan.tightSearchBudget(plan.tightGrid(norm));
      double tight = plan.tightNorm(norm, left);
      if (!plan.triesTightening(tight, norm)) {
        return;
      }
      left -= plan.tighteningBudget();
      double lookNoise = noise(norm - tight, plan.tighteningBudget());
      // E[(r - t)+ (r - c)+], t below c, over E[(r - c)+^2].
      double further = (norm - tight) * Math.sqrt(plan.dimension()) * excess.mean();
      double carried = excess.square() > 0 ? 1 + further / excess.square() : 0;
      norm = tight;
      excess = excess(norm);
      rungs.add(
          new Rung(
              norm, left, lookNoise, square(excess), carried, excess.takenBack(plan.dimension())));
    }
  }

  private GaussianExcess excess(double norm) {
    return GaussianExcess.compute(plan.dimension(), norm * Math.sqrt(plan.dimension()));
  }

  /** Rows point in all directions, so an n-th of their mean square remains in the mean. */
  private double square(GaussianExcess excess) {
    return excess.square() / plan.dimension() / plan.rows();
  }

  private double noise(double norm, double budget) {
    double deviation = plan.deviation(norm, budget);
    return plan.dimension() * deviation * deviation;
  }

  private double[] draw(double square) {
    double deviation = Math.sqrt(Math.max(0, square) / coordinates);
    double[] vector = new double[coordinates];
    Arrays.setAll(vector, j -> deviation * random.nextGaussian());
    return vector;
  }

  private ExpectedSumError play() {
    Rung rung = rungs.get(0);
    double[] shift = draw(offset);
    double[] taken = draw(rung.square());
    double[] first = bias(taken, rung, shift);
    double[] looks = new double[coordinates];
    double lookNoise = 0;
    double clipping = squaredNorm(first);
    double error = noise(rung.norm(), rung.left());
    for (int k = 1; k < rungs.size(); k++) {
      Rung next = rungs.get(k);
      taken = sum(next.carried(), taken, draw(residual(rung, next)));
      double[] bias = bias(taken, next, shift);
      looks = sum(1, looks, draw(next.lookNoise()));
      lookNoise += next.lookNoise();
      double seen = squaredNorm(sum(1, looks, sum(-1, first, bias))) - lookNoise;
      double nextError = seen + noise(next.norm(), next.left());
      if (!(nextError < error)) {
        return new ExpectedSumError(rung.norm(), clipping, next.left());
      }
      rung = next;
      error = nextError;
      clipping = squaredNorm(bias);
    }
    return new ExpectedSumError(rung.norm(), clipping, left);
  }

  /** The part of a norm's effect that is uncorrelated with the effect of the last norm. */
  private static double residual(Rung last, Rung next) {
    return next.square() - next.carried() * next.carried() * last.square();
  }

  private static double[] bias(double[] taken, Rung rung, double[] shift) {
    return sum(rung.takenBack(), shift, taken);
  }

  private static double[] sum(double factor, double[] a, double[] b) {
    double[] sum = b.clone();
    for (int j = 0; j < sum.length; j++) {
      sum[j] += factor * a[j];
    }
    return sum;
  }

  private static double squaredNorm(double[] vector) {
    double sum = 0;
    for (double x : vector) {
      sum += x * x;
    }
    return sum;
  }
}
