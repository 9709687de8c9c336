package org.privatemean.mean;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.privatemean.geometry.NormRange;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.ledger.ZcdpGrant;
import org.privatemean.query.BoundedSum;
import org.privatemean.query.ClippedSum;
import org.privatemean.query.NormGrid;
import org.privatemean.query.QuantileSearch;
import org.privatemean.query.QuantileSearch.Universe;
import org.privatemean.query.RangeCounter;
import org.privatemean.query.RowStatistic;
import org.privatemean.query.Step;
import org.privatemean.query.TrustModel;
import org.privatemean.query.WideSum;
import org.privatemean.rows.Block;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.Blocks.BlockMap;

/**
 * The private questions of one release, each numbered and paid before it is asked. If rows have
 * weights up to k, answers and deviations are divided by k and ranks multiplied by it.
 */
final class PrivateQueries {
  /** Its number of rows, the effective one if they are weighted, divides means. */
  private final RecentredPlan plan;

  private final TrustModel trust;
  private final ZcdpGrant grant;

  /** The rows, and what questions see of them. */
  private final Blocks<VectorBlock> rowsAsRead;

  private final int mostWeight;

  /** True if blocks may hold rows by their nonzero coordinates. */
  private final boolean maySparse;

  private Blocks<VectorBlock> blocks;

  /** Remaining budget, with the part that is kept for a later step. */
  private double left;

  private double kept;
  private int steps = Step.COUNT.id();

  PrivateQueries(
      RecentredPlan plan,
      TrustModel trust,
      ZcdpGrant grant,
      Blocks<VectorBlock> blocks,
      boolean maySparse) {
    this.plan = plan;
    this.trust = trust;
    this.grant = grant;
    this.left = plan.rho();
    this.rowsAsRead = blocks;
    this.blocks = blocks;
    this.mostWeight = plan.spec().unit().mostWeight();
    this.maySparse = maySparse;
  }

  RecentredPlan plan() {
    return plan;
  }

  /** Remaining budget, without the reserved part. */
  double remaining() {
    return left - kept;
  }

  /** Reserves a part of the budget for later, replacing any earlier reservation. */
  void keep(double rho) {
    kept = rho;
  }

  /** The whole remaining budget, for the last question. */
  double all() {
    return Math.min(left, grant.remaining());
  }

  /** Adds the budget of a later part of the release. */
  void raise(double rho) {
    left += rho;
  }

  /** Asks later questions of the rows that a map makes of each. */
  void map(BlockMap<VectorBlock> map) {
    blocks = rowsAsRead.map(map);
  }

  /** Asks later questions of the rows as they were read. */
  void unmap() {
    blocks = rowsAsRead;
  }

  private Step pay(String name, double budget) {
    left -= budget;
    steps++;
    return new Step(steps, name);
  }

  /** Returns a private quantile of a statistic of some blocks. */
  <B extends Block> long quantile(
      Blocks<B> of, RowStatistic<B> statistic, double rank, double budget, String name) {
    RangeCounter counter = trust.rangeCounter(of, statistic, budget, pay(name, budget));
    return QuantileSearch.search(counter, statistic.universe(), 1, rank)[0];
  }

  /** Returns a private quantile of the norms of the views: a norm of the grid. */
  double norm(CentredTransform view, NormGrid grid, double rank, double budget, String name) {
    return grid.norm(quantile(blocks, new ViewNorm(view, grid), rank * mostWeight, budget, name));
  }

  /**
   * Returns a private norm of the rows of a frame: up to a multiple of the radius in one search, by
   * octaves up to the end of the range and within one in two more, each for the budget.
   */
  double norm(Frame frame, double reach, NormRange range, double rank, double budget, String name) {
    double top = reach * frame.radius();
    double found = fineNorm(frame, frame.radius() / 2, top, rank, budget, name);
    if (found < top || !(top < range.high())) {
      return found;
    }
    NormGrid octaves = NormGrid.octaves(top, range.high(), 1);
    double octave = norm(frame.view(), octaves, rank, budget, name);
    return fineNorm(frame, octave / 2, octave, rank, budget, name);
  }

  private double fineNorm(
      Frame frame, double low, double high, double rank, double budget, String name) {
    NormGrid grid = NormGrid.octaves(low, high, RecentredPlan.FINE_PER_OCTAVE);
    return norm(frame.view(), grid, rank, budget, name);
  }

  /** Noisy values, and the standard deviation of the noise of each. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record NoisyValues(double[] values, double deviation) {}

  NoisyValues mean(AnchoredSum sum, double budget, String name) {
    double[] totals = maySparse ? fineTotal(sum, budget, name) : total(sum, budget, name).values();
    double[] mean = map(totals, total -> total / plan.rows() * sum.step());
    return new NoisyValues(mean, deviation(sum, budget) * sum.step() / plan.rows());
  }

  /** Returns a total as {@link #total} does, with sum and noise in steps of a millionth. */
  private double[] fineTotal(AnchoredSum sum, double budget, String name) {
    FactorSum fine = new FactorSum(sum);
    NoisyValues noisy = total(fine.of(blocks.fold(fine, name)), budget, name);
    return map(noisy.values(), total -> Math.scalb(total, -FactorSum.BITS) / mostWeight);
  }

  /** Returns a noisy sum of integers, or noisy counts. */
  NoisyValues total(ClippedSum<VectorBlock> sum, double budget, String name) {
    double[] noisy = doubles(trust.clippedSum(blocks, sum, budget, pay(name, budget)));
    return new NoisyValues(map(noisy, total -> total / mostWeight), deviation(sum, budget));
  }

  /** Returns a noisy sum that is already computed, of rows without weights. */
  NoisyValues total(WideSum sum, double budget, String name) {
    double[] noisy = doubles(trust.wideSum(sum, budget, pay(name, budget)));
    return new NoisyValues(noisy, deviation(sum, budget));
  }

  /** Returns the noisy mean of such a sum over a number of rows. */
  NoisyValues mean(WideSum sum, double of, double budget, String name) {
    double step = sum.step();
    NoisyValues total = total(sum, budget, name);
    double[] mean = map(total.values(), x -> x * step / of);
    return new NoisyValues(mean, total.deviation() * step / of);
  }

  /** Returns the noisy mean of the outer products of clipped views, row by row. */
  NoisyValues matrix(SecondMomentMatrix sum, double budget, String name) {
    NoisyValues total = total(sum.of(blocks.fold(sum, name)), budget, name);
    double unit = sum.step() / mostWeight / plan.rows();
    double[] mean = map(total.values(), entry -> entry * unit);
    return new NoisyValues(mean, total.deviation() * sum.step() / plan.rows());
  }

  ColumnOctaves[] octaves(OctaveCounts counts, double failure, double budget, String name) {
    double[] noisy = doubles(trust.clippedSum(blocks, counts, budget, pay(name, budget)));
    double[] weighted = map(noisy, total -> total / mostWeight);
    return ColumnOctaves.of(weighted, (double) plan.rows(), deviation(counts, budget), failure);
  }

  private static double[] doubles(BigInteger[] noisy) {
    return Arrays.stream(noisy).mapToDouble(BigInteger::doubleValue).toArray();
  }

  private static double[] map(double[] values, DoubleUnaryOperator function) {
    return Arrays.stream(values).map(function).toArray();
  }

  private double deviation(BoundedSum sum, double budget) {
    return trust.clippedSumDeviation(sum, budget) / mostWeight;
  }

  List<Charge> charges() {
    return trust.charges();
  }

  /** Cell of a {@link NormGrid} that contains the norm of a view. */
  record ViewNorm(CentredTransform view, NormGrid grid) implements RowStatistic<VectorBlock> {
    @Override
    public Universe universe() {
      return grid.universe();
    }

    @Override
    public void count(VectorBlock block, long[] base, int shift, int bits, long[] counts) {
      double[] squares = view.squaredNorms(block);
      boolean weighted = block.isWeighted();
      for (int i = 0; i < squares.length; i++) {
        // Unsigned: a cell below the base has its high bits set and is left out.
        long offset = grid.cell(squares[i]) - base[0];
        if (offset >>> shift >>> bits == 0) {
          counts[(int) (offset >>> shift)] += weighted ? block.weight(i) : 1;
        }
      }
    }
  }
}
