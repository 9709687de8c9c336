package org.privatemean.release;

import java.util.Arrays;

/** A value for each coordinate, of which a single one is kept where all are the same. */
final class Each {
  private Each() {}

  static double[] of(double[] values, int dimension) {
    if (values.length == dimension) {
      return values.clone();
    }
    double[] same = new double[dimension];
    Arrays.fill(same, values[0]);
    return same;
  }
}
