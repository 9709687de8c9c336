package org.privatemean.mean.clipped;

import java.util.function.UnaryOperator;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.ledger.BudgetExceededException;
import org.privatemean.query.TrustModel;
import org.privatemean.release.Release;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;
import org.privatemean.rows.Blocks;
import org.privatemean.rows.Rows;

/**
 * The clipped mean (CM) of Huang, Liang and Yi (2021), sections 3.1 and 3.2: the mean of the rows,
 * clipped around zero to a private norm.
 *
 * <p><b>Privacy guarantee</b> (central model): the release is rho-zCDP, with rho the budget of the
 * {@link MeanSpec} (Theorem 3.4), for the {@link PrivacyUnit} that it names. It consists of {@link
 * ClippingSteps}; the lattice maps each row separately, and the norm is released, so the charges
 * add up by adaptive composition (Lemma 2.2).
 */
public final class ClippedMean {
  private ClippedMean() {}

  /**
   * Releases the mean of the rows; the ledger is charged exactly the spec's budget.
   *
   * @throws IllegalArgumentException if the request is for another method or exact sums could
   *     overflow; from public values, before any row is read
   * @throws BudgetExceededException if the ledger has less left than the budget
   */
  public static Release release(MeanSpec spec, Rows rows, TrustModel trust) {
    return ClippingSteps.release(Method.CLIPPED, spec, rows, trust, ClippedMean::aroundZero);
  }

  private static Release aroundZero(ClippingSteps steps, Rows rows) {
    MeanPlan plan = steps.plan();
    LatticeEncoder encoder =
        new LatticeEncoder(
            plan.geometry().lattice(), null, (double) plan.geometry().coordinateBound());
    try (Blocks<LatticeBlock> blocks = rows.prepare(encoder)) {
      return steps.releaseAround(
          blocks, new long[plan.geometry().columns()], UnaryOperator.identity());
    }
  }

  /**
   * Forecasts a release on Gaussian rows, before anything is spent.
   *
   * @throws IllegalArgumentException if the request is for another method or exact sums could
   *     overflow
   */
  public static Release forecast(MeanSpec spec, long rows, int dimension, double spread) {
    return ClippingSteps.forecast(Method.CLIPPED, spec, rows, dimension, spread);
  }
}
