package org.privatemean.mean.recentred;

import java.util.Arrays;
import org.privatemean.mean.recentred.plan.RecentredPlan;
import org.privatemean.query.NormGrid;
import org.privatemean.query.block.AnchoredSum;
import org.privatemean.query.block.SquaredView;
import org.privatemean.query.block.ViewNorm;
import org.privatemean.release.Deviations;

/**
 * Private second moments of the coordinates about a centre: of each, the best that any round knew.
 *
 * <p>A round looks at the rows in units u, its best guess of their deviations: the vectors of
 * squares {@code ((x - c) / u)^2} are clipped to a private quantile of their norms, and averaged.
 * Clipped rows are scaled down, so where tails are heavy moments come out too small.
 */
final class SecondMoments {
  /** A moment is known where it is this many deviations of its noise. */
  private static final double RESOLVED = 4;

  /** A moment this many times the square of its unit may be that of cut values. */
  private static final double CUT = 16;

  /** The normal quantile at 95 percent. */
  private static final double UPPER = 1.645;

  private final RecentredPlan plan;
  private final PrivateQueries questions;
  private final double[] values;
  private final double[] noise;

  /** True if rare large values were cut by the units of the round. */
  private final boolean[] cut;

  /** The centre that each moment is about. */
  private final double[] about;

  SecondMoments(RecentredPlan plan, PrivateQueries questions) {
    this.plan = plan;
    this.questions = questions;
    this.values = new double[plan.dimension()];
    this.noise = new double[plan.dimension()];
    this.about = new double[plan.dimension()];
    this.cut = new boolean[plan.dimension()];
    Arrays.fill(noise, Double.POSITIVE_INFINITY);
  }

  /**
   * The observations of one round.
   *
   * @param values second moments in data units squared; noise may take them below 0
   * @param noise standard deviation of the noise of each
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Round(double[] values, double[] noise) {
    /** The deviation of a coordinate, at least what the round could resolve. */
    double unit(int j) {
      return Math.sqrt(Math.max(values[j], noise[j] / 4));
    }
  }

  /**
   * A round.
   *
   * @param units guesses of the deviations, positive
   * @param budget what it may cost
   */
  Round ask(double[] centre, double[] units, double budget) {
    return ask(centre, units, new double[0], budget);
  }

  /**
   * A round.
   *
   * @param units guesses of the deviations, positive
   * @param limits what each value is cut to, in its unit; empty where none is
   * @param budget what it may cost
   */
  Round ask(double[] centre, double[] units, double[] limits, double budget) {
    boolean limited = limits.length > 0;
    SquaredView squares = new SquaredView(CoordinateWeights.dividing(units, limits).view(centre));
    NormGrid grid = plan.units().momentGrid();
    double forNorm = budget / 5;
    double norm =
        questions.norm(
            new ViewNorm(squares, grid),
            grid,
            plan.units().momentRank(forNorm, limited),
            forNorm,
            "variance norm");
    AnchoredSum sum = AnchoredSum.forSquares(squares, norm);
    double[] mean = questions.mean(sum, budget - forNorm, "variances");
    double deviation = questions.deviation(sum, budget - forNorm);
    Round round = new Round(new double[mean.length], new double[mean.length]);
    for (int j = 0; j < mean.length; j++) {
      round.values[j] = units[j] * units[j] * mean[j];
      round.noise[j] = units[j] * units[j] * deviation;
      // Units that were far too small cut what they should measure.
      boolean larger = round.values[j] - RESOLVED * round.noise[j] > 2 * values[j];
      if (round.noise[j] < noise[j] || larger) {
        values[j] = round.values[j];
        noise[j] = round.noise[j];
        about[j] = centre[j];
        cut[j] = !limited && round.values[j] > CUT * units[j] * units[j];
      }
    }
    return round;
  }

  /** Leaves what was known out of account: it was about a centre of no use. */
  void forget() {
    Arrays.fill(values, 0);
    Arrays.fill(noise, Double.POSITIVE_INFINITY);
    Arrays.fill(cut, false);
  }

  /**
   * Takes the deviation of a column for unknown: rare values may be unseen.
   *
   * @param bound the most that it is expected to be, positive
   */
  void hide(int j, double bound) {
    cut[j] = true;
    values[j] = 0;
    noise[j] = bound * bound / UPPER;
  }

  boolean isResolved(int j) {
    return values[j] >= RESOLVED * noise[j] && !cut[j];
  }

  /**
   * The standard deviations: the moments less the square of the distance of the mean to what they
   * are about, for n rows as a sample has it, {@code n / (n - 1)}. One that is not resolved is an
   * upper bound at 95 percent, of the deviation of the rows as they were clipped.
   *
   * @param mean the released mean
   * @param noise standard deviation of the noise of each of its coordinates
   */
  Deviations deviations(double[] mean, double[] noise) {
    double sample = plan.rows() / Math.max(1.0, plan.rows() - 1.0);
    double[] deviations = new double[values.length];
    double[] errors = new double[values.length];
    boolean[] unresolved = new boolean[values.length];
    for (int j = 0; j < values.length; j++) {
      double left = variance(j, mean[j], noise[j]);
      boolean known = isResolved(j) && left >= RESOLVED * this.noise[j] && 2 * left >= values[j];
      double variance = known ? left : Math.max(values[j], 0) + UPPER * this.noise[j];
      deviations[j] = Math.sqrt(sample * variance);
      errors[j] = this.noise[j] / (2 * deviations[j]);
      unresolved[j] = !known;
    }
    return new Deviations(deviations, errors, unresolved);
  }

  /** The second moment of a coordinate, at least what its noise may hide. */
  double atLeastNoise(int j) {
    return Math.max(values[j], 2 * noise[j]);
  }

  /** The second moment about the mean, which is released with noise; it may be negative. */
  double variance(int j, double mean, double noise) {
    double off = mean - about[j];
    return values[j] - Math.max(0, off * off - noise * noise);
  }

  double value(int j) {
    return values[j];
  }
}
