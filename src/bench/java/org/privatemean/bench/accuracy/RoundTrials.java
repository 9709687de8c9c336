package org.privatemean.bench.accuracy;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.privatemean.central.CentralTrust;
import org.privatemean.mean.Mechanisms;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Conversions;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.request.Bounds;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;
import org.privatemean.shuffle.DrawnTotals;
import org.privatemean.shuffle.ShuffleMeanPlan;
import org.privatemean.shuffle.ShuffleMeanSpec;
import org.privatemean.shuffle.ShuffleMeanState;

/**
 * Runs of the shuffle mean on one set of rows, N(mu, I) with mu uniform in +-5 and a coordinate
 * bound of 10, at (1, 1e-9) and an honest fraction of 0.95. The totals of a round are drawn.
 */
final class RoundTrials {
  static final double HONEST = 0.95;

  private static final ApproxDp BUDGET = new ApproxDp(1, ShuffleContender.DELTA);
  private static final Bounds BOUNDS = new Bounds.Box(10, OptionalDouble.empty());
  private static final double REACH = 5;

  private final int users;
  private final int dimension;
  private final double[][] rows;
  private final int trials;

  RoundTrials(int users, int dimension, int trials, long seed) {
    this.users = users;
    this.dimension = dimension;
    this.trials = trials;
    SplittableRandom random = new SplittableRandom(31 * seed + users + dimension);
    this.rows = new NormalLaw(users, dimension, REACH).draw(random).rows();
  }

  int users() {
    return users;
  }

  int dimension() {
    return dimension;
  }

  int trials() {
    return trials;
  }

  /**
   * A plan for these rows.
   *
   * @param rounds the most rounds; empty for the plan's choice
   * @throws IllegalArgumentException if there is none
   */
  ShuffleMeanPlan plan(OptionalInt rounds) {
    ShuffleMeanSpec spec = ShuffleMeanSpec.of(BUDGET, BOUNDS).withHonestFraction(HONEST);
    return ShuffleMeanPlan.of(
        rounds.isPresent() ? spec.withRounds(rounds.getAsInt()) : spec, users, dimension);
  }

  /** Root mean square l2 error to the mean of those present in the last round. */
  double error(ShuffleMeanPlan plan, int absent, int from) {
    double squares = 0;
    double[] mean = mean(users - absent);
    for (int trial = 0; trial < trials; trial++) {
      DrawnTotals totals = DrawnTotals.withAbsent(rows, absent, from, trial);
      squares += square(totals.finish(ShuffleMeanState.start(plan, trial)).mean(), mean);
    }
    return Math.sqrt(squares / trials);
  }

  /** The same of a curator's shifted clipped mean at the same guarantee. */
  double curatorsError() {
    Zcdp budget = Conversions.rhoDown(BUDGET);
    MeanSpec spec = MeanSpec.of(Method.SHIFTED_CLIPPED, budget.rho(), BOUNDS);
    double squares = 0;
    for (int trial = 0; trial < trials; trial++) {
      InMemoryRows held = InMemoryRows.of(rows, dimension, InvalidRows.ERROR);
      CentralTrust trust = CentralTrust.of(new PrivacyLedger(budget), NoiseKey.fromSeed(trial));
      squares += square(Mechanisms.release(spec, held, trust).mean(), mean(users));
    }
    return Math.sqrt(squares / trials);
  }

  private double[] mean(int count) {
    double[] mean = new double[dimension];
    for (int i = 0; i < count; i++) {
      Vectors.addScaled(mean, 1.0 / count, rows[i]);
    }
    return mean;
  }

  private static double square(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += (a[j] - b[j]) * (a[j] - b[j]);
    }
    return sum;
  }
}
