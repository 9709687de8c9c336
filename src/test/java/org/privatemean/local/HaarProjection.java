package org.privatemean.local;

import org.privatemean.noise.BitSource;

/** The rows of a uniformly random rotation: normal vectors, orthonormalised in sequence. */
final class HaarProjection implements SharedProjection {

  /** Sums are rounded to this part of a step of the grid. */
  static final double UNIT = 0x1p-16;

  private final double[][] rows;

  private HaarProjection(double[][] rows) {
    this.rows = rows;
  }

  /** Draws {@code size} rows of {@code dimension} coordinates, at most that number. */
  static HaarProjection draw(int size, int dimension, BitSource bits) {
    double[][] rows = new double[size][dimension];
    for (int i = 0; i < size; i++) {
      Ziggurat.fillNormal(rows[i], 0, dimension, bits, new long[512]);
      // Twice is enough (Kahan and Parlett): the first pass leaves components of the size of
      // rounding.
      removeComponents(rows, i);
      removeComponents(rows, i);
      rows[i] = UnitDirection.alongOrFirst(rows[i]).toArray(dimension);
    }
    return new HaarProjection(rows);
  }

  private static void removeComponents(double[][] rows, int last) {
    double[] row = rows[last];
    for (int i = 0; i < last; i++) {
      double component = dot(rows[i], row);
      for (int j = 0; j < row.length; j++) {
        row[j] -= component * rows[i][j];
      }
    }
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += a[j] * b[j];
    }
    return sum;
  }

  @Override
  public double[] project(double[] v) {
    double[] projected = new double[rows.length];
    for (int i = 0; i < rows.length; i++) {
      projected[i] = dot(rows[i], v);
    }
    return projected;
  }

  @Override
  public void addBack(short[] y, long[] totals) {
    double[] sums = new double[totals.length];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < sums.length; j++) {
        sums[j] += y[i] * rows[i][j];
      }
    }
    for (int j = 0; j < sums.length; j++) {
      totals[j] += (long) Math.rint(sums[j] / UNIT);
    }
  }
}
