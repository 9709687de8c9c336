package org.privatemean.mean;

import org.privatemean.mean.PrivateQueries.NoisyValues;
import org.privatemean.mean.RecentredPlan.Spread;

/** Charged questions about all rows around a centre: clipping norm, effect of clipping, and sum. */
interface CentredQueries {
  Frame frame();

  /** The norm of step 4: the number of rows beyond it is about the number that noise may hide. */
  double safe();

  double rank();

  boolean isReached();

  /** A norm below another one with a given share of the rows within it. */
  double tighter(double norm);

  /** The mean of the parts that a tighter norm takes off the rows clipped to another one. */
  NoisyValues between(double tight, double norm, double budget);

  /** The mean of {@code min(max(|v| - C, 0), C)} at the norm C of step 4: one value. */
  NoisyValues excess(double budget);

  /** The noisy mean of clipped rows; where rows are read again, the frame may have moved. */
  NoisyValues sum(Frame moved, double norm, double budget);

  /** Weights of the last steps, and the spread of the rows in these. */
  record CentreAndScales(CoordinateWeights weights, Spread spread) {}

  interface CentredQuerySource {
    /** Counts of all rows by octave around the present centre, for some columns. */
    ColumnOctaves[] octaves(int[] columns, double failure, double budget, String name);

    /** Returns the queries of the last steps: finishes the centre, asks for the norm of step 4. */
    CentredQueries last(CentreAndScales choice);
  }
}
