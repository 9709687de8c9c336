package org.privatemean.shuffle;

import java.util.ArrayList;
import java.util.List;
import org.privatemean.numeric.MonotoneSearch;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.numeric.Rounding;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Checks;
import org.privatemean.privacy.Conversions;
import org.privatemean.refusal.ParamException;

/**
 * The noise of the parts of a shuffle mean: searches for the medians and for a clipping norm, then
 * one sum of vectors. The variance of the privacy loss is divided as rho is in the central model.
 *
 * @param rho cost in zCDP of Gaussian noise of the same variances, all parts together
 * @param medianDummies mean number of the dummies of each count of the medians, 0 if there is none
 * @param normDummies mean number of the dummies of each count of the norm, 0 if there is none
 * @param sumVariance variance of the Skellam noise of each coordinate of the sum, in grid units
 */
record ShuffleNoise(double rho, double medianDummies, double normDummies, double sumVariance) {
  /** Share of the medians. */
  static final double MEDIANS = 0.25;

  static final double NORM = 0.1875;

  static final double SUM = 0.5625;

  /**
   * The queries of a shuffle mean.
   *
   * @param dimension number of coordinates of the medians and of the sum, at least 1
   * @param levels number of counts of each coordinate's median, 0 for no medians
   * @param medianCells true if each of these is a choice of one of several cells, not of a side of
   *     a threshold
   * @param normLevels number of counts of the search for the norm, 0 for none
   * @param normCells the same for these
   * @param l2Sensitivity of the sum, in units of its grid, finite and at least 1
   */
  record Queries(
      int dimension,
      int levels,
      boolean medianCells,
      int normLevels,
      boolean normCells,
      double l2Sensitivity) {
    Queries {
      if (dimension < 1 || levels < 0 || normLevels < 0) {
        throw new IllegalArgumentException(
            "dimension must be at least 1, levels and normLevels at least 0. Provided values: "
                + dimension
                + ", "
                + levels
                + ", "
                + normLevels);
      }
      boolean inRange = l2Sensitivity >= 1 && l2Sensitivity < Double.POSITIVE_INFINITY;
      Checks.argument("l2Sensitivity", inRange, "finite and at least 1", l2Sensitivity);
    }

    /** Creates queries whose counts are all of thresholds. */
    Queries(int dimension, int levels, int normLevels, double l2Sensitivity) {
      this(dimension, levels, false, normLevels, false, l2Sensitivity);
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
    double medians = queries.levels() == 0 ? 0 : MEDIANS;
    double norm = queries.normLevels() == 0 ? 0 : NORM;
    double part = rho / (medians + norm + SUM);
    double square = queries.l2Sensitivity() * queries.l2Sensitivity();
    double changes = changes(queries.levels(), queries.medianCells());
    double medianDummies = dummies(queries.dimension() * changes, medians * part);
    checkDimension(queries.dimension(), medianDummies);
    return new ShuffleNoise(
        rho,
        medianDummies,
        dummies(changes(queries.normLevels(), queries.normCells()), norm * part),
        square / (2 * SUM * part));
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

  /** A user who is replaced leaves one cell and enters another. */
  private static double changes(int counts, boolean cells) {
    return cells ? 2.0 * counts : counts;
  }

  private static double dummies(double counts, double rho) {
    return counts == 0 ? 0 : Math.max(1, counts / (2 * rho));
  }

  private double deltaUp(Queries queries, double epsilon) {
    List<DummyCounts> counts = new ArrayList<>();
    if (queries.levels() > 0) {
      counts.add(medians(queries));
    }
    if (queries.normLevels() > 0) {
      counts.add(norm(queries));
    }
    return ShuffleGrant.deltaUp(counts, List.of(sum(queries)), epsilon);
  }

  DummyCounts medians(Queries queries) {
    return DummyCounts.create(
        queries.dimension(), queries.levels(), queries.medianCells(), medianDummies);
  }

  DummyCounts norm(Queries queries) {
    return DummyCounts.create(1, queries.normLevels(), queries.normCells(), normDummies);
  }

  SkellamMechanism sum(Queries queries) {
    return SkellamMechanism.forVector(queries.dimension(), queries.l2Sensitivity(), sumVariance);
  }
}
