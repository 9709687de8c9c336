package org.privatemean.mean.clipped;

import java.math.BigInteger;
import org.privatemean.geometry.RandomRotation;
import org.privatemean.privacy.ledger.BudgetExceededException;
import org.privatemean.query.ClippedSum;
import org.privatemean.query.QuantileSearch;
import org.privatemean.query.RangeCounter;
import org.privatemean.query.RowCount;
import org.privatemean.query.Step;
import org.privatemean.query.ThresholdGrid;
import org.privatemean.query.TrustModel;
import org.privatemean.query.Universe;
import org.privatemean.query.block.CentredNorm;
import org.privatemean.query.block.Coordinates;
import org.privatemean.query.block.LatticeBlock;
import org.privatemean.query.block.LatticeEncoder;
import org.privatemean.query.block.ShiftedSum;
import org.privatemean.release.Estimate;
import org.privatemean.release.Noise;
import org.privatemean.release.Release;
import org.privatemean.request.MeanSpec;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.Rows;

/**
 * The clipped mean (CM) and the shifted clipped mean (Shifted-CM) of Huang, Liang and Yi (2021),
 * sections 3.1 to 3.4, over any trust model.
 *
 * <p><b>Privacy guarantee</b> (central model): the release is rho-zCDP, rho the budget of the
 * {@link MeanSpec} (Theorems 3.4 and 3.6), under the neighbours that it names. It consists of
 *
 * <ul>
 *   <li>the medians of all D coordinates (Shifted-CM only): L levels, each one vector of D counts
 *       of l2 sensitivity {@code sqrt(D)};
 *   <li>the clipping norm: a search of counts of sensitivity 1 (unless it is given);
 *   <li>the sum of the vectors clipped to it: l2 sensitivity {@code 2C}, or C where a row is added
 *       or removed ({@link ClippedSum});
 *   <li>where rows are added or removed, the number of rows, first of all ({@link RowCount});
 * </ul>
 *
 * each charged to the ledger before its noise is drawn. The lattice and the rotation act on each
 * row by itself and cost nothing; the centre and the norm that later steps use are released values,
 * so adaptive composition of zCDP adds the charges up (Lemma 2.2).
 */
public final class ClippedMean {
  private final MeanPlan plan;
  private final TrustModel trust;
  private final RandomRotation rotation;

  private ClippedMean(MeanPlan plan, TrustModel trust) {
    this.plan = plan;
    this.trust = trust;
    this.rotation =
        plan.spec().method().shifts()
            ? RandomRotation.draw(plan.lattice().dimension(), trust.publicBits())
            : null;
  }

  /**
   * Releases the mean of the rows.
   *
   * @param spec what is asked for
   * @param rows the private rows
   * @param trust the primitives; its ledger must have the spec's budget left
   * @return the release, whose charges are those of the trust model
   * @throws IllegalArgumentException from public values, before any row is read, if exact sums
   *     could overflow
   * @throws BudgetExceededException before any row is read, if the ledger has less left than the
   *     spec's budget
   */
  public static Release release(MeanSpec spec, Rows rows, TrustModel trust) {
    long count = RowCount.of(spec, rows, trust, Step.COUNT);
    MeanPlan plan = MeanPlan.of(spec, count, rows.dimension());
    if (plan.isTooSmall()) {
      Estimate zero = Estimate.of(new double[rows.dimension()], count);
      return plan.release(zero, plan.outlook().zeroReport()).charged(trust.charges());
    }
    return new ClippedMean(plan, trust).release(rows);
  }

  private Release release(Rows rows) {
    LatticeEncoder encoder =
        new LatticeEncoder(plan.lattice(), rotation, (double) plan.coordinateBound());
    try (Blocks<LatticeBlock> blocks = rows.prepare(encoder)) {
      long[] centre = centre(blocks);
      long norm = plan.searchesNorm() ? threshold(blocks, centre) : plan.givenNorm();
      double rho = Math.min(plan.rhoAverage(), trust.remainingRho());
      ShiftedSum sum = new ShiftedSum(centre, norm, plan.spec().neighbours());
      BigInteger[] noisy = trust.clippedSum(blocks, sum, rho, Step.AVERAGE);
      Noise noise = plan.outlook().report(norm, trust.clippedSumDeviation(sum, rho), length(noisy));
      return plan.release(
              Estimate.of(average(centre, noisy), plan.rows()), noise.clippedTo(norm * plan.unit()))
          .charged(trust.charges());
    }
  }

  /** Private medians of the rotated coordinates; zero for the clipped mean. */
  private long[] centre(Blocks<LatticeBlock> blocks) {
    if (rotation == null) {
      return new long[plan.columns()];
    }
    Universe universe = plan.medianUniverse();
    RangeCounter counter =
        trust.rangeCounter(
            blocks, new Coordinates(plan.columns(), universe), plan.rhoMedians(), Step.MEDIANS);
    return QuantileSearch.search(counter, universe, plan.columns(), plan.medianRank());
  }

  /** The private clipping norm, in lattice steps. */
  private long threshold(Blocks<LatticeBlock> blocks, long[] centre) {
    ThresholdGrid grid = plan.thresholdGrid();
    RangeCounter counter =
        trust.rangeCounter(
            blocks, new CentredNorm(centre, grid), plan.rhoThreshold(), Step.THRESHOLD);
    long[] cell = QuantileSearch.search(counter, grid.universe(), 1, plan.thresholdRank());
    return grid.norm(cell[0]);
  }

  /** Norm of the mean of the clipped vectors, in steps of the space where they are clipped. */
  private double length(BigInteger[] sum) {
    double squares = 0;
    for (BigInteger coordinate : sum) {
      double mean = coordinate.doubleValue() / plan.rows();
      squares += mean * mean;
    }
    return Math.sqrt(squares);
  }

  private double[] average(long[] centre, BigInteger[] sum) {
    double[] mean = new double[sum.length];
    for (int j = 0; j < mean.length; j++) {
      mean[j] = (sum[j].doubleValue() / plan.rows() + centre[j]) * plan.lattice().step();
    }
    return rotation == null ? mean : rotation.inverse(mean);
  }
}
