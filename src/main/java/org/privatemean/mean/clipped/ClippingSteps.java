package org.privatemean.mean.clipped;

import java.math.BigInteger;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.ZcdpGrant;
import org.privatemean.query.ClippedSum;
import org.privatemean.query.NormGrid;
import org.privatemean.query.QuantileSearch;
import org.privatemean.query.RangeCounter;
import org.privatemean.query.RowCount;
import org.privatemean.query.Step;
import org.privatemean.query.TrustModel;
import org.privatemean.release.Estimate;
import org.privatemean.release.Noise;
import org.privatemean.release.Release;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.Rows;

/**
 * The steps that the clipped and the shifted clipped mean share: the number of rows, the zero
 * vector if there are too few, and the steps threshold and average around a centre.
 *
 * <p><b>Privacy guarantee.</b> These steps are part of {@link ClippedMean} and {@link
 * ShiftedClippedMean}. The clipping norm is a search of counts (unless it is given). The sum of the
 * vectors clipped to it follows ({@link ClippedSum}). If the number of rows is private, it is
 * released before both ({@link RowCount}). The sensitivity of each step is that of the request's
 * {@link PrivacyUnit}. Each step is charged to the ledger before its noise is drawn.
 */
final class ClippingSteps {
  private final MeanPlan plan;
  private final TrustModel trust;
  private final ZcdpGrant grant;

  private ClippingSteps(MeanPlan plan, TrustModel trust, ZcdpGrant grant) {
    this.plan = plan;
    this.trust = trust;
    this.grant = grant;
  }

  /**
   * Asks for the number of rows, and releases the mean if there are enough of them.
   *
   * @throws IllegalArgumentException if the request is for another method or exact sums could
   *     overflow; before anything is charged or read, if they could with one row, or if the number
   *     of rows is public and {@link Rows#dropsRows}
   */
  static Release release(
      Method method,
      MeanSpec spec,
      Rows rows,
      TrustModel trust,
      BiFunction<ClippingSteps, Rows, Release> mean) {
    check(method, spec);
    RowCount rowCount = spec.rowCount();
    rowCount.checkPublic(rows);
    LongFunction<MeanPlan> planned = n -> MeanPlan.create(spec, n, rows.dimension());
    Optional<MeanPlan> ofPublicCount = rowCount.ifPublic(rows).map(planned::apply);
    if (ofPublicCount.isEmpty()) {
      // What is refused for one row is refused for any number, which then need not be paid for.
      MeanPlan unused = planned.apply(1);
    }
    try (ZcdpGrant grant = trust.open(spec.name(), spec.rho(), spec.unit())) {
      MeanPlan plan = ofPublicCount.orElseGet(() -> planned.apply(rowCount.ask(rows, trust)));
      if (plan.isTooSmall()) {
        Estimate zero = Estimate.of(new double[rows.dimension()], plan.rows());
        return plan.release(zero, plan.outlook().zeroReport()).charged(trust.charges());
      }
      return mean.apply(new ClippingSteps(plan, trust, grant), rows);
    }
  }

  /** Forecasts such a release on Gaussian rows. */
  static Release forecast(Method method, MeanSpec spec, long rows, int dimension, double spread) {
    check(method, spec);
    return MeanPlan.create(spec, rows, dimension).forecast(spread);
  }

  private static void check(Method method, MeanSpec spec) {
    if (spec.method() != method) {
      throw new IllegalArgumentException(
          String.format(
              "the request must be one of method %s. Provided: %s",
              method.label(), spec.method().label()));
    }
  }

  MeanPlan plan() {
    return plan;
  }

  TrustModel trust() {
    return trust;
  }

  /** Releases the mean of the rows, clipped around a centre. */
  Release releaseAround(
      Blocks<LatticeBlock> blocks, long[] centre, UnaryOperator<double[]> decode) {
    long norm =
        plan.geometry().searchesNorm() ? threshold(blocks, centre) : plan.geometry().givenNorm();
    double rho = Math.min(plan.rhoAverage(), grant.remaining());
    ShiftedSum sum = new ShiftedSum(centre, norm);
    BigInteger[] noisy = trust.clippedSum(blocks, sum, rho, Step.AVERAGE);
    Estimate estimate = Estimate.of(decode.apply(average(centre, noisy)), plan.rows());
    Noise noise = plan.outlook().report(norm, trust.clippedSumDeviation(sum, rho), length(noisy));
    return plan.release(estimate, noise.clippedTo(norm * plan.geometry().unit()))
        .charged(trust.charges());
  }

  /** The private clipping norm, in lattice steps. */
  private long threshold(Blocks<LatticeBlock> blocks, long[] centre) {
    NormGrid grid = plan.geometry().thresholdGrid();
    RangeCounter counter =
        trust.rangeCounter(
            blocks, new CentredNorm(centre, grid), plan.rhoThreshold(), Step.THRESHOLD);
    long[] cell =
        QuantileSearch.search(counter, grid.universe(), 1, plan.outlook().thresholdRank());
    return grid.wholeNorm(cell[0]);
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
      mean[j] = (sum[j].doubleValue() / plan.rows() + centre[j]) * plan.geometry().lattice().step();
    }
    return mean;
  }
}
