package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GaussianBallRadiusTest {
  private static double[] equal(int dimension, double deviation) {
    double[] deviations = new double[dimension];
    Arrays.fill(deviations, deviation);
    return deviations;
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0.05, 0.003932140000019522",
    "1, 0.5, 0.454936423119572",
    "1, 0.95, 3.841458820694124",
    "1, 0.99, 6.6348966010212145",
    "1, 0.999999, 23.92812697687947",
    "2, 0.05, 0.10258658877510106",
    "2, 0.5, 1.386294361119891",
    "2, 0.95, 5.991464547107979",
    "2, 0.99, 9.21034037197618",
    "2, 0.999999, 27.631021115871036",
    "5, 0.05, 1.1454762260617692",
    "5, 0.5, 4.351460191095526",
    "5, 0.95, 11.070497693516351",
    "5, 0.99, 15.08627246938899",
    "5, 0.999999, 35.88818687961042",
    "16, 0.05, 7.9616455723785515",
    "16, 0.5, 15.338498885001608",
    "16, 0.95, 26.29622760486423",
    "16, 0.99, 31.999926908815176",
    "16, 0.999999, 58.32439001431418",
    "128, 0.05, 102.8674035548287",
    "128, 0.5, 127.33395414332766",
    "128, 0.95, 155.40472085148204",
    "128, 0.99, 168.13320306666492",
    "128, 0.999999, 218.90637608330198",
    "1000, 0.05, 927.594363020979",
    "1000, 0.5, 999.333412403381",
    "1000, 0.95, 1074.679448803441",
    "1000, 0.99, 1106.9689943522174",
    "1000, 0.999999, 1227.152421187278",
    "0.5, 0.05, 8.437150840525987e-06",
    "0.5, 0.5, 0.0873476047057468",
    "0.5, 0.95, 2.4202322748895257",
    "0.5, 0.99, 4.867770844394062",
    "0.5, 0.999999, 21.375635152821964",
    "1.5, 0.05, 0.033232776312490386",
    "1.5, 0.5, 0.9083339566477122",
    "1.5, 0.95, 4.980195284308651",
    "1.5, 0.99, 8.008903281127797",
    "1.5, 0.999999, 25.908042506680047",
    "2.25, 0.05, 0.15216566991369274",
    "2.25, 0.5, 1.6292929957432365",
    "2.25, 0.95, 6.4671920460725",
    "2.25, 0.99, 9.770782076733575",
    "2.25, 0.999999, 28.431207502227295",
    "37.7, 0.05, 24.640946193855672",
    "37.7, 0.5, 37.035469917410346",
    "37.7, 0.95, 53.02644503654969",
    "37.7, 0.99, 60.78159022657695",
    "37.7, 0.999999, 94.12996483747",
    "499.9, 0.05, 449.0519605475745",
    "499.9, 0.5, 499.2334916205774",
    "499.9, 0.95, 553.0216046607039",
    "499.9, 0.99, 576.3854540812588",
    "499.9, 0.999999, 664.8427075033617"
  })
  void chiSquare_degreesOfFreedom_isTheTablesQuantile(double degrees, double p, double quantile) {
    double slack = degrees > 500 ? 1e-4 : p > 0.99 ? 1e-5 : 1e-9;
    assertEquals(1, GaussianNorm.chiSquare(degrees, p) / quantile, slack);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 16, 1000})
  void radius_equalDeviations_isTheRootOfTheQuantile(int dimension) {
    for (double scale : new double[] {1e-140, 3, 1e140}) {
      double expected = scale * Math.sqrt(GaussianNorm.chiSquare(dimension, 0.95));
      assertEquals(1, GaussianNorm.radius(equal(dimension, scale), 0.95) / expected, 1e-12);
    }
  }

  /** The two formulas meet where one takes over from the other. */
  @Test
  void chiSquare_whereTheFormulaChanges_isContinuous() {
    for (double p : new double[] {0.05, 0.5, 0.95, 0.999}) {
      double below = GaussianNorm.chiSquare(500, p);
      double above = GaussianNorm.chiSquare(500.001, p);
      assertEquals(1, above / below, 1e-4);
    }
  }

  /** The law of a weighted sum of squares, simulated: the radius is its quantile, nearly. */
  @ParameterizedTest
  @CsvSource({"0.5, 0.04", "0.9, 0.01", "0.95, 0.01", "0.99, 0.01"})
  void radius_unequalDeviations_isTheQuantileOfSimulatedVectors(double confidence, double slack) {
    double[][] all = {
      {1, 0.5},
      {1, 1, 0.1, 0.1, 0.1},
      {5, 1, 1, 1, 1, 1, 1, 1, 1, 1},
      {1, 0.5, 1 / 3.0, 0.25, 0.2, 1 / 6.0, 1 / 7.0, 0.125},
      {3, 3, 3, 0, 0}
    };
    SplittableRandom random = new SplittableRandom(1);
    for (double[] deviations : all) {
      double[] squares = new double[200_000];
      for (int i = 0; i < squares.length; i++) {
        for (double s : deviations) {
          double x = s * random.nextGaussian();
          squares[i] += x * x;
        }
      }
      Arrays.sort(squares);
      // Five deviations of the simulated quantile are 0.6 percent of it where it is worst, at 0.99.
      double quantile = Math.sqrt(squares[(int) (confidence * squares.length)]);
      double ratio = GaussianNorm.radius(deviations, confidence) / quantile;
      assertEquals(1, ratio, slack, () -> "of " + Arrays.toString(deviations));
    }
  }

  @Test
  void radius_extremes_areTheExtremes() {
    assertEquals(0, GaussianNorm.radius(new double[4], 0.95));
    assertEquals(0, GaussianNorm.radius(new double[0], 0.95));
    double alone = GaussianNorm.radius(new double[] {2}, 0.95);
    assertEquals(2 * 1.959963984540054, alone, 1e-8);
    // One coordinate that is far larger than all others is the whole of it.
    double[] one = {2, 1e-9, 1e-200};
    assertEquals(alone, GaussianNorm.radius(one, 0.95), 1e-8);
    assertTrue(GaussianNorm.radius(one, 0.999999) < Double.POSITIVE_INFINITY);
  }

  @Test
  void radius_moreConfidenceOrNoise_isLarger() {
    double[] deviations = {1, 2, 3};
    double last = 0;
    for (double g = 0.01; g < 1; g += 0.01) {
      double radius = GaussianNorm.radius(deviations, g);
      assertTrue(radius > last, "at " + g);
      last = radius;
    }
    assertTrue(
        GaussianNorm.radius(deviations, 0.95) < GaussianNorm.radius(new double[] {1, 2, 4}, 0.95));
  }
}
