package org.privatemean.mean.recentred;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongFunction;
import org.privatemean.mean.recentred.RecentredPlan.Spread;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.BudgetExceededException;
import org.privatemean.privacy.ledger.ZcdpGrant;
import org.privatemean.query.RowCount;
import org.privatemean.query.TrustModel;
import org.privatemean.query.block.AnchoredSum;
import org.privatemean.query.block.ExcessSum;
import org.privatemean.query.block.OctaveCounts;
import org.privatemean.query.block.TailCounts;
import org.privatemean.query.block.VectorBlock;
import org.privatemean.query.block.VectorEncoder;
import org.privatemean.release.Deviations;
import org.privatemean.release.Estimate;
import org.privatemean.release.Region;
import org.privatemean.release.Release;
import org.privatemean.release.Scales;
import org.privatemean.release.Warning;
import org.privatemean.request.RecentredSpec;
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
 * counts {@code #{rows with a length of at most t}}, for sums of vectors clipped to a norm C
 * ({@link AnchoredSum}), for counts of rows by the cell of a partition ({@link OctaveCounts},
 * {@link TailCounts}) and for a sum of bounded terms ({@link ExcessSum}), with the sensitivities
 * that the unit says, the lengths, vectors, cells and terms being functions of one row and of
 * released values. Centres, radii, budgets and the branches taken are functions of public values
 * and of earlier noisy outputs, so for neighbours and a fixed past each answer is zCDP with its own
 * charge; the ledger is charged before each draw and refuses to pass rho. That is a zCDP filter,
 * and fully adaptive composition costs nothing more (Feldman and Zrnic 2021; the proof is in {@link
 * org.privatemean.privacy.ledger.PrivacyLedger}).
 *
 * <p>A {@link org.privatemean.request.Start} takes the place of the first steps. It holds released
 * values of earlier fits, which are constants here, so questions have the sensitivities and prices
 * that they have without it; of fits on the same rows, one from the other, the prices add up in the
 * same filter.
 */
public final class RecentredMean {
  private final RecentredSpec spec;
  private final RecentredPlan plan;
  private final Questions questions;
  private final Locator locator;
  private final ClippingNorm clippingNorm;
  private final Units units;

  private RecentredMean(RecentredSpec spec, RecentredPlan plan, Questions questions) {
    this.spec = spec;
    this.plan = plan;
    this.questions = questions;
    this.locator = new Locator(plan, questions);
    this.clippingNorm = new ClippingNorm(plan, questions, locator);
    this.units = new Units(plan, questions, locator, clippingNorm, spec.start());
  }

  /**
   * Releases the mean of the rows. The ledger is charged exactly the spec's budget, whether the
   * steps use it all or not. Where the number of rows is public it is counted before: too few of
   * them cost nothing.
   *
   * @param spec what is asked for
   * @param rows the private rows
   * @param trust the primitives; its ledger must have the spec's budget left
   * @return the release, whose charges are those of the trust model
   * @throws IllegalArgumentException if n is too small for the budget: from the public n, before
   *     the ledger is charged, or from the released one, after it
   * @throws BudgetExceededException before any row is read, except for counting them where their
   *     number is public, if the ledger has less left than the spec's budget
   */
  public static Release release(RecentredSpec spec, Rows rows, TrustModel trust) {
    RowCount rowCount = spec.rowCount();
    rowCount.checkPublic(rows);
    spec.scaling().checkSize(rows.dimension());
    spec.start().ifPresent(start -> start.checkSize(rows.dimension()));
    LongFunction<RecentredPlan> planned = n -> RecentredPlan.of(spec, n, rows.dimension());
    Optional<RecentredPlan> ofPublicCount = rowCount.ifPublic(rows).map(planned::apply);
    try (ZcdpGrant grant = trust.open(spec.name(), spec.rho(), spec.unit())) {
      RecentredPlan plan = ofPublicCount.orElseGet(() -> planned.apply(rowCount.ask(rows, trust)));
      VectorEncoder encoder = new VectorEncoder(rows.dimension(), plan.range());
      try (Blocks<VectorBlock> blocks = rows.prepare(encoder)) {
        Questions questions =
            new Questions(trust, grant, blocks, plan.rho(), plan.rows(), spec.unit().mostWeight());
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
    double safe = choice.safe().orElseGet(() -> clippingNorm.safe(frame));
    questions.keep(0);
    Excess excess = plan.asksExcess() ? excess(frame, safe) : new Excess(0, 0);
    Clipping clipping =
        clippingNorm
            .choose(frame, safe)
            .adding(excess.mean() / 2, excess.mean(), excess.deviation());
    // What the chosen norm takes from a row is at most the difference of the two.
    double bias =
        plan.biasBound(rank, length(frame.centre()))
            + frame.weights().longest(Math.max(0, safe - clipping.norm()));
    boolean blind =
        locator.isDegenerate()
            && (clippingNorm.isSilent()
                || clipping.safe() <= RecentredPlan.NEARLY_EQUAL * spread.radius());
    return average(clipping, bias, blind, plan.clippedRowsAtMost(rank));
  }

  private Units.Choice choose() {
    if (spec.scaling().scales().isPresent()) {
      double[] scales = spec.scaling().scales().get();
      return units.fixed(Weights.dividing(scales));
    }
    if (spec.scaling().equals(Scaling.STANDARD)) {
      return units.standard();
    }
    if (spec.scaling().equals(Scaling.AUTO)) {
      return units.leastError();
    }
    return units.fixed(Weights.none(plan.dimension()));
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
  private Release average(Clipping clipping, double biasBound, boolean blind, long clippedRows) {
    Frame frame = clipping.frame();
    double budget = questions.all();
    AnchoredSum sum = AnchoredSum.of(frame.view(), clipping.norm());
    double[] shift = frame.weights().undo(questions.mean(sum, budget, "clipped sum"));
    double[] mean = shift.clone();
    Arrays.setAll(mean, j -> shift[j] + frame.centre()[j]);
    double[] deviations = new double[mean.length];
    Arrays.fill(deviations, questions.deviation(sum, budget));
    double[] noise = frame.weights().undo(deviations);
    ErrorBars bars = new ErrorBars(plan, clipping, locator.floor());
    Region region = bars.of(noise, shift, blind || plan.coversNoiseOnly(), clippedRows);
    double count = length(shift) * plan.countDeviation();
    Release release =
        plan.release(
                Estimate.of(mean, plan.rows()),
                frame
                    .weights()
                    .report(deviations[0], biasBound)
                    .plus(count, bars.expectedBias())
                    .clippedTo(clipping.norm()))
            .charged(questions.charges())
            .within(region)
            .scaled(scales(frame.weights()))
            .warning(warnings(blind, region));
    Release started = spec.start().isEmpty() ? release : release.started(units.isStartUsed());
    return spec.deviations() ? deviating(started, noise) : started;
  }

  private Release deviating(Release release, double[] noise) {
    Deviations deviations = units.moments().deviations(release.mean(), noise);
    List<Warning> warnings = new ArrayList<>(release.warnings());
    if (deviations.unresolved() > 0) {
      warnings.add(
          new Warning(
              Warning.Code.UNRESOLVED_DEVIATIONS,
              String.format(
                  Locale.ROOT,
                  "%d of %d standard deviations are upper bounds only: noise hides them; use more"
                      + " rows or a larger budget",
                  deviations.unresolved(),
                  plan.dimension())));
    }
    return release.deviating(deviations).warning(warnings);
  }

  private Scales scales(Weights weights) {
    if (weights.isNone()) {
      return plan.unscaled();
    }
    Scales.From from =
        spec.scaling().scales().isPresent() ? Scales.From.PUBLIC : Scales.From.PRIVATE;
    double[] ones = new double[plan.dimension()];
    Arrays.fill(ones, 1);
    return Scales.of(spec.scaling().label(), from, weights.undo(ones));
  }

  private List<Warning> warnings(boolean blind, Region region) {
    List<Warning> warnings = new ArrayList<>();
    if (!locator.isSettled()) {
      warnings.add(
          new Warning(
              Warning.Code.NOT_SETTLED,
              "the budget for finding the centre ended before the radius had settled: the error may"
                  + " be far above its optimum; use more rows or a larger budget"));
    }
    if (blind) {
      warnings.add(
          new Warning(
              Warning.Code.RARE_VALUES,
              String.format(
                  Locale.ROOT,
                  "more than half of the rows are nearly equal, and up to %d rows that differ from"
                      + " them may be missing from the mean: the error bars cover the noise only;"
                      + " use more rows or a larger budget",
                  region.clippedRowsAtMost().orElse(plan.rows()))));
    }
    if (units.lacksRows()) {
      warnings.add(
          new Warning(
              Warning.Code.FEW_ROWS,
              "too few rows, or too many coordinates, for a histogram of each coordinate's exponents"
                  + " at this budget: coordinates in units of different orders of magnitude may have"
                  + " large errors;"
                  + " give public scales, more rows or a larger budget"));
    }
    return warnings;
  }
}
