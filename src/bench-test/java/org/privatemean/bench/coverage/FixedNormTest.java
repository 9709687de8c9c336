package org.privatemean.bench.coverage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class FixedNormTest {
  private static final double RHO = 0.5;

  /** Clips every row by itself. */
  private static double square(double[][] rows, double clip) {
    int n = rows.length;
    int d = rows[0].length;
    double[] bias = new double[d];
    double[] medians = new double[d];
    for (int j = 0; j < d; j++) {
      int column = j;
      double[] sorted = Arrays.stream(rows).mapToDouble(row -> row[column]).sorted().toArray();
      medians[j] = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    }
    for (double[] row : rows) {
      double norm = 0;
      for (int j = 0; j < d; j++) {
        norm += Math.pow(row[j] - medians[j], 2);
      }
      double cut = Math.max(0, 1 - clip / Math.sqrt(norm));
      for (int j = 0; j < d; j++) {
        bias[j] += cut * (row[j] - medians[j]) / n;
      }
    }
    return Arrays.stream(bias).map(b -> b * b).sum() + d * Math.pow(2 * clip / n, 2) / (2 * RHO);
  }

  @Test
  void squares_skewedRows_areThoseOfClippingRowByRow() {
    double[][] rows = Law.LOGNORMAL_1.draw(301, 3, new SplittableRandom(5));
    double[] squares = FixedNorm.squares(rows, RHO);
    assertEquals(641, squares.length);
    for (int k = -60; k <= 60; k++) {
      double expected = square(rows, Math.pow(2, k / 8.0));
      assertEquals(expected, squares[k + 320], 1e-9 * expected, "k = " + k);
    }
    double best = Arrays.stream(squares).min().orElseThrow();
    assertTrue(best < squares[320 - 60] && best < squares[320 + 60], "best " + best);
  }

  @Test
  void squares_equalRows_areNoiseAlone() {
    double[][] rows = new double[10][];
    Arrays.fill(rows, new double[] {7, 7});
    double[] squares = FixedNorm.squares(rows, RHO);
    assertEquals(2 * 4 / 100.0, squares[320], 1e-15);
  }
}
