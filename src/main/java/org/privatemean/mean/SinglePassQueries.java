package org.privatemean.mean;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.privatemean.mean.CentreSearch.Found;
import org.privatemean.mean.CentredQueries.CentreAndScales;
import org.privatemean.mean.CentredQueries.CentredQuerySource;
import org.privatemean.mean.OctaveCounts.OctaveFold;
import org.privatemean.mean.PrivateQueries.NoisyValues;
import org.privatemean.mean.RecentredPlan.Spread;
import org.privatemean.numeric.Normal;
import org.privatemean.query.WideSum;
import org.privatemean.rows.RowPasses;
import org.privatemean.rows.RowPasses.RowFold;

/**
 * Queries on all rows by one pass each, around centres found on a sample. Its norm only guides the
 * norms of the pass, which count all rows: the sample's would cut off a far cluster.
 */
final class SinglePassQueries implements CentredQuerySource, AutoCloseable {
  /** Share of the budget for each search of the guide norm. */
  private static final double GUIDE_SHARE = 0.002;

  /** The guide is searched from half of the radius to this multiple of it, then by octaves. */
  private static final double GUIDE_REACH = 8;

  /** Share of the sample beyond the guide, as a function of the share to clip. */
  private static final double BEYOND_SLOPE = 1.3;

  private static final double BEYOND_LEAST = 0.02;
  private static final double MIN_BEYOND = 0.03;
  private static final double MAX_BEYOND = 0.6;

  /** Maximum number of passes, which are repeated if rows lie far beyond the norms. */
  private static final int MAX_PASSES = 4;

  /** Maximum share of the remaining budget for the search for far rows. */
  private static final double MAX_FAR_SHARE = 0.25;

  private final RecentredPlan plan;
  private final RecentredPlan sample;
  private final PrivateQueries queries;
  private final CentreSearch search;
  private final RowPasses passes;

  /** All totals that were made; they are private and are closed with this object. */
  private final List<CellTotals> made = new ArrayList<>();

  SinglePassQueries(
      RecentredPlan plan, PrivateQueries queries, CentreSearch search, RowPasses passes) {
    this.plan = plan;
    this.sample = queries.plan();
    this.queries = queries;
    this.search = search;
    this.passes = passes;
  }

  /** Exact counts by octave around the last centre of a question; private. */
  private long[] octaves;

  private double[] octavesAbout;

  @Override
  public ColumnOctaves[] octaves(int[] columns, double failure, double budget, String name) {
    double[] centre = search.centre();
    if (!Arrays.equals(centre, octavesAbout)) {
      octaves = passes.fold(new OctaveFold(centre, plan.range()), "octaves");
      octavesAbout = centre;
    }
    NoisyValues counts = queries.total(OctaveFold.of(octaves, columns), budget, name);
    return ColumnOctaves.of(counts.values(), (double) plan.rows(), counts.deviation(), failure);
  }

  @Override
  public CentredQueries last(CentreAndScales choice) {
    CentreModel finish = CentreModel.best(plan, sample, choice.spread(), queries.remaining());
    double[] centre = finishCentre(finish, choice);
    double radius = Math.sqrt(choice.spread().intrinsic() + finish.offset());
    Frame plain = new Frame(centre, choice.weights(), radius);
    return new NoiseShaping(sample, queries, search)
        .ask(plain, (frame, most) -> pass(frame, finish.share(), most));
  }

  /** Reads all rows in a frame, to clip a share of them; a norm above {@code most} is not found. */
  private CentredQueries pass(Frame frame, double share, double most) {
    double guide = guide(frame, share);
    for (int pass = 1; ; pass++) {
      CellGrid grid = CellGrid.createAbove(guide, plan.dimension());
      CellTotals totals = totals(frame, grid);
      HistogramQueries centred = new HistogramQueries(plan, queries, frame, totals, share);
      if (centred.findsSafe()) {
        return centred;
      }
      double end = grid.norm(grid.clips() - 1);
      if (pass == MAX_PASSES
          || 2 * end > most
          || centred.farBudget() > MAX_FAR_SHARE * queries.remaining()) {
        centred.settleForLast();
        return centred;
      }
      int octaves = centred.farOctaves();
      if (octaves == 0) {
        centred.searchLastOctave();
        return centred;
      }
      // The norms end at the end of the rows, and leave room below for a tighter one.
      double top = Math.scalb(end, octaves);
      guide = Math.min(top / 2, top * grid.norm(0) / end);
    }
  }

  private double[] finishCentre(CentreModel finish, CentreAndScales choice) {
    Found found = search.result();
    CoordinateWeights weights = choice.weights();
    double[] from = found.centre();
    double norm = RecentredPlan.WIDTH * choice.spread().radius();
    double[] move =
        switch (finish.step()) {
          case NONE -> new double[from.length];
          case ON_SAMPLE ->
              queries
                  .mean(AnchoredSum.of(weights.view(from), norm), finish.budget(), "recentring")
                  .values();
          case ON_ALL -> {
            Frame frame = new Frame(from, weights, norm);
            WideSum sum = totals(frame, CellGrid.single(norm)).clipped(0);
            yield queries.mean(sum, (double) plan.rows(), finish.budget(), "recentring").values();
          }
        };
    double[] shift = weights.undo(move);
    double[] centre = from.clone();
    for (int j = 0; j < centre.length; j++) {
      centre[j] += found.pinned()[j] ? 0 : shift[j];
    }
    return centre;
  }

  private CellTotals totals(Frame frame, CellGrid grid) {
    CellFold fold = frame.cells(grid, plan.range());
    RowFold reading =
        frame.basis().<RowFold>map(basis -> basis.of(fold, plan.range())).orElse(fold);
    CellTotals totals = fold.totals(passes.fold(reading, "one pass"));
    made.add(totals);
    return totals;
  }

  private double guide(Frame frame, double share) {
    double beyond = Math.max(MIN_BEYOND, Math.min(MAX_BEYOND, BEYOND_SLOPE * share + BEYOND_LEAST));
    double rank = (1 - beyond) * sample.rows();
    double budget = GUIDE_SHARE * plan.rho();
    return queries.norm(frame, GUIDE_REACH, plan.range(), rank, budget, "guide norm");
  }

  @Override
  public void close() {
    made.forEach(CellTotals::close);
    octaves = null;
  }

  /**
   * The best way to finish a centre that was found on a sample, and the best share of the rows to
   * clip then, for Gaussian rows; from public and released values alone. In units of a coordinate's
   * variance, with a centre error of {@code off} and a share {@code q = Q(z)} of n rows clipped,
   * the norm is {@code C = (sqrt(d) + z / sqrt(2)) sqrt(1 + off^2 / d)} and the squared error
   *
   * <pre>  C^2 u / left + ((1 + z^2) q - z phi(z)) / (2 n) + (l / sqrt(2 d) + q / d)^2 off^2, l =
   * phi(z) - z q</pre>
   *
   * <p>with u the noise of norm 1 at budget 1: noise, clipping, and what clipping takes back.
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
          compute(plan, left, (spread.offset() + sampled) / variance, FinalStep.NONE, 0);
      for (double share : SHARES) {
        double budget = share * plan.rho();
        if (budget < left) {
          double onSample = sample.finishingNoise(spread) / budget + sampled;
          double onAll = plan.finishingNoise(spread) / budget;
          best =
              best.orBetter(compute(plan, left, onSample / variance, FinalStep.ON_SAMPLE, budget))
                  .orBetter(compute(plan, left, onAll / variance, FinalStep.ON_ALL, budget));
        }
      }
      return new CentreModel(
          best.step, best.budget, best.offset * variance, best.share, best.error);
    }

    /** Returns one way to finish with its best share; its offset is in units of the variance. */
    private static CentreModel compute(
        RecentredPlan plan, double left, double off, FinalStep step, double budget) {
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
      double price = step == FinalStep.ON_ALL ? PASS_PRICE : 1;
      return new CentreModel(step, budget, off, best, least * price);
    }

    private CentreModel orBetter(CentreModel other) {
      return other.error < error ? other : this;
    }
  }
}
