package org.privatemean.mean;

import java.util.Arrays;
import org.privatemean.mean.PrivateQueries.NoisyValues;
import org.privatemean.query.NormGrid;
import org.privatemean.release.Deviations;

/** Private second moments about the centre, of clipped squares: too small for heavy tails. */
final class SecondMoments {
  /** A moment is resolved if it is this multiple of the standard deviation of its noise. */
  private static final double RESOLVED = 4;

  /** A moment of this multiple of the square of its unit may be that of cut values. */
  private static final double CUT = 16;

  private static final double UPPER = 1.645;

  private final RecentredPlan plan;
  private final PrivateQueries queries;
  private final CentreSearch search;
  private final double[] values;
  private final double[] noise;

  /** True if the units of the round cut rare large values. */
  private final boolean[] cut;

  private final double[] about;

  /** Bounds on the deviations of columns whose rare values may be undetected; 0 for the others. */
  private final double[] hidden;

  SecondMoments(PrivateQueries queries, CentreSearch search) {
    this.plan = queries.plan();
    this.queries = queries;
    this.search = search;
    this.values = new double[plan.dimension()];
    this.noise = new double[plan.dimension()];
    this.about = new double[plan.dimension()];
    this.hidden = new double[plan.dimension()];
    this.cut = new boolean[plan.dimension()];
    Arrays.fill(noise, Double.POSITIVE_INFINITY);
  }

  /** Second moments in data units squared, and the standard deviation of the noise of each. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Round(double[] values, double[] noise) {
    /** The deviation of a coordinate, at least the smallest that the round could resolve. */
    double unit(int j) {
      return Math.sqrt(Math.max(values[j], noise[j] / 4));
    }
  }

  Round ask(double[] units, double budget) {
    return ask(units, new double[0], budget);
  }

  Round ask(double[] units, double[] limits, double budget) {
    boolean limited = limits.length > 0;
    double[] centre = search.centre();
    CentredTransform squares = CoordinateWeights.dividing(units, limits).view(centre).withSquares();
    NormGrid grid = plan.units().momentGrid();
    double forNorm = budget / 5;
    double rank = plan.units().momentRank(forNorm, limited);
    double norm = queries.norm(squares, grid, rank, forNorm, "variance norm");
    NoisyValues mean = queries.mean(AnchoredSum.of(squares, norm), budget - forNorm, "variances");
    Round round = new Round(new double[units.length], new double[units.length]);
    for (int j = 0; j < units.length; j++) {
      round.values[j] = units[j] * units[j] * mean.values()[j];
      round.noise[j] = units[j] * units[j] * mean.deviation();
      // Units that were far too small cut the values that they should measure.
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

  void forget() {
    Arrays.fill(values, 0);
    Arrays.fill(noise, Double.POSITIVE_INFINITY);
    Arrays.fill(cut, false);
  }

  /** Marks the deviation of a column as unknown: rare values may be undetected. */
  void hide(int j, double bound) {
    hidden[j] = bound;
    cut[j] = true;
    values[j] = 0;
    noise[j] = bound * bound / UPPER;
  }

  double[] hidden() {
    return hidden.clone();
  }

  boolean isResolved(int j) {
    return values[j] >= RESOLVED * noise[j] && !cut[j];
  }

  /** The standard deviations of a sample, or upper bounds at 95 percent if not resolved. */
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

  /** The second moment of a coordinate, at least the amount that its noise may hide. */
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
