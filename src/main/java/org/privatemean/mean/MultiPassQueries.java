package org.privatemean.mean;

import java.util.Arrays;
import org.privatemean.mean.CentreSearch.Found;
import org.privatemean.mean.CentredQueries.CentreAndScales;
import org.privatemean.mean.CentredQueries.CentredQuerySource;
import org.privatemean.mean.CentredQueries.Frame;
import org.privatemean.mean.RecentredPlan.Spread;
import org.privatemean.query.NormGrid;

/** Queries on blocks of all rows that are held; each question is a pass over them. */
final class MultiPassQueries implements CentredQuerySource {
  private static final int MAX_DOUBLINGS = 8;

  private final RecentredPlan plan;
  private final PrivateQueries questions;
  private final CentreSearch locator;

  MultiPassQueries(RecentredPlan plan, PrivateQueries questions, CentreSearch locator) {
    this.plan = plan;
    this.questions = questions;
    this.locator = locator;
  }

  @Override
  public boolean seesAllRows() {
    return true;
  }

  @Override
  public ColumnOctaves octaves(
      double[] centre, int[] columns, double failure, double budget, String name) {
    return questions.octaves(new OctaveCounts(centre, columns), failure, budget, name);
  }

  @Override
  public CentredQueries of(Found found, CoordinateWeights weights, Spread spread) {
    Frame frame = new Frame(found.centre(), weights, spread.radius());
    double rank = plan.thresholdRank(questions.remaining());
    return new PassQueries(this, frame, safe(frame), rank);
  }

  @Override
  public CentredQueries last(CentreAndScales choice) {
    Spread spread = locator.finish(choice.weights(), choice.spread());
    Frame frame = new Frame(locator.centre(), choice.weights(), spread.radius());
    double rank = plan.thresholdRank(questions.remaining());
    double safe = choice.sight().map(CentredQueries::safe).orElseGet(() -> safe(frame));
    return new PassQueries(this, frame, safe, rank);
  }

  private double safe(Frame frame) {
    double perCount = plan.thresholdCountBudget();
    double rank = plan.thresholdRank(questions.remaining());
    double octaveRank = plan.octaveRank(questions.remaining());
    double top = RecentredPlan.WIDTH * frame.radius();
    boolean found = false;
    int tests = 0;
    while (!found && tests < MAX_DOUBLINGS) {
      // Two norms, one count: the answer is the top itself, or twice the top.
      double tested = search(frame, NormGrid.octaves(top, 2 * top, 1), rank, perCount);
      found = tested == top;
      top = tested;
      tests++;
    }
    if (!found && top < plan.range().high()) {
      NormGrid octaves = NormGrid.octaves(top, plan.range().high(), 1);
      top = search(frame, octaves, octaveRank, octaves.universe().levels() * perCount);
    }
    NormGrid fine = NormGrid.octaves(top / 2, top, RecentredPlan.FINE_PER_OCTAVE);
    return search(frame, fine, rank, RecentredPlan.FINE_LEVELS * perCount);
  }

  private double search(Frame frame, NormGrid grid, double rank, double budget) {
    return questions.norm(frame.view(), grid, rank, budget, "clipping norm");
  }

  private record PassQueries(MultiPassQueries all, Frame frame, double safe, double rank)
      implements CentredQueries {
    @Override
    public boolean isReached() {
      return true;
    }

    @Override
    public double tighter(double norm) {
      NormGrid grid = all.plan.tightGrid(norm);
      return all.questions.norm(
          frame.view(),
          grid,
          all.plan.tightRank(all.questions.remaining()),
          all.plan.tightSearchBudget(grid),
          "tighter norm");
    }

    @Override
    public Look between(double tight, double norm, double budget) {
      return look(AnchoredSum.forExcess(frame.view(), tight, norm), budget, "clipping bias");
    }

    @Override
    public Look excess(double budget) {
      ExcessSum sum = new ExcessSum(frame.view(), safe);
      double perRow = sum.step() / all.plan.rows();
      double[] total = all.questions.total(sum, budget, "excess");
      double deviation = all.questions.totalDeviation(sum, budget) * sum.step() / all.plan.rows();
      return new Look(Arrays.stream(total).map(x -> x * perRow).toArray(), deviation);
    }

    @Override
    public Look sum(double norm, double budget) {
      return look(AnchoredSum.of(frame.view(), norm), budget, "clipped sum");
    }

    private Look look(AnchoredSum sum, double budget, String name) {
      return new Look(all.questions.mean(sum, budget, name), all.questions.deviation(sum, budget));
    }

    @Override
    public CentredQueries withTransform(Frame moved) {
      return new PassQueries(all, moved, safe, rank);
    }
  }
}
