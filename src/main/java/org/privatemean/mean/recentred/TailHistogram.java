package org.privatemean.mean.recentred;

import java.util.Arrays;

/**
 * Counts of the rows in cells around a norm, noisy or expected.
 *
 * @param safe the norm that they are counted around: that of step 4, or a larger one
 * @param edges lower edges of the cells, ascending
 * @param values one per cell; in one dimension those of the negative side follow
 * @param deviation standard deviation of the noise of each
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record TailHistogram(double safe, double[] edges, double[] values, double deviation) {
  /** Number of cells per octave. */
  public static final int PER_OCTAVE = 3;

  /** Number of octaves below and above the norm. */
  private static final int BELOW = 6;

  private static final int ABOVE = 6;

  /** The lower edges of the cells around a norm: {@code safe 2^(k/3)}. */
  public static double[] edges(double safe) {
    double[] edges = new double[PER_OCTAVE * (BELOW + ABOVE)];
    for (int k = 0; k < edges.length; k++) {
      int above = k - PER_OCTAVE * BELOW;
      double part = (double) Math.floorMod(above, PER_OCTAVE) / PER_OCTAVE;
      int octave = Math.floorDiv(above, PER_OCTAVE);
      edges[k] = safe * Math.scalb(StrictMath.pow(2, part), octave);
    }
    return edges;
  }

  /** Number of sides: two in one dimension, else one. */
  public int sides() {
    return values.length / edges.length;
  }

  /** The counts of one side. */
  public double[] side(int side) {
    return Arrays.copyOfRange(values, side * edges.length, (side + 1) * edges.length);
  }

  /** True if more rows are beyond the last edge than noise would show. */
  public boolean showsFarRows() {
    double beyond = 0;
    for (int side = 1; side <= sides(); side++) {
      beyond += values[side * edges.length - 1];
    }
    return beyond > RecentredPlan.FAR_HEARD * deviation * Math.sqrt(sides());
  }
}
