package org.privatemean.mean;

import java.util.Arrays;
import org.privatemean.mean.CellTotals.CellStatistic;
import org.privatemean.mean.PrivateQueries.NoisyValues;
import org.privatemean.query.RowStatistic;
import org.privatemean.query.WideSum;

/** All rows by the cells of one pass: each question has its own noise and price. */
final class HistogramQueries implements CentredQueries {
  /** Error of the counts of the search for a tighter norm, as a share of the rows to clip. */
  private static final double TIGHT_ERROR = 0.15;

  /** Rows beyond the norms are mostly within these octaves, which three counts determine. */
  private static final int FEW_OCTAVES = 7;

  private final RecentredPlan plan;
  private final PrivateQueries queries;
  private final Frame frame;
  private final CellTotals totals;
  private final CellGrid grid;
  private final double share;
  private final double rank;
  private int safe;
  private boolean reached;

  HistogramQueries(
      RecentredPlan plan, PrivateQueries queries, Frame frame, CellTotals totals, double share) {
    this.plan = plan;
    this.queries = queries;
    this.frame = frame;
    this.totals = totals;
    this.grid = totals.grid();
    this.share = share;
    this.rank = plan.thresholdRank(queries.remaining());
  }

  /**
   * Tests norms from below, an octave at a time, and searches below the first that passes (step 4):
   * over several octaves, one wrong count would move the result far.
   */
  boolean findsSafe() {
    int last = grid.clips() - 1;
    int from = 0;
    while (from < last) {
      int top = Math.min(from + CellGrid.PER_OCTAVE, last);
      if (search(CellStatistic.between(top, top + 1), rank) == 0) {
        searchBetween(from, top);
        return true;
      }
      from = top;
    }
    return false;
  }

  private void searchBetween(int from, int top) {
    safe = from + search(CellStatistic.between(from, top), rank);
    reached = true;
  }

  /** Searches the last octave, if a second count has found no rows beyond the norms. */
  void searchLastOctave() {
    int last = grid.clips() - 1;
    searchBetween(Math.max(0, last - CellGrid.PER_OCTAVE), last);
  }

  void settleForLast() {
    safe = grid.clips() - 1;
  }

  /**
   * The number of octaves between the last norm and the end of the rows, by the safer rank; if that
   * finds none, the last norm is tested again: 0 if it passes now, else 1.
   */
  int farOctaves() {
    double octaveRank = plan.octaveRank(queries.remaining());
    int few = search(CellStatistic.farOctave(FEW_OCTAVES), octaveRank);
    if (few == 0) {
      int last = grid.clips() - 1;
      return search(CellStatistic.between(last, last + 1), rank);
    }
    return few < FEW_OCTAVES ? few : search(CellStatistic.farOctave(mostOctaves()), octaveRank);
  }

  /** Upper bound on the cost of {@link #farOctaves}. */
  double farBudget() {
    int levels =
        CellStatistic.farOctave(FEW_OCTAVES).universe().levels()
            + CellStatistic.farOctave(mostOctaves()).universe().levels();
    return levels * plan.thresholdCountBudget();
  }

  /** Maximum number of octaves: no difference is longer than twice the end of the range. */
  private int mostOctaves() {
    double last = grid.norm(grid.clips() - 1);
    return Math.max(FEW_OCTAVES, Math.getExponent(2 * plan.range().high() / last) + 1);
  }

  private int search(RowStatistic<CellTotals> statistic, double wanted) {
    double budget = statistic.universe().levels() * plan.thresholdCountBudget();
    return search(statistic, wanted, budget, "clipping norm");
  }

  private int search(
      RowStatistic<CellTotals> statistic, double wanted, double budget, String name) {
    return (int) queries.quantile(totals, statistic, wanted, budget, name);
  }

  @Override
  public Frame frame() {
    return frame;
  }

  @Override
  public double safe() {
    return grid.norm(safe);
  }

  @Override
  public double rank() {
    return rank;
  }

  @Override
  public boolean isReached() {
    return reached;
  }

  @Override
  public double tighter(double norm) {
    int top = grid.indexOf(norm);
    int bottom = top;
    while (bottom > 0 && grid.norm(bottom - 1) * RecentredPlan.MAX_TIGHTENING >= norm) {
      bottom--;
    }
    if (bottom == top) {
      return norm;
    }
    RowStatistic<CellTotals> norms = CellStatistic.between(bottom, top);
    double budget = plan.tightSearchBudget(norms.universe().levels(), TIGHT_ERROR * share);
    double wanted = (1 - share) * plan.rows();
    return grid.norm(bottom + search(norms, wanted, budget, "tighter norm"));
  }

  @Override
  public NoisyValues between(double tight, double norm, double budget) {
    return noisy(totals.between(grid.indexOf(tight), grid.indexOf(norm)), budget, "clipping bias");
  }

  @Override
  public NoisyValues excess(double budget) {
    return noisy(totals.excess(safe), budget, "excess");
  }

  @Override
  public NoisyValues sum(Frame moved, double norm, double budget) {
    if (!Arrays.equals(moved.centre(), frame.centre())) {
      throw new IllegalArgumentException("a pass is around one centre");
    }
    return noisy(totals.clipped(grid.indexOf(norm)), budget, "clipped sum");
  }

  private NoisyValues noisy(WideSum sum, double budget, String name) {
    return queries.mean(sum, (double) plan.rows(), budget, name);
  }
}
