package org.privatemean.mean.recentred;

import java.util.Optional;
import org.privatemean.mean.recentred.RecentredPlan.Spread;
import org.privatemean.query.fold.CentredTransform;

/**
 * The questions of the last steps about all rows around a centre: their clipping norm, the effect
 * of clipping, and the clipped sum. Each question is charged.
 */
interface CentredQueries {
  /** The centred and weighted rows. */
  Frame frame();

  /** The norm of step 4: the number of rows beyond it is about the number that noise may hide. */
  double safe();

  /** The rank that the search for this norm used. */
  double rank();

  /** True if the search for this norm was completed. */
  boolean isReached();

  /** A norm below another one with a given share of the rows within it. */
  double tighter(double norm);

  /** The mean of the parts that a tighter norm takes off the rows clipped to another one. */
  Look between(double tight, double norm, double budget);

  /** The mean of {@code min(max(|v| - C, 0), C)} at the norm C of step 4: one value. */
  Look excess(double budget);

  /** The mean of the clipped rows. */
  Look sum(double norm, double budget);

  /** The same rows in another frame. */
  CentredQueries withTransform(Frame moved);

  /**
   * The centre and weights of the rows in the last steps.
   *
   * @param centre subtracted from the rows, in data units; released
   * @param weights multiplied with the coordinates after that; released or public
   * @param radius expected median norm of the result
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Frame(double[] centre, CoordinateWeights weights, double radius) {
    CentredTransform view() {
      return weights.view(centre);
    }
  }

  /** A noisy mean, and the standard deviation of the noise of each value. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Look(double[] mean, double deviation) {}

  /**
   * The values that the last steps use.
   *
   * @param weights factors of the coordinates
   * @param spread spread of the rows around the locator's centre, in these weights
   * @param sight queries around that centre; empty if it was not asked yet
   */
  record CentreAndScales(CoordinateWeights weights, Spread spread, Optional<CentredQueries> sight) {
    /** Creates values around whose centre no queries were asked yet. */
    CentreAndScales(CoordinateWeights weights, Spread spread) {
      this(weights, spread, Optional.empty());
    }
  }

  /** Creates queries around centres. */
  interface CentredQuerySource {
    /** True if the earlier steps see all rows too, and not a sample of them. */
    boolean seesAllRows();

    /** Counts of all rows by octave, for some columns. */
    ColumnOctaves octaves(
        double[] centre, int[] columns, double failure, double budget, String name);

    /** Returns queries around a centre that was found; asks for the norm of step 4. */
    CentredQueries of(CentreSearch.Found found, CoordinateWeights weights, Spread spread);

    /** Returns the queries of the last steps, with the centre finished (step 3). */
    CentredQueries last(CentreAndScales choice);
  }
}
