package org.privatemean.mean.recentred;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.privatemean.privacy.Charge;
import org.privatemean.query.ClippedSum;
import org.privatemean.query.NormGrid;
import org.privatemean.query.QuantileSearch;
import org.privatemean.query.RangeCounter;
import org.privatemean.query.RowStatistic;
import org.privatemean.query.Step;
import org.privatemean.query.TrustModel;
import org.privatemean.query.WideSum;
import org.privatemean.query.fold.AnchoredSum;
import org.privatemean.query.fold.OctaveCounts;
import org.privatemean.query.fold.VectorBlock;
import org.privatemean.rows.Blocks;

/**
 * The private questions of one release, each paid before it is asked: all that the steps know of
 * the rows was paid for. If rows have weights up to k, answers and their deviations are divided by
 * k and ranks multiplied by it, so that plans and steps do not depend on weights.
 */
final class PrivateQueries {
  private final TrustModel trust;
  private final BudgetTracker purse;
  private final Blocks<VectorBlock> blocks;

  /** The divisor of means: the effective number of rows if they are weighted. */
  private final double rows;

  /** The maximum weight of a row, k. */
  private final int mostWeight;

  /** True if blocks may hold rows by their nonzero coordinates. */
  private final boolean maySparse;

  /** Creates the questions of a release. */
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

  /** Remaining budget, without the reserved part. */
  double remaining() {
    return purse.remaining();
  }

  /** Reserves a part of the budget for later, replacing any earlier reservation. */
  void keep(double rho) {
    purse.keep(rho);
  }

  /** The whole remaining budget, for the last question. */
  double all() {
    return purse.all();
  }

  /** Returns a private quantile of a length of the rows: a norm of the grid. */
  double norm(
      RowStatistic<VectorBlock> length, NormGrid grid, double rank, double budget, String name) {
    RangeCounter counter = trust.rangeCounter(blocks, length, budget, purse.pay(name, budget));
    long[] found = QuantileSearch.search(counter, length.universe(), 1, rank * mostWeight);
    return grid.norm(found[0]);
  }

  /** Returns the noisy mean of clipped views. */
  double[] mean(AnchoredSum sum, double budget, String name) {
    double[] totals = maySparse ? fineTotal(sum, budget, name) : total(sum, budget, name);
    return Arrays.stream(totals).map(total -> total / rows * sum.step()).toArray();
  }

  /** Returns a total as {@link #total} does, with sum and noise in steps of a millionth. */
  private double[] fineTotal(AnchoredSum sum, double budget, String name) {
    Step step = purse.pay(name, budget);
    WideSum known = sum.either(blocks.fold(sum.ofEither(), name));
    BigInteger[] noisy = trust.wideSum(known, budget, step);
    return Arrays.stream(noisy)
        .mapToDouble(
            total -> Math.scalb(total.doubleValue(), -AnchoredSum.SPARSE_BITS) / mostWeight)
        .toArray();
  }

  /** Returns a noisy sum of integers, or noisy counts. */
  double[] total(ClippedSum<VectorBlock> sum, double budget, String name) {
    BigInteger[] noisy = trust.clippedSum(blocks, sum, budget, purse.pay(name, budget));
    return Arrays.stream(noisy).mapToDouble(total -> total.doubleValue() / mostWeight).toArray();
  }

  /** Returns noisy counts by octave. */
  ColumnOctaves octaves(OctaveCounts counts, double failure, double budget, String name) {
    double[] noisy = total(counts, budget, name);
    return new ColumnOctaves(noisy, rows, totalDeviation(counts, budget), failure);
  }

  /** Standard deviation of the noise of each coordinate of {@link #mean}. */
  double deviation(AnchoredSum sum, double budget) {
    return totalDeviation(sum, budget) * sum.step() / rows;
  }

  /** Standard deviation of the noise of each value of {@link #total}. */
  double totalDeviation(ClippedSum<?> sum, double budget) {
    return trust.clippedSumDeviation(sum, budget) / mostWeight;
  }

  /** The charges, step by step. */
  List<Charge> charges() {
    return trust.charges();
  }
}
