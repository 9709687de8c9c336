package org.privatemean.bench.coverage;

import java.util.Arrays;

/**
 * What a single clipping norm could have reached, had it been known: a sweep that sees the rows.
 * Rows are clipped around the median of each coordinate and all of the budget is spent on the sum,
 * so the error has a formula: {@code bias^2 + d (2 C)^2 / (2 rho n^2)}.
 */
final class FixedNorm {
  private static final int LOW = -320;
  private static final int HIGH = 320;
  private static final double AN_OCTAVE = 8;

  private FixedNorm() {}

  /**
   * The expected squared error for each norm {@code 2^(k/8)}, k from -320 to 320, in their order.
   */
  static double[] squares(double[][] rows, double rho) {
    int n = rows.length;
    int d = rows[0].length;
    double[][] away = lessMedians(rows);
    double[] norms = Arrays.stream(away).mapToDouble(FixedNorm::norm).toArray();
    int[][] clippedFrom = byLargestNormBelow(norms);
    double[] square = new double[HIGH - LOW + 1];
    double[] sum = new double[d];
    double[] directions = new double[d];
    for (int k = square.length - 1; k >= 0; k--) {
      for (int row : clippedFrom[k]) {
        for (int j = 0; j < d; j++) {
          sum[j] += away[row][j];
          directions[j] += away[row][j] / norms[row];
        }
      }
      double clip = norm(k);
      double bias = 0;
      for (int j = 0; j < d; j++) {
        double off = (clip * directions[j] - sum[j]) / n;
        bias += off * off;
      }
      square[k] = bias + d * (2 * clip) * (2 * clip) / (2 * rho * n * n);
    }
    return square;
  }

  private static double norm(int index) {
    return Math.pow(2, (index + LOW) / AN_OCTAVE);
  }

  /** For each norm the rows that it clips and the next larger one does not. */
  private static int[][] byLargestNormBelow(double[] norms) {
    int cells = HIGH - LOW + 1;
    int[] cell = new int[norms.length];
    int[] count = new int[cells];
    for (int i = 0; i < norms.length; i++) {
      cell[i] = largestBelow(norms[i]);
      if (cell[i] >= 0) {
        count[cell[i]]++;
      }
    }
    int[][] rows = Arrays.stream(count).mapToObj(int[]::new).toArray(int[][]::new);
    for (int i = 0; i < norms.length; i++) {
      if (cell[i] >= 0) {
        rows[cell[i]][--count[cell[i]]] = i;
      }
    }
    return rows;
  }

  /** The index of the largest norm of the sweep below a row's; -1 where there is none. */
  private static int largestBelow(double norm) {
    if (norm <= norm(0)) {
      return -1;
    }
    int index = (int) Math.floor(Math.log(norm) / Math.log(2) * AN_OCTAVE) - LOW;
    index = Math.min(Math.max(index, 0), HIGH - LOW);
    // The logarithm is rounded.
    while (index > 0 && norm(index) >= norm) {
      index--;
    }
    while (index < HIGH - LOW && norm(index + 1) < norm) {
      index++;
    }
    return index;
  }

  private static double[][] lessMedians(double[][] rows) {
    int d = rows[0].length;
    double[][] away = new double[rows.length][d];
    double[] column = new double[rows.length];
    for (int j = 0; j < d; j++) {
      for (int i = 0; i < rows.length; i++) {
        column[i] = rows[i][j];
      }
      Arrays.sort(column);
      double median = (column[(column.length - 1) / 2] + column[column.length / 2]) / 2;
      for (int i = 0; i < rows.length; i++) {
        away[i][j] = rows[i][j] - median;
      }
    }
    return away;
  }

  private static double norm(double[] row) {
    double square = 0;
    for (double x : row) {
      square += x * x;
    }
    return Math.sqrt(square);
  }
}
