package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.local.ChoiceQuestion.Digit;

class ThresholdDecoderTest {

  /** Fed with the exact law of the digits: no noise of any kind. */
  private static ThresholdDecoder exact(int low, int levels, double mean, double sigma) {
    double[][] laws = new double[levels][];
    for (int i = 0; i < laws.length; i++) {
      laws[i] = new Digit(low + i, RandomizedResponse.withAnswers(4, 1)).law(mean, sigma);
    }
    return new ThresholdDecoder(low, laws, new double[levels]);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 1.5, 1.99})
  void mean_noNoise_isWithinTwoSigma(double sigma) {
    SplittableRandom random = new SplittableRandom(81);
    for (int i = 0; i < 1000; i++) {
      double mean = 1024 * (2 * random.nextDouble() - 1);
      assertEquals(mean, exact(0, 11, mean, sigma).mean(), 2 * sigma, "mean " + mean);
    }
  }

  @Test
  void mean_noNoiseAtEdgesOfCells_isWithinTwoSigma() {
    for (int level = 0; level <= 6; level++) {
      for (int c = -(64 >> level); c <= 64 >> level; c++) {
        for (double off : new double[] {-1e-9, 0, 1e-9}) {
          double mean = Math.max(-64, Math.min(64, Math.scalb((double) c, level) + off));
          assertEquals(mean, exact(0, 7, mean, 1).mean(), 2, "mean " + mean);
        }
      }
    }
  }

  @Test
  void psi_formula_isThatOfHoeffding() {
    // (eps + 4) / (eps sqrt 2) sqrt(ln(8 L / beta) / k).
    assertEquals(
        5 / Math.sqrt(2) * Math.sqrt(Math.log(8 * 13 / 0.05) / 1000),
        ThresholdDecoder.psi(1, 1000, 13, 0.05),
        1e-12);
  }
}
