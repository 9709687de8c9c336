package org.privatemean.mean.recentred;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.privatemean.mean.recentred.plan.ColumnOctaves;
import org.privatemean.privacy.Charge;
import org.privatemean.query.ClippedSum;
import org.privatemean.query.NormGrid;
import org.privatemean.query.QuantileSearch;
import org.privatemean.query.RangeCounter;
import org.privatemean.query.RowStatistic;
import org.privatemean.query.Step;
import org.privatemean.query.TrustModel;
import org.privatemean.query.WideSum;
import org.privatemean.query.block.AnchoredSum;
import org.privatemean.query.block.OctaveCounts;
import org.privatemean.query.block.VectorBlock;
import org.privatemean.rows.Blocks;

/**
 * The private questions of one release, each paid from what is left of its budget before it is
 * asked. Every answer comes from here, so all that the steps know of the rows was paid for.
 *
 * <p>Where rows have weights up to k, all answers and their deviations are divided by k here, and
 * ranks multiplied by it: what comes out is as of n rows of weight 1, n the effective number, and
 * plans and steps know nothing of weights.
 */
final class PrivateQueries {
  private final TrustModel trust;
  private final BudgetTracker purse;
  private final Blocks<VectorBlock> blocks;
  private final double rows;

  /** k: so often a row may count. */
  private final int mostWeight;

  /** True if blocks may hold rows by their coordinates that are not 0. */
  private final boolean maySparse;

  /**
   * Creates the queries of a release.
   *
   * @param purse its budget
   * @param blocks all rows, or a sample of them
   * @param rows the public or released number of these rows, which means are taken over; of
   *     weighted ones the effective number
   * @param mostWeight so often a row may count
   * @param maySparse whether blocks may hold rows by their coordinates that are not 0
   */
  PrivateQueries(
      TrustModel trust,
      BudgetTracker purse,
      Blocks<VectorBlock> blocks,
      double rows,
      int mostWeight,
      boolean maySparse) {
    this.trust = trust;
    this.purse = purse;
    this.blocks = blocks;
    this.rows = rows;
    this.mostWeight = mostWeight;
    this.maySparse = maySparse;
  }

  /** Budget that is left, without what is kept. */
  double remaining() {
    return purse.remaining();
  }

  /** Keeps a part of the budget for later; in place of what was kept before. */
  void keep(double rho) {
    purse.keep(rho);
  }

  /** All that is left, for the last question. */
  double all() {
    return purse.all();
  }

  /** A private quantile of a length of the rows: the norm of the grid where it is. */
  double norm(
      RowStatistic<VectorBlock> length, NormGrid grid, double rank, double budget, String name) {
    RangeCounter counter = trust.rangeCounter(blocks, length, budget, purse.pay(name, budget));
    long[] found = QuantileSearch.search(counter, length.universe(), 1, rank * mostWeight);
    return grid.norm(found[0]);
  }

  /** The noisy mean of clipped views. */
  double[] mean(AnchoredSum sum, double budget, String name) {
    double[] totals = maySparse ? fineTotal(sum, budget, name) : total(sum, budget, name);
    return Arrays.stream(totals).map(total -> total / rows * sum.step()).toArray();
  }

  /** Same as {@link #total}; the sum has steps of a millionth, and so the noise has. */
  private double[] fineTotal(AnchoredSum sum, double budget, String name) {
    Step step = purse.pay(name, budget);
    WideSum known = sum.either(blocks.fold(sum.ofEither(), name));
    BigInteger[] noisy = trust.wideSum(known, budget, step);
    return Arrays.stream(noisy)
        .mapToDouble(
            total -> Math.scalb(total.doubleValue(), -AnchoredSum.SPARSE_BITS) / mostWeight)
        .toArray();
  }

  /** A noisy sum of integers, or noisy counts. */
  double[] total(ClippedSum<VectorBlock> sum, double budget, String name) {
    BigInteger[] noisy = trust.clippedSum(blocks, sum, budget, purse.pay(name, budget));
    return Arrays.stream(noisy).mapToDouble(total -> total.doubleValue() / mostWeight).toArray();
  }

  /** Noisy counts by octave. */
  ColumnOctaves octaves(OctaveCounts counts, double failure, double budget, String name) {
    double[] noisy = total(counts, budget, name);
    return new ColumnOctaves(noisy, rows, totalDeviation(counts, budget), failure);
  }

  /** Standard deviation of the noise of {@link #mean}, each coordinate. */
  double deviation(AnchoredSum sum, double budget) {
    return totalDeviation(sum, budget) * sum.step() / rows;
  }

  /** Standard deviation of the noise of {@link #total}, each value. */
  double totalDeviation(ClippedSum<?> sum, double budget) {
    return trust.clippedSumDeviation(sum, budget) / mostWeight;
  }

  /** Returns what was spent, step by step. */
  List<Charge> charges() {
    return trust.charges();
  }
}
