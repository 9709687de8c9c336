package org.privatemean.mean;

import java.util.function.DoubleUnaryOperator;
import org.privatemean.numeric.Normal;

/** The distances of a column's values to its centre, except 0, ascending, and the share of each. */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record ColumnLaw(double[] distances, double[] shares, double deviation) {
  private static final int FINENESS = 16;

  /** Log2 of the largest distance of continuous distributions, and of 1 over the smallest. */
  private static final int OCTAVES = 64;

  /** Returns the normal distribution of mean 0 and deviation 1. */
  static ColumnLaw normal() {
    return continuous(x -> 2 * Normal.upperTail(x), 1);
  }

  /** Returns the distribution of exponentials of normal values of mean 0, around their mean. */
  static ColumnLaw logNormal(double sigma) {
    double mean = Math.exp(sigma * sigma / 2);
    DoubleUnaryOperator above =
        x -> {
          double below = x < mean ? Normal.upperTail(-Math.log(mean - x) / sigma) : 0;
          return Normal.upperTail(Math.log(mean + x) / sigma) + below;
        };
    return continuous(above, mean * Math.sqrt(Math.expm1(sigma * sigma)));
  }

  /** Returns the distribution of 1 in a share of the rows, else 0, around 0 or the mean. */
  static ColumnLaw flag(double share) {
    double deviation = Math.sqrt(share * (1 - share));
    return share < 0.5
        ? new ColumnLaw(new double[] {1}, new double[] {share}, deviation)
        : new ColumnLaw(
            new double[] {1 - share, share}, new double[] {share, 1 - share}, deviation);
  }

  private static ColumnLaw continuous(DoubleUnaryOperator above, double deviation) {
    double[] distances = new double[2 * OCTAVES * FINENESS];
    double[] shares = new double[distances.length];
    for (int k = 0; k < distances.length; k++) {
      double octave = (double) k / FINENESS - OCTAVES;
      double low = OctaveCounts.EDGE * StrictMath.pow(2, octave);
      double high = OctaveCounts.EDGE * StrictMath.pow(2, octave + 1.0 / FINENESS);
      distances[k] = Math.sqrt(low * high);
      shares[k] = Math.max(0, above.applyAsDouble(low) - above.applyAsDouble(high));
    }
    return new ColumnLaw(distances, shares, deviation);
  }

  /** Share of the rows by the octave of their distance, from {@link OctaveCounts#LOWEST} up. */
  double[] octaves() {
    double[] octaves = new double[OctaveCounts.CELLS];
    for (int k = 0; k < distances.length; k++) {
      octaves[Math.getExponent(distances[k] / OctaveCounts.EDGE) - OctaveCounts.LOWEST] +=
          shares[k];
    }
    return octaves;
  }

  /** The mean of a function of the distances that is 0 at 0. */
  double mean(DoubleUnaryOperator function) {
    double mean = 0;
    for (int k = 0; k < distances.length; k++) {
      mean += shares[k] * function.applyAsDouble(distances[k]);
    }
    return mean;
  }
}
