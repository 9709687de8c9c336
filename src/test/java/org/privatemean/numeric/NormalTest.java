package org.privatemean.numeric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NormalTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0.5",
    "1, 0.8413447460685429",
    "-1, 0.15865525393145705",
    "1.959963984540054, 0.975",
    "-3, 0.0013498980316300945",
    "-5, 2.866515718791939e-7",
    "-8, 6.220960574271784e-16"
  })
  void cdf_knownValues_agree(double z, double expected) {
    assertEquals(expected, Normal.cdf(z), 1e-14 + 1e-12 * expected);
  }

  @Test
  void quantile_ofCdf_isTheIdentity() {
    for (double z = -6; z <= 4; z += 0.1) {
      assertEquals(z, Normal.quantile(Normal.cdf(z)), 1e-9);
    }
  }

  /** Where the series changes from one form to the other both must agree. */
  @Test
  void arc_bothForms_agreeWithASumOverManyPeriods() {
    for (double sigma = 0.05; sigma < 4; sigma *= 1.3) {
      for (double mean = -3; mean <= 3; mean += 0.37) {
        double sum = 0;
        for (int b = -200; b <= 200; b++) {
          double start = 0.3 + 2.0 * b;
          sum += Normal.cdf((start + 0.7 - mean) / sigma) - Normal.cdf((start - mean) / sigma);
        }
        assertEquals(sum, Normal.arc(mean, sigma, 0.3, 0.7, 2), 1e-12);
      }
    }
  }
}
