package org.privatemean.mean.recentred;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.privatemean.mean.recentred.RecentredPlan.Spread;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.BudgetExceededException;
import org.privatemean.privacy.ledger.ZcdpGrant;
import org.privatemean.query.RowCount;
import org.privatemean.query.TrustModel;
import org.privatemean.query.block.AnchoredSum;
import org.privatemean.query.block.ExcessSum;
import org.privatemean.query.block.VectorBlock;
import org.privatemean.query.block.VectorEncoder;
import org.privatemean.release.Estimate;
import org.privatemean.release.Noise;
import org.privatemean.release.Region;
import org.privatemean.release.Release;
import org.privatemean.release.Warning;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Regions;
import org.privatemean.request.Scaling;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.Rows;

/**
 * The recentred mean: no bounds, no knobs, and a smaller error than the shifted clipped mean at the
 * same budget.
 *
 * <p>It keeps the idea of Huang, Liang and Yi (2021), centre, threshold, average, and finds the
 * centre by a few cheap noisy clipped means instead of d medians: a private median radius around
 * the current centre, a noisy mean of the rows clipped to it, the radius around the new centre, and
 * so on until the radius stops shrinking.
 *
 * <p><b>Privacy guarantee</b> (central model): the release is rho-zCDP, rho the budget of the
 * {@link RecentredSpec}, for the {@link PrivacyUnit} that it names. The rows are only asked for
 * counts {@code #{rows with a length of at most t}} and for sums of vectors clipped to a norm C
 * ({@link AnchoredSum}), with the sensitivities that the unit says, the lengths and vectors being
 * functions of one row and of released values. Centres, radii, budgets and the branches taken are
 * functions of public values and of earlier noisy outputs, so for neighbours and a fixed past each
 * answer is zCDP with its own charge; the ledger is charged before each draw and refuses to pass
 * rho. That is a zCDP filter, and fully adaptive composition costs nothing more (Feldman and Zrnic
 * 2021; the proof is in {@link org.privatemean.privacy.ledger.PrivacyLedger}).
 */
public final class RecentredMean {
  private final RecentredSpec spec;
  private final RecentredPlan plan;
  private final Questions questions;
  private final Locator locator;
  private final ClippingNorm clippingNorm;
  private final Units units;
  private final List<Warning> warnings = new ArrayList<>();

  private RecentredMean(RecentredSpec spec, RecentredPlan plan, Questions questions) {
    this.spec = spec;
    this.plan = plan;
    this.questions = questions;
    this.locator = new Locator(plan, questions);
    this.clippingNorm = new ClippingNorm(plan, questions);
    this.units = new Units(plan, questions, locator, clippingNorm);
  }

  /**
   * Releases the mean of the rows. The ledger is charged exactly the spec's budget, whether the
   * steps use it all or not.
   *
   * @param spec what is asked for
   * @param rows the private rows
   * @param trust the primitives; its ledger must have the spec's budget left
   * @return the release, whose charges are those of the trust model
   * @throws IllegalArgumentException if n is too small for the budget: from the public n, or from
   *     the released one; the ledger was charged
   * @throws BudgetExceededException before any row is read, if the ledger has less left than the
   *     spec's budget
   */
  public static Release release(RecentredSpec spec, Rows rows, TrustModel trust) {
    RowCount rowCount = spec.rowCount();
    rowCount.checkPublic(rows);
    try (ZcdpGrant grant = trust.open(spec.name(), spec.rho(), spec.unit())) {
      long count = rowCount.ask(rows, trust);
      RecentredPlan plan = RecentredPlan.of(spec, count, rows.dimension());
      VectorEncoder encoder = new VectorEncoder(rows.dimension(), plan.range());
      try (Blocks<VectorBlock> blocks = rows.prepare(encoder)) {
        Questions questions = new Questions(trust, grant, blocks, plan.rho(), plan.rows());
        return new RecentredMean(spec, plan, questions).run();
      }
    }
  }

  /**
   * What a release would report on Gaussian rows, before anything is spent.
   *
   * @param spec what would be asked for
   * @param rows number of rows, at least 0
   * @param dimension number of coordinates, at least 1
   * @param spread root mean square distance of the rows to their mean, in data units, positive
   * @throws IllegalArgumentException if n is too small for the budget
   */
  public static Release forecast(RecentredSpec spec, long rows, int dimension, double spread) {
    return new RecentredForecast(RecentredPlan.of(spec, rows, dimension)).of(spread);
  }

  private Release run() {
    questions.keep(plan.thresholdBudget());
    Units.Choice choice = choose();
    Spread spread = locator.finish(choice.weights(), choice.spread());
    Frame frame = new Frame(locator.centre(), choice.weights(), spread.radius());
    double rank = plan.thresholdRank(questions.left());
    double safe = choice.safe().isPresent() ? choice.safe().getAsDouble() : clippingNorm.safe(frame);
    questions.keep(0);
    boolean nearlyEqual = locator.isDegenerate() && safe <= plan.nearlyEqual() * spread.radius();
    Excess excess = plan.asksExcess() ? excess(frame, safe) : new Excess(0, 0);
    Clipping clipping = clippingNorm.choose(frame, safe).adding(excess.mean() / 2, excess.mean(), excess.deviation());
    // What the chosen norm takes from a row is at most the difference of the two.
    double bias =
        plan.biasBound(rank, length(frame.centre()))
            + frame.weights().longest(Math.max(0, safe - clipping.norm()));
    return average(clipping, bias, nearlyEqual);
  }

  private Units.Choice choose() {
    if (spec.scaling().scales().isPresent()) {
      Weights weights = Weights.dividing(spec.scaling().scales().get());
      return new Units.Choice(weights, locator.locate(weights), OptionalDouble.empty());
    }
    if (spec.scaling().equals(Scaling.STANDARD)) {
      return units.standard();
    }
    if (spec.scaling().equals(Scaling.AUTO)) {
      return units.leastError();
    }
    Weights none = Weights.none(plan.dimension());
    return new Units.Choice(none, locator.locate(none), OptionalDouble.empty());
  }

  /**
   * A private look at what clipping to a norm takes off.
   *
   * @param mean the mean length of it
   * @param deviation of its noise
   */
  private record Excess(double mean, double deviation) {}

  private Excess excess(Frame frame, double norm) {
    ExcessSum sum = new ExcessSum(frame.view(), norm);
    double budget = plan.excessBudget();
    double total = questions.total(sum, budget, "excess")[0];
    double mean = Math.max(0, total * sum.step() / plan.rows());
    double deviation = questions.totalDeviation(sum, budget) * sum.step() / plan.rows();
    return new Excess(mean, deviation);
  }

  private static double length(double[] vector) {
    return Math.sqrt(Arrays.stream(vector).map(x -> x * x).sum());
  }

  /** Step 5: the centre plus the noisy mean of the clipped differences to it. */
  private Release average(Clipping clipping, double biasBound, boolean nearlyEqual) {
    Frame frame = clipping.frame();
    double budget = questions.all();
    AnchoredSum sum = AnchoredSum.of(frame.view(), clipping.norm());
    double[] mean = frame.weights().undo(questions.mean(sum, budget, "clipped sum"));
    double[] count = new double[mean.length];
    for (int j = 0; j < mean.length; j++) {
      count[j] = Math.abs(mean[j]) * plan.countDeviation();
      mean[j] += frame.centre()[j];
    }
    double deviation = questions.deviation(sum, budget);
    double[] directions = new double[mean.length];
    Arrays.fill(directions, 1 / Math.sqrt(mean.length));
    double[] bias = frame.weights().undo(directions);
    if (plan.readsTail()) {
      Arrays.fill(directions, 1);
    }
    Noise noise =
        frame
            .weights()
            .report(deviation, biasBound)
            .plus(mean.length, length(count), length(bias) * clipping.expected());
    double[] deviations = new double[mean.length];
    Arrays.fill(deviations, deviation);
    boolean covered = spec.regions().kind() != Regions.Kind.NONE && !nearlyEqual;
    Region region =
        new ErrorBars(plan, spec.regions().confidence())
            .of(
                frame.weights().undo(deviations),
                count,
                clipping,
                directions,
                covered ? Region.Covers.SAMPLE : Region.Covers.NOISE,
                plan.clippedRowsAtMost());
    return plan.release(Estimate.of(mean, plan.rows()), noise.clippedTo(clipping.norm()))
        .charged(questions.charges())
        .within(region);
  }
}
