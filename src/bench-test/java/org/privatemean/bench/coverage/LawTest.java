package org.privatemean.bench.coverage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LawTest {
  private static final int ROWS = 20_000;

  /** Six standard errors: a false alarm in 5e8 draws; Pareto 3 has no third moment, so 8. */
  @ParameterizedTest
  @CsvSource({
    "NORMAL, 10, 1",
    "UNIFORM, 0.5, 0.288675",
    "EXPONENTIAL, 1, 1",
    "LOGNORMAL_06, 1.197217, 0.788030",
    "LOGNORMAL_1, 1.648721, 2.161197",
    "PARETO_3, 1.5, 0.866025",
    "BINARY, 0.01, 0.099499",
    "SPARSE, 0.05, 0.312250"
  })
  void draw_columns_haveTheLawsMean(Law law, double mean, double deviation) {
    double[][] rows = law.draw(ROWS, 2, new SplittableRandom(3));
    double allowed = (law == Law.PARETO_3 ? 8 : 6) * deviation / Math.sqrt(ROWS);
    for (int j = 0; j < 2; j++) {
      int column = j;
      double found = Arrays.stream(rows).mapToDouble(row -> row[column]).average().orElseThrow();
      assertEquals(mean, found, allowed, law.label());
    }
  }

  @Test
  void draw_oneHot_hasASingleOneByZipf() {
    double[][] rows = Law.ONE_HOT.draw(ROWS, 3, new SplittableRandom(3));
    double[] ones = new double[3];
    for (double[] row : rows) {
      assertEquals(1, Arrays.stream(row).sum());
      for (int j = 0; j < 3; j++) {
        ones[j] += row[j];
      }
    }
    for (int j = 0; j < 3; j++) {
      double p = 6 / 11.0 / (j + 1);
      assertEquals(p, ones[j] / ROWS, 6 * Math.sqrt(p * (1 - p) / ROWS));
    }
  }

  @Test
  void line_fewOnes_mayBeMissed() {
    assertTrue(new Line(Law.BINARY, 1, 2000, false).mayMissOnes());
    assertFalse(new Line(Law.BINARY, 1, 20_000, false).mayMissOnes());
    assertTrue(new Line(Law.ONE_HOT, 128, 20_000, false).mayMissOnes());
    assertFalse(new Line(Law.ONE_HOT, 3, 2000, false).mayMissOnes());
    assertFalse(new Line(Law.SPARSE, 128, 2000, false).mayMissOnes());
  }

  @Test
  void draw_units_multiplyTheSameRows() {
    double[][] plain = new Line(Law.UNIFORM, 3, 5, false).draw(9);
    double[][] scaled = new Line(Law.UNIFORM, 3, 5, true).draw(9);
    assertEquals(plain[4][0] / 1000, scaled[4][0], 1e-15);
    assertEquals(plain[4][1], scaled[4][1], 1e-15);
    assertEquals(plain[4][2] * 1000, scaled[4][2], 1e-9);
  }
}
