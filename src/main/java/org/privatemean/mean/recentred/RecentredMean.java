package org.privatemean.mean.recentred;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.privatemean.mean.recentred.RecentredPlan.Spread;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.BudgetExceededException;
import org.privatemean.privacy.ledger.ZcdpGrant;
import org.privatemean.query.NormGrid;
import org.privatemean.query.QuantileSearch;
import org.privatemean.query.RangeCounter;
import org.privatemean.query.RowCount;
import org.privatemean.query.RowStatistic;
import org.privatemean.query.Step;
import org.privatemean.query.TrustModel;
import org.privatemean.query.block.AnchoredSum;
import org.privatemean.query.block.CentredView;
import org.privatemean.query.block.Participation;
import org.privatemean.query.block.RowView;
import org.privatemean.query.block.SquaredView;
import org.privatemean.query.block.VectorBlock;
import org.privatemean.query.block.VectorEncoder;
import org.privatemean.query.block.ViewNorm;
import org.privatemean.release.Estimate;
import org.privatemean.release.Noise;
import org.privatemean.release.Release;
import org.privatemean.release.Warning;
import org.privatemean.request.RecentredSpec;
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
  private static final int MOST_COARSE_STEPS = 25;
  private static final int MOST_DOUBLINGS = 8;

  /** The radius has settled when a step leaves more than this share of it. */
  private static final double SETTLED = 0.8;

  /** Below this share of the centre's coordinates, a radius is rounding error. */
  private static final double ROUNDING_FLOOR = 0x1p-40;

  private final RecentredPlan plan;
  private final TrustModel trust;
  private final ZcdpGrant grant;
  private final Blocks<VectorBlock> blocks;
  private final double[] centre;
  private final List<Warning> warnings = new ArrayList<>();

  /** Budget of the final sum: what is left of rho when all else is paid. */
  private double left;

  private int steps = Step.COUNT.id();

  private RecentredMean(
      RecentredPlan plan, TrustModel trust, ZcdpGrant grant, Blocks<VectorBlock> blocks) {
    this.plan = plan;
    this.trust = trust;
    this.grant = grant;
    this.blocks = blocks;
    this.centre = new double[plan.dimension()];
    this.left = plan.rhoBeforeThreshold();
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
        return new RecentredMean(plan, trust, grant, blocks).run();
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
    double first = radius(plan.firstGrid());
    Spread spread = finish(recentre(first));
    Scaled scaled = scale(spread);
    double rank = plan.thresholdRank(left);
    double safe = threshold(scaled, rank);
    Tightened tightened = tighten(scaled, safe);
    // What the tighter norm takes from a row is at most the difference of the two.
    double bias = plan.biasBound(rank, Math.sqrt(squaredNorm(centre)));
    return average(scaled, tightened, bias + scaled.weights().longest(safe - tightened.norm()));
  }

  /** Steps 1 and 2: a private median of the rows' distances to the centre. */
  private double radius(NormGrid grid) {
    double budget = plan.radiusBudget(grid);
    left -= budget;
    RowStatistic<VectorBlock> distance = new ViewNorm(new CentredView(centre), grid);
    return grid.norm(quantile(distance, plan.medianRank(), budget, "radius"));
  }

  private int quantile(
      RowStatistic<VectorBlock> statistic, double rank, double budget, String name) {
    RangeCounter counter = trust.rangeCounter(blocks, statistic, budget, nextStep(name));
    return (int) QuantileSearch.search(counter, statistic.universe(), 1, rank)[0];
  }

  private Step nextStep(String name) {
    steps++;
    return new Step(steps, name);
  }

  /** The noisy mean of clipped views. */
  private double[] mean(AnchoredSum sum, double budget, String name) {
    BigInteger[] noisy = trust.clippedSum(blocks, sum, budget, nextStep(name));
    return Arrays.stream(noisy)
        .mapToDouble(total -> total.doubleValue() / plan.rows() * sum.step())
        .toArray();
  }

  private AnchoredSum sum(RowView view, double norm) {
    return AnchoredSum.of(view, norm);
  }

  private void moveCentre(double norm, double budget) {
    double[] shift = mean(sum(new CentredView(centre), norm), budget, "recentring");
    left -= budget;
    for (int j = 0; j < centre.length; j++) {
      centre[j] += shift[j];
    }
  }

  /** Step 2: coarse clipped means, each followed by the radius around the new centre. */
  private Spread recentre(double first) {
    double fineness = plan.fineness();
    double spent = 0;
    Spread spread = new Spread(first, 0);
    boolean settled = false;
    for (int step = 0; step < MOST_COARSE_STEPS && !settled; step++) {
      NormGrid widest = coarseGrid(spread.radius(), spread.radius() / (4 * fineness));
      double cost = plan.coarseBudget() + plan.radiusBudget(widest);
      if (!plan.affordsCoarse(spent, cost, left)) {
        warnings.add(
            new Warning(
                Warning.Code.NOT_SETTLED,
                "the budget for finding the centre ended before the radius had settled: the error"
                    + " may be far above its optimum; use more rows or a larger budget"));
        break;
      }
      spent += cost;
      moveCentre(RecentredPlan.WIDTH * spread.radius(), plan.coarseBudget());
      double offset = square(spread.radius() / fineness);
      double floor = Math.max(plan.range().low(), ROUNDING_FLOOR * largestCoordinate());
      double low = Math.max(spread.radius() / (4 * fineness), floor);
      double next = radius(coarseGrid(spread.radius(), low));
      settled = next > SETTLED * spread.radius() || next <= floor;
      spread = new Spread(next, offset);
    }
    return spread;
  }

  private static NormGrid coarseGrid(double radius, double low) {
    double high = 2 * radius;
    return NormGrid.octaves(Math.min(low, high), high, RecentredPlan.COARSE_PER_OCTAVE);
  }

  private double largestCoordinate() {
    return Arrays.stream(centre).map(Math::abs).max().orElse(0);
  }

  private static double square(double x) {
    return x * x;
  }

  /** Step 3: one finer step, where it pays for itself, and the radius to expect after it. */
  private Spread finish(Spread spread) {
    double budget = plan.finishingBudget(spread, left);
    if (budget == 0) {
      return spread;
    }
    double offset = plan.finishingNoise(spread) / budget;
    moveCentre(RecentredPlan.WIDTH * spread.radius(), budget);
    return new Spread(Math.sqrt(spread.intrinsic() + offset), offset);
  }

  /**
   * What the last steps see.
   *
   * @param weights what the coordinates are multiplied by
   * @param view the rows, centred and weighted
   * @param radius the median norm to expect of them
   */
  private record Scaled(Weights weights, RowView view, double radius) {}

  /** Between steps 3 and 4: weights for the coordinates, where scaling is asked for and pays. */
  private Scaled scale(Spread spread) {
    double radius = spread.radius();
    // A power of two next to the radius: exact to divide by, and fourth powers stay in range.
    double unit = Math.scalb(1.0, Math.getExponent(radius));
    if (plan.triesScaling() && isUneven(unit)) {
      double[] variances = variances(unit);
      double[] deviations = plan.regularised(variances);
      if (plan.scalingPays(deviations)) {
        Weights weights = Weights.of(deviations);
        return new Scaled(weights, weights.view(centre), radius * weights.stretch(variances));
      }
    }
    Weights none = Weights.none(centre.length);
    return new Scaled(none, none.view(centre), radius);
  }

  /** A private look at how many coordinates carry the length of the median row. */
  private boolean isUneven(double unit) {
    NormGrid grid = plan.participationGrid();
    double budget = plan.radiusBudget(grid);
    left -= budget;
    Participation ratio = new Participation(centre, unit, grid);
    return plan.isUneven(
        grid.norm(quantile(ratio, plan.medianRank(), budget, "participation ratio")));
  }

  /** Private variances of the coordinates, in squares of the unit; positive. */
  private double[] variances(double unit) {
    left -= plan.varianceNormBudget() + plan.varianceBudget();
    SquaredView squares = new SquaredView(centre, unit);
    NormGrid grid = plan.varianceGrid();
    int cell =
        quantile(
            new ViewNorm(squares, grid),
            plan.varianceRank(),
            plan.varianceNormBudget(),
            "variance norm");
    AnchoredSum sum = AnchoredSum.ofSquares(squares, grid.norm(cell));
    double[] variances = mean(sum, plan.varianceBudget(), "variances");
    double deviation =
        trust.clippedSumDeviation(sum, plan.varianceBudget()) * sum.step() / plan.rows();
    return Arrays.stream(variances).map(v -> Math.max(v, deviation / 4)).toArray();
  }

  /** Step 4: the clipping norm, a private quantile near the top, found from the radius upwards. */
  private double threshold(Scaled scaled, double rank) {
    double perCount = plan.thresholdCountBudget();
    double octaveRank = plan.octaveRank(left);
    double top = RecentredPlan.WIDTH * scaled.radius();
    boolean found = false;
    int tests = 0;
    while (!found && tests < MOST_DOUBLINGS) {
      // Two norms, one count: the answer is the top itself, or twice that.
      double tested = clippingNorm(scaled, NormGrid.octaves(top, 2 * top, 1), rank, perCount);
      found = tested == top;
      top = tested;
      tests++;
    }
    // Two tests are in the threshold's share.
    left -= (tests - 2) * perCount;
    if (!found && top < plan.range().high()) {
      NormGrid octaves = NormGrid.octaves(top, plan.range().high(), 1);
      double budget = octaves.universe().levels() * perCount;
      left -= budget;
      top = clippingNorm(scaled, octaves, octaveRank, budget);
    }
    NormGrid fine = NormGrid.octaves(top / 2, top, RecentredPlan.FINE_PER_OCTAVE);
    return clippingNorm(scaled, fine, rank, RecentredPlan.FINE_LEVELS * perCount);
  }

  private double clippingNorm(Scaled scaled, NormGrid grid, double rank, double budget) {
    ViewNorm norms = new ViewNorm(scaled.view(), grid);
    return grid.norm(quantile(norms, rank, budget, "clipping norm"));
  }

  /**
   * The clipping norm of the final sum.
   *
   * @param norm the norm
   * @param square what is privately known of the squared bias that it adds to that of step 4: an
   *     unbiased estimate, so that it may be negative
   */
  private record Tightened(double norm, double square) {
    /** The root mean square that it adds to the error. */
    double error() {
      return Math.sqrt(Math.max(0, square));
    }
  }

  /**
   * After step 4: smaller clipping norms, as long as they lower the mean square error.
   *
   * <p>The norm of step 4 keeps nearly all rows whole, since the rows beyond it may all lie in one
   * direction. Mostly they do not, and then a smaller norm has less noise and hardly more bias. The
   * bias that it adds is the mean of what it takes off the rows, vectors of a small norm: a little
   * of the budget tells its square well enough to compare it with the noise that is saved.
   */
  private Tightened tighten(Scaled scaled, double safe) {
    Tightened best = new Tightened(safe, 0);
    double[] bias = new double[centre.length];
    double biasNoise = 0;
    double error = squaredNoise(scaled, safe);
    for (int step = 0; step < plan.mostTightenings(); step++) {
      double norm = best.norm();
      double tight = tighter(scaled, norm);
      if (!plan.triesTightening(tight, norm)) {
        return best;
      }
      double budget = plan.tighteningBudget();
      left -= budget;
      AnchoredSum excess = AnchoredSum.ofExcess(scaled.view(), tight, norm);
      double[] more = scaled.weights().undo(mean(excess, budget, "clipping bias"));
      Arrays.setAll(bias, j -> bias[j] + more[j]);
      double deviation = trust.clippedSumDeviation(excess, budget) * excess.step() / plan.rows();
      biasNoise += scaled.weights().square(deviation);
      double square = squaredNorm(bias) - biasNoise;
      double next = square + squaredNoise(scaled, tight);
      if (!(next < error)) {
        return best;
      }
      error = next;
      best = new Tightened(tight, square);
    }
    return best;
  }

  /** A private norm below another one that keeps a given share of the rows whole. */
  private double tighter(Scaled scaled, double norm) {
    NormGrid grid = plan.tightGrid(norm);
    double budget = plan.tightSearchBudget(grid);
    left -= budget;
    ViewNorm norms = new ViewNorm(scaled.view(), grid);
    return grid.norm(quantile(norms, plan.tightRank(), budget, "tighter norm"));
  }

  /** The mean square of the noise that the final sum would have now, at a clipping norm. */
  private double squaredNoise(Scaled scaled, double norm) {
    return scaled.weights().square(plan.deviation(norm, left));
  }

  private static double squaredNorm(double[] vector) {
    return Arrays.stream(vector).map(RecentredMean::square).sum();
  }

  /** Step 5: the centre plus the noisy mean of the clipped differences to it. */
  private Release average(Scaled scaled, Tightened tightened, double biasBound) {
    double budget = Math.min(left, grant.remaining());
    AnchoredSum sum = sum(scaled.view(), tightened.norm());
    double[] mean = scaled.weights().undo(mean(sum, budget, "clipped sum"));
    double count = Math.sqrt(squaredNorm(mean)) * plan.countDeviation();
    for (int j = 0; j < mean.length; j++) {
      mean[j] += centre[j];
    }
    double deviation = trust.clippedSumDeviation(sum, budget) * sum.step() / plan.rows();
    Noise noise =
        scaled.weights().report(deviation, biasBound).plus(mean.length, count, tightened.error());
    return plan.release(Estimate.of(mean, plan.rows()), noise.clippedTo(tightened.norm()))
        .charged(trust.charges())
        .warning(warnings);
  }
}
