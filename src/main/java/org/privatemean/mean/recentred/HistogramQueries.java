package org.privatemean.mean.recentred;

import java.math.BigInteger;
import java.util.Arrays;
import org.privatemean.mean.recentred.CentredQueries.Frame;
import org.privatemean.query.QuantileSearch;
import org.privatemean.query.RangeCounter;
import org.privatemean.query.RowStatistic;
import org.privatemean.query.TrustModel;
import org.privatemean.query.WideSum;

/**
 * All rows by the cells of one pass. Each question is answered from exact totals that are already
 * held, with its own noise and price. Totals that no question asks for are dropped.
 */
final class HistogramQueries implements CentredQueries {
  /** Error of the counts of the search for a tighter norm, as a share of the rows to clip. */
  private static final double TIGHT_ERROR = 0.15;

  /**
   * Rows beyond the norms are mostly within this number of octaves, which three counts determine.
   */
  private static final int FEW_OCTAVES = 7;

  private final RecentredPlan plan;
  private final TrustModel trust;
  private final BudgetTracker purse;
  private final Frame frame;
  private final CellTotals totals;
  private final CellGrid grid;

  /** Share of the rows to clip. */
  private final double share;

  private final double rank;

  /** Index of the norm of step 4. */
  private int safe;

  private boolean reached;

  HistogramQueries(
      RecentredPlan plan,
      TrustModel trust,
      BudgetTracker purse,
      Frame frame,
      CellTotals totals,
      double share) {
    this.plan = plan;
    this.trust = trust;
    this.purse = purse;
    this.frame = frame;
    this.totals = totals;
    this.grid = totals.grid();
    this.share = share;
    this.rank = plan.thresholdRank(purse.remaining());
  }

  /**
   * Tests norms from below, one octave at a time, and searches below the first that passes (step
   * 4): over several octaves at once, one wrong count would move the result far.
   */
  boolean findsSafe() {
    int last = grid.clips() - 1;
    int from = 0;
    while (from < last) {
      int top = Math.min(from + CellGrid.PER_OCTAVE, last);
      if (search(CellStatistic.between(grid, top, top + 1), rank) == 0) {
        searchBetween(from, top);
        return true;
      }
      from = top;
    }
    return false;
  }

  private void searchBetween(int from, int top) {
    safe = from + search(CellStatistic.between(grid, from, top), rank);
    reached = true;
  }

  /** Searches the last octave, if a second count has found no rows beyond the norms. */
  void searchLastOctave() {
    int last = grid.clips() - 1;
    searchBetween(Math.max(0, last - CellGrid.PER_OCTAVE), last);
  }

  /** Clips at the last norm, if rows beyond it are not searched for. */
  void settleForLast() {
    safe = grid.clips() - 1;
  }

  /**
   * The number of octaves between the last norm and the end of the rows, by the safer rank of
   * octaves; if that treats few rows as none, the last norm is tested again: 0 if it passes now,
   * else 1.
   */
  int farOctaves() {
    double octaveRank = plan.octaveRank(purse.remaining());
    int few = search(CellStatistic.farOctave(grid, FEW_OCTAVES), octaveRank);
    if (few == 0) {
      int last = grid.clips() - 1;
      return search(CellStatistic.between(grid, last, last + 1), rank);
    }
    return few < FEW_OCTAVES
        ? few
        : search(CellStatistic.farOctave(grid, mostOctaves()), octaveRank);
  }

  /** Upper bound on the cost of {@link #farOctaves}. */
  double farBudget() {
    int levels =
        CellStatistic.farOctave(grid, FEW_OCTAVES).universe().levels()
            + CellStatistic.farOctave(grid, mostOctaves()).universe().levels();
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
    RangeCounter counter = trust.rangeCounter(totals, statistic, budget, purse.pay(name, budget));
    return (int) QuantileSearch.search(counter, statistic.universe(), 1, wanted)[0];
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
    RowStatistic<CellTotals> norms = CellStatistic.between(grid, bottom, top);
    double error = TIGHT_ERROR * share;
    double budget = plan.tightSearchBudget(norms.universe().levels(), error);
    double wanted = (1 - share) * plan.rows();
    return grid.norm(bottom + search(norms, wanted, budget, "tighter norm"));
  }

  @Override
  public Look between(double tight, double norm, double budget) {
    WideSum sum = totals.between(grid.indexOf(tight), grid.indexOf(norm));
    return look(sum, budget, "clipping bias");
  }

  @Override
  public Look excess(double budget) {
    WideSum sum = totals.excess(safe);
    return look(sum, budget, "excess");
  }

  @Override
  public Look sum(double norm, double budget) {
    WideSum sum = totals.clipped(grid.indexOf(norm));
    return look(sum, budget, "clipped sum");
  }

  /** Returns a noisy mean of a sum of the totals. */
  Look look(WideSum sum, double budget, String name) {
    double step = sum.step();
    BigInteger[] noisy = trust.wideSum(sum, budget, purse.pay(name, budget));
    double deviation = trust.clippedSumDeviation(sum, budget) * step / plan.rows();
    double[] mean =
        Arrays.stream(noisy).mapToDouble(x -> x.doubleValue() * step / plan.rows()).toArray();
    return new Look(mean, deviation);
  }

  @Override
  public CentredQueries withTransform(Frame moved) {
    if (!Arrays.equals(moved.centre(), frame.centre())) {
      throw new IllegalArgumentException("a pass is around one centre");
    }
    return this;
  }
}
