package org.privatemean.bench.coverage;

import java.util.SplittableRandom;

/**
 * A line of the table: rows of one kind.
 *
 * @param law of the coordinates
 * @param dimension number of coordinates d
 * @param rows number of rows n
 * @param units whether coordinates are multiplied by 10^-3 to 10^3
 */
record Line(Law law, int dimension, int rows, boolean units) {
  /** 0/1 columns of fewer ones may be missed, if the fit says so. */
  private static final double ONES_SEEN = 50;

  private static final double DECADES = 6;

  /** Names the line in tables, and its stream of random numbers. */
  String words() {
    return String.format(
        "%s, d = %d, n = %d%s", law.label(), dimension, rows, units ? ", units" : "");
  }

  /** Whether all rows are equal: a one-hot row of one coordinate. */
  boolean isConstant() {
    return law == Law.ONE_HOT && dimension == 1;
  }

  /** Whether fits may say that they cover the noise only. */
  boolean mayMissOnes() {
    return law.shape() == Law.Shape.BINARY && law.rarest(dimension) * rows < ONES_SEEN;
  }

  /** The rows of one fit: the same for the same seed, whichever other lines are run. */
  double[][] draw(long stream) {
    double[][] data = law.draw(rows, dimension, new SplittableRandom(stream));
    if (units) {
      for (double[] row : data) {
        for (int j = 0; j < dimension; j++) {
          row[j] *= unit(j);
        }
      }
    }
    return data;
  }

  private double unit(int coordinate) {
    double place = dimension == 1 ? 1 : (double) coordinate / (dimension - 1);
    return Math.pow(10, DECADES * (place - 0.5));
  }
}
