package org.privatemean.mean;

import java.util.Arrays;

/** Noisy or expected counts of the rows around a norm; in one dimension, of both sides in turn. */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record TailHistogram(double safe, double[] edges, double[] values, double deviation) {
  public static final int PER_OCTAVE = 3;
  private static final int BELOW = 6;
  private static final int ABOVE = 6;

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

  public int sides() {
    return values.length / edges.length;
  }

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
