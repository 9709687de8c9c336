package org.privatemean.mean.clipped;

import org.privatemean.geometry.RandomRotation;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.BudgetExceededException;
import org.privatemean.query.QuantileSearch;
import org.privatemean.query.RangeCounter;
import org.privatemean.query.Step;
import org.privatemean.query.TrustModel;
import org.privatemean.query.Universe;
import org.privatemean.query.fold.Coordinates;
import org.privatemean.query.fold.LatticeBlock;
import org.privatemean.query.fold.LatticeEncoder;
import org.privatemean.release.Release;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.Rows;

/**
 * The shifted clipped mean (Shifted-CM) of Huang, Liang and Yi (2021), section 3.3: rotate, centre,
 * threshold, average. Rows are rotated at random and clipped around the private medians of their
 * coordinates, so that the error depends on the distance between rows, not on their distance to
 * zero. With the bounds of section 3.4 it estimates the mean of the distribution of the rows.
 *
 * <p><b>Privacy guarantee</b> (central model): the release is rho-zCDP, with rho the budget of the
 * {@link MeanSpec} (Theorem 3.6), for the {@link PrivacyUnit} that it names. It consists of the
 * medians of all D coordinates, which are L levels of one vector of D counts each ({@link
 * PrivacyUnit#squaredSensitivityOfCounts}), charged to the ledger before their noise is drawn, and
 * of the steps that {@link ClippingSteps} states. The lattice and the rotation map each row
 * separately and cost no budget. The centre and the norm that later steps use are released values,
 * so the charges add up by adaptive composition of zCDP (Lemma 2.2).
 */
public final class ShiftedClippedMean {
  private ShiftedClippedMean() {}

  /**
   * Releases the mean of the rows.
   *
   * @param spec the request, of {@link Method#SHIFTED_CLIPPED}
   * @param rows the private rows
   * @param trust the primitives; its ledger must have the spec's budget left
   * @return the release, whose charges are those of the trust model
   * @throws IllegalArgumentException if the request is for another method or exact sums could
   *     overflow; from public values, before any row is read
   * @throws BudgetExceededException if the ledger has less left than the spec's budget; before any
   *     row is read, except that rows are counted if their number is public
   */
  public static Release release(MeanSpec spec, Rows rows, TrustModel trust) {
    return ClippingSteps.release(
        Method.SHIFTED_CLIPPED, spec, rows, trust, ShiftedClippedMean::aroundMedians);
  }

  private static Release aroundMedians(ClippingSteps steps, Rows rows) {
    MeanPlan plan = steps.plan();
    RandomRotation rotation =
        RandomRotation.draw(plan.lattice().dimension(), steps.trust().publicBits());
    LatticeEncoder encoder =
        new LatticeEncoder(plan.lattice(), rotation, (double) plan.coordinateBound());
    try (Blocks<LatticeBlock> blocks = rows.prepare(encoder)) {
      long[] centre = medians(plan, blocks, steps.trust());
      return steps.releaseAround(blocks, centre, rotation::inverse);
    }
  }

  /** Private medians of the rotated coordinates. */
  private static long[] medians(MeanPlan plan, Blocks<LatticeBlock> blocks, TrustModel trust) {
    Universe universe = plan.medianUniverse();
    RangeCounter counter =
        trust.rangeCounter(
            blocks, new Coordinates(plan.columns(), universe), plan.rhoMedians(), Step.MEDIANS);
    return QuantileSearch.search(counter, universe, plan.columns(), plan.medianRank());
  }

  /**
   * Forecasts a release on Gaussian rows, before anything is spent.
   *
   * @param spec the request, of {@link Method#SHIFTED_CLIPPED}
   * @param rows number of rows, at least 0
   * @param dimension number of coordinates, at least 1
   * @param spread root mean square distance of the rows to their mean, in data units, positive
   * @throws IllegalArgumentException if the request is for another method or exact sums could
   *     overflow
   */
  public static Release forecast(MeanSpec spec, long rows, int dimension, double spread) {
    return ClippingSteps.forecast(Method.SHIFTED_CLIPPED, spec, rows, dimension, spread);
  }
}
