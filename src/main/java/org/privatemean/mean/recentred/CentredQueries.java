package org.privatemean.mean.recentred;

import java.util.Optional;
import org.privatemean.mean.recentred.plan.ColumnOctaves;
import org.privatemean.mean.recentred.plan.RecentredPlan.Spread;
import org.privatemean.query.block.RowView;

/**
 * All rows around a centre, as the last steps ask about them: their clipping norm, what clipping
 * takes off, and the clipped sum. What is asked is paid for.
 */
interface CentredQueries {
  /** How the rows are seen. */
  Frame frame();

  /** The norm of step 4: the number of rows beyond it is about what noise may hide. */
  double safe();

  /** The rank that it was searched for. */
  double rank();

  /** True if the search for it came to its end. */
  boolean isReached();

  /** A norm below another one that keeps a given share of the rows whole. */
  double tighter(double norm);

  /** The mean of what a tighter norm takes off the rows clipped to another one. */
  Look between(double tight, double norm, double budget);

  /** The mean of {@code min(max(|v| - C, 0), C)} at the norm C of step 4: one value. */
  Look excess(double budget);

  /** The mean of the clipped rows. */
  Look sum(double norm, double budget);

  /** The same rows in another frame. */
  CentredQueries withTransform(Frame moved);

  /**
   * The transform of rows in the last steps.
   *
   * @param centre what is subtracted, in data units; released
   * @param weights what coordinates are multiplied by then; released or public
   * @param radius the median norm to expect of what comes out
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Frame(double[] centre, CoordinateWeights weights, double radius) {
    RowView view() {
      return weights.view(centre);
    }
  }

  /**
   * A noisy mean.
   *
   * @param mean the values
   * @param deviation standard deviation of the noise of each
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Look(double[] mean, double deviation) {}

  /**
   * The centre and the scales of the last steps.
   *
   * @param weights what coordinates are multiplied by
   * @param spread of the rows around the locator's centre, in these
   * @param sight around that centre, where it was asked for already
   */
  record CentreAndScales(
      CoordinateWeights weights, Spread spread, Optional<CentredQueries> sight) {}

  /** A source of centred queries. */
  interface CentredQuerySource {
    /** Returns whether the steps before see all rows too, or a sample of them. */
    boolean seesAllRows();

    /**
     * Counts of all rows by octave, of some columns.
     *
     * @param columns which, ascending; released
     * @param failure probability that noise is taken for rows in any octave
     */
    ColumnOctaves octaves(
        double[] centre, int[] columns, double failure, double budget, String name);

    /** Around a centre that was found: asks for the norm of step 4. */
    CentredQueries of(CentreSearch.Found found, CoordinateWeights weights, Spread spread);

    /** The sight of the last steps, its centre finished (step 3). */
    CentredQueries last(CentreAndScales choice);
  }
}
