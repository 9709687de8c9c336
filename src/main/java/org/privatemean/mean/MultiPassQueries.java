package org.privatemean.mean;

import org.privatemean.mean.CentredQueries.CentreAndScales;
import org.privatemean.mean.CentredQueries.CentredQuerySource;
import org.privatemean.mean.PrivateQueries.NoisyValues;
import org.privatemean.mean.RecentredPlan.Spread;
import org.privatemean.query.NormGrid;

/** Queries on blocks of all rows that are held; each question is a pass over them. */
record MultiPassQueries(RecentredPlan plan, PrivateQueries queries, CentreSearch search)
    implements CentredQuerySource {
  private static final int MAX_DOUBLINGS = 8;

  @Override
  public ColumnOctaves[] octaves(int[] columns, double failure, double budget, String name) {
    return queries.octaves(new OctaveCounts(search.centre(), columns), failure, budget, name);
  }

  @Override
  public CentredQueries last(CentreAndScales choice) {
    Spread spread = search.finish(choice.weights(), choice.spread());
    Frame plain = new Frame(search.centre(), choice.weights(), spread.radius());
    return new NoiseShaping(plan, queries, search).ask(plain, this::queries);
  }

  private CentredQueries queries(Frame frame, double most) {
    double rank = plan.thresholdRank(queries.remaining());
    return new PassQueries(plan, queries, frame, safe(frame, most), rank);
  }

  private double safe(Frame frame, double most) {
    double perCount = plan.thresholdCountBudget();
    double rank = plan.thresholdRank(queries.remaining());
    double octaveRank = plan.octaveRank(queries.remaining());
    double top = RecentredPlan.WIDTH * frame.radius();
    boolean found = false;
    for (int tests = 0; !found && top <= most && tests < MAX_DOUBLINGS; tests++) {
      // Two norms, one count: the answer is the top itself, or twice the top.
      double tested = search(frame, NormGrid.octaves(top, 2 * top, 1), rank, perCount);
      found = tested == top;
      top = tested;
    }
    if (top > most) {
      return top;
    }
    if (!found && top < plan.range().high()) {
      NormGrid octaves = NormGrid.octaves(top, plan.range().high(), 1);
      top = search(frame, octaves, octaveRank, octaves.universe().levels() * perCount);
    }
    NormGrid fine = NormGrid.octaves(top / 2, top, RecentredPlan.FINE_PER_OCTAVE);
    return search(frame, fine, rank, RecentredPlan.FINE_LEVELS * perCount);
  }

  private double search(Frame frame, NormGrid grid, double rank, double budget) {
    return queries.norm(frame.view(), grid, rank, budget, "clipping norm");
  }

  private record PassQueries(
      RecentredPlan plan, PrivateQueries queries, Frame frame, double safe, double rank)
      implements CentredQueries {
    @Override
    public boolean isReached() {
      return true;
    }

    @Override
    public double tighter(double norm) {
      NormGrid grid = plan.tightGrid(norm);
      double wanted = plan.tightRank(queries.remaining());
      return queries.norm(frame.view(), grid, wanted, plan.tightSearchBudget(grid), "tighter norm");
    }

    @Override
    public NoisyValues between(double tight, double norm, double budget) {
      AnchoredSum sum = AnchoredSum.forExcess(frame.view(), tight, norm);
      return queries.mean(sum, budget, "clipping bias");
    }

    @Override
    public NoisyValues excess(double budget) {
      ExcessSum sum = new ExcessSum(frame.view(), safe);
      NoisyValues total = queries.total(sum, budget, "excess");
      double mean = total.values()[0] * (sum.step() / plan.rows());
      return new NoisyValues(new double[] {mean}, total.deviation() * sum.step() / plan.rows());
    }

    @Override
    public NoisyValues sum(Frame moved, double norm, double budget) {
      return queries.mean(AnchoredSum.of(moved.view(), norm), budget, "clipped sum");
    }
  }
}
