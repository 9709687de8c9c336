package org.privatemean.mean.clipped;

import org.privatemean.geometry.RandomRotation;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.BudgetExceededException;
import org.privatemean.query.QuantileSearch;
import org.privatemean.query.RangeCounter;
import org.privatemean.query.Step;
import org.privatemean.query.TrustModel;
import org.privatemean.query.Universe;
import org.privatemean.release.Release;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.Rows;

/**
 * The shifted clipped mean (Shifted-CM) of Huang, Liang and Yi (2021), section 3.3: rows are
 * rotated at random and clipped around the private medians of their coordinates.
 *
 * <p><b>Privacy guarantee</b> (central model): the release is rho-zCDP, with rho the budget of the
 * {@link MeanSpec} (Theorem 3.6), for the {@link PrivacyUnit} that it names. It consists of the
 * medians of all D coordinates, L levels of one vector of D counts each ({@link
 * PrivacyUnit#squaredSensitivityOfCounts}), and of {@link ClippingSteps}. Lattice and rotation map
 * each row separately; centre and norm are released, so the charges add up by adaptive composition
 * (Lemma 2.2).
 */
public final class ShiftedClippedMean {
  private ShiftedClippedMean() {}

  /**
   * Releases the mean of the rows; the ledger is charged exactly the spec's budget.
   *
   * @throws IllegalArgumentException if the request is for another method or exact sums could
   *     overflow; from public values, before any row is read
   * @throws BudgetExceededException if the ledger has less left than the budget
   */
  public static Release release(MeanSpec spec, Rows rows, TrustModel trust) {
    return ClippingSteps.release(
        Method.SHIFTED_CLIPPED, spec, rows, trust, ShiftedClippedMean::aroundMedians);
  }

  private static Release aroundMedians(ClippingSteps steps, Rows rows) {
    MeanPlan plan = steps.plan();
    RandomRotation rotation =
        RandomRotation.draw(plan.geometry().lattice().dimension(), steps.trust().publicBits());
    LatticeEncoder encoder =
        new LatticeEncoder(
            plan.geometry().lattice(), rotation, (double) plan.geometry().coordinateBound());
    try (Blocks<LatticeBlock> blocks = rows.prepare(encoder)) {
      long[] centre = medians(plan, blocks, steps.trust());
      return steps.releaseAround(blocks, centre, rotation::inverse);
    }
  }

  /** Private medians of the rotated coordinates. */
  private static long[] medians(MeanPlan plan, Blocks<LatticeBlock> blocks, TrustModel trust) {
    Universe universe = plan.geometry().medianUniverse();
    RangeCounter counter =
        trust.rangeCounter(
            blocks,
            new Coordinates(plan.geometry().columns(), universe),
            plan.rhoMedians(),
            Step.MEDIANS);
    return QuantileSearch.search(
        counter, universe, plan.geometry().columns(), plan.outlook().medianRank());
  }

  /**
   * Forecasts a release on Gaussian rows, before anything is spent.
   *
   * @throws IllegalArgumentException if the request is for another method or exact sums could
   *     overflow
   */
  public static Release forecast(MeanSpec spec, long rows, int dimension, double spread) {
    return ClippingSteps.forecast(Method.SHIFTED_CLIPPED, spec, rows, dimension, spread);
  }
}
