package org.privatemean.shuffle;

import java.util.List;
import org.privatemean.numeric.MonotoneSearch;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.numeric.Rounding;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Checks;
import org.privatemean.privacy.Conversions;
import org.privatemean.refusal.ParamException;
import org.privatemean.shuffle.SearchGrids.RoundSplit;

/**
 * The noise of the parts of a shuffle mean: searches for the medians and for a clipping norm, then
 * one sum of vectors. The variance of the privacy loss is divided as rho is in the central model.
 *
 * @param rho cost in zCDP of Gaussian noise of the same variances, all parts together
 * @param medianDummies mean number of the dummies of each count of the medians
 * @param normDummies mean number of the dummies of each count of the norm
 * @param sumVariance variance of the Skellam noise of each coordinate of the sum, in grid units
 */
record ShuffleNoise(double rho, double medianDummies, double normDummies, double sumVariance) {
  static final double MEDIANS = 0.25;
  static final double NORM = 0.1875;
  static final double SUM = 0.5625;

  /**
   * The queries of a shuffle mean.
   *
   * @param l2Sensitivity of the sum, in units of its grid, finite and at least 1
   */
  record Queries(int dimension, RoundSplit split, double l2Sensitivity) {
    Queries {
      Checks.argument("dimension", dimension >= 1, "at least 1", dimension);
      boolean inRange = l2Sensitivity >= 1 && l2Sensitivity < Double.POSITIVE_INFINITY;
      Checks.argument("l2Sensitivity", inRange, "finite and at least 1", l2Sensitivity);
    }
  }

  /**
   * Returns the least noise, to a factor of about 1.001, for which charges of {@link #medians},
   * {@link #norm}, {@link #sum}, in this order, and {@code secrecyDelta} fit into the budget.
   */
  static ShuffleNoise calibrate(ApproxDp budget, double secrecyDelta, Queries queries) {
    Checks.argument(
        "secrecyDelta",
        secrecyDelta >= 0 && secrecyDelta < budget.delta(),
        "at least 0 and below the budget's delta = " + budget.delta(),
        secrecyDelta);
    double rho =
        MonotoneSearch.largestWithin(
            Conversions.rhoDown(budget).rho(),
            budget.delta(),
            r ->
                Rounding.sumUp(
                    create(r, queries).deltaUp(queries, budget.epsilon()), secrecyDelta));
    return create(rho, queries);
  }

  private static ShuffleNoise create(double rho, Queries queries) {
    double square = queries.l2Sensitivity() * queries.l2Sensitivity();
    double changes = (double) queries.dimension() * queries.split().medians().changes();
    double medianDummies = dummies(changes, MEDIANS * rho);
    checkDimension(queries.dimension(), medianDummies);
    double normDummies = dummies(queries.split().norm().changes(), NORM * rho);
    return new ShuffleNoise(rho, medianDummies, normDummies, square / (2 * SUM * rho));
  }

  /** Returns true if rho is exactly that of this noise, as {@link #calibrate} makes it. */
  boolean hasItsRho(Queries queries) {
    return rho > 0 && rho < Double.POSITIVE_INFINITY && equals(create(rho, queries));
  }

  private static void checkDimension(int dimension, double dummies) {
    if (dummies > DummyCounts.MAX_DUMMIES) {
      throw ParamException.of(
          "dimension",
          NumberFormat.format(
              "{dimension} must be at most about %.2g for this budget, by the dummies that every count"
                  + " needs, at most 1e9: use fewer coordinates or a larger budget. Provided value,"
                  + " as a power of two: %d",
              dimension * (DummyCounts.MAX_DUMMIES / dummies), dimension));
    }
  }

  private static double dummies(double counts, double rho) {
    return Math.max(1, counts / (2 * rho));
  }

  private double deltaUp(Queries queries, double epsilon) {
    List<DummyCounts> counts = List.of(medians(queries), norm(queries));
    return ShuffleGrant.deltaUp(counts, List.of(sum(queries)), epsilon);
  }

  DummyCounts medians(Queries queries) {
    return DummyCounts.create(queries.dimension(), queries.split().medians(), medianDummies);
  }

  DummyCounts norm(Queries queries) {
    return DummyCounts.create(1, queries.split().norm(), normDummies);
  }

  SkellamMechanism sum(Queries queries) {
    return SkellamMechanism.forVector(queries.dimension(), queries.l2Sensitivity(), sumVariance);
  }
}
