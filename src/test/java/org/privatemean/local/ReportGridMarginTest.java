package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.privatemean.Promise;
import org.privatemean.noise.BitSource;

/** The constants of the proof of what finite precision leaves of a report's guarantee. */
@Promise("what finite precision may cost a report, term by term")
class ReportGridMarginTest {
  private static final MathContext DIGITS = new MathContext(60);

  private static BigDecimal exact(double x) {
    return new BigDecimal(x);
  }

  /** The program's U of some draws, as UnitSampler has it, for a vector of the sphere. */
  private static double[] computed(ReportLaw law, UnitDirection v, double w, double[] g) {
    double product = v.dot(g);
    double along;
    double side;
    if (law == ReportLaw.GAUSSIAN) {
      along = w - v.share() * product;
      side = 1;
    } else {
      side = Math.sqrt(w * (2 - w) / v.squaresAcross(g, product));
      along = 1 - w - side * v.share() * product;
    }
    double scaled = along * v.factor();
    double[] u = new double[g.length];
    for (int j = 0; j < u.length; j++) {
      u[j] = scaled * v.coordinates()[j] + side * g[j];
    }
    return u;
  }

  /** The same in 60 digits, of the unit vector itself. */
  private static BigDecimal[] ideal(ReportLaw law, double[] vector, double w, double[] g) {
    BigDecimal squares = BigDecimal.ZERO;
    for (double x : vector) {
      squares = squares.add(exact(x).multiply(exact(x), DIGITS), DIGITS);
    }
    BigDecimal norm = squares.sqrt(DIGITS);
    BigDecimal product = BigDecimal.ZERO;
    BigDecimal all = BigDecimal.ZERO;
    for (int j = 0; j < g.length; j++) {
      BigDecimal v = exact(vector[j]).divide(norm, DIGITS);
      product = product.add(v.multiply(exact(g[j]), DIGITS), DIGITS);
      all = all.add(exact(g[j]).multiply(exact(g[j]), DIGITS), DIGITS);
    }
    BigDecimal side = BigDecimal.ONE;
    BigDecimal level = exact(w);
    if (law == ReportLaw.SPHERE) {
      BigDecimal across = all.subtract(product.multiply(product, DIGITS), DIGITS);
      BigDecimal depth = exact(w).multiply(BigDecimal.valueOf(2).subtract(exact(w)), DIGITS);
      side = depth.divide(across, DIGITS).sqrt(DIGITS);
      level = BigDecimal.ONE.subtract(exact(w));
    }
    BigDecimal along = level.subtract(side.multiply(product, DIGITS), DIGITS);
    BigDecimal[] u = new BigDecimal[g.length];
    for (int j = 0; j < u.length; j++) {
      BigDecimal v = exact(vector[j]).divide(norm, DIGITS);
      u[j] = along.multiply(v, DIGITS).add(side.multiply(exact(g[j]), DIGITS), DIGITS);
    }
    return u;
  }

  @ParameterizedTest
  @CsvSource({"SPHERE, 3", "SPHERE, 8", "SPHERE, 64", "SPHERE, 700", "GAUSSIAN, 2", "GAUSSIAN, 64"})
  void arithmeticError_ofDraws_isAboveTheErrorInSixtyDigits(ReportLaw law, int dimension) {
    BitSource bits = Reports.stream(81);
    double deviations = law == ReportLaw.SPHERE ? Math.sqrt(dimension) : 1;
    double most = 0;
    for (int i = 0; i < (dimension > 100 ? 5 : 60); i++) {
      double[] vector = new double[dimension];
      double[] g = new double[dimension];
      Ziggurat.fillNormal(vector, 0, dimension, bits, new long[512]);
      Ziggurat.fillNormal(g, 0, dimension, bits, new long[512]);
      if (i % 3 == 0) {
        // Nearly all of the vector in one coordinate.
        vector[0] = 1e4;
      }
      double level = Ziggurat.normal(bits) / deviations;
      double w = law == ReportLaw.SPHERE ? 1 - Math.max(-0.99, Math.min(0.99, level)) : level;
      double[] u = computed(law, InputDomain.SPHERE.direction(vector, 1), w, g);
      BigDecimal[] exact = ideal(law, vector, w, g);
      double sum = 0;
      for (int j = 0; j < dimension; j++) {
        sum += Math.abs(exact(u[j]).subtract(exact[j]).doubleValue());
      }
      most = Math.max(most, sum * deviations);
    }
    double bound = arithmeticError(dimension);
    assertTrue(most <= bound, most + " above " + bound);
    // The draws' own half cells, which both have here, take a part of the bound.
    assertTrue(most + dimension * 0x1p-51 * 2 <= bound);
    // It is of the size of the roundings of the draws, without those that cancel.
    assertTrue(most > dimension * 0x1p-54, most + " of " + bound);
  }

  /** V of the proof, 8 p / t times the greatest density, adds less than a two-hundredth. */
  @ParameterizedTest
  @EnumSource(ReportLaw.class)
  void lattice_ofRoundingPlaces_catchesNoMoreThanItsShare(ReportLaw law) {
    for (int dimension : new int[] {3, 4, 8, 64, 1000, 100_000}) {
      for (double epsilon : new double[] {0.1, 1, 4, 8}) {
        Threshold threshold = Threshold.optimal(law, dimension, epsilon);
        double step = ReportGrid.create(threshold, dimension).step();
        double density = law == ReportLaw.SPHERE ? Math.sqrt(dimension / (2 * Math.PI)) : 0.4;
        double variation = 8 * (1 - threshold.miss()) / threshold.tail() * density;
        assertTrue(step * 0x1p-16 * variation < 1.0 / 200, dimension + " " + epsilon);
      }
    }
    // The greatest density of a coordinate is Gamma(d / 2) / (sqrt(pi) Gamma((d - 1) / 2)).
    double ofThree = 0.5;
    double ofFour = 2 / Math.PI;
    assertTrue(ofThree <= Math.sqrt(3 / (2 * Math.PI)) && ofFour <= Math.sqrt(4 / (2 * Math.PI)));
  }

  /** How often a coordinate lies near a place where rounding changes, counted. */
  @ParameterizedTest
  @CsvSource({"3, 1", "8, 4", "64, 8"})
  void rounding_nearItsPlaces_isAsLikelyAsTheirShareOfTheLine(int dimension, double epsilon) {
    Threshold threshold = Threshold.optimal(ReportLaw.SPHERE, dimension, epsilon);
    double step = ReportGrid.create(threshold, dimension).step();
    // As near as a coarse grid can show: 0.01 of the distance of two places.
    double near = 0.01 * step * 0x1p-16;
    double[] vector = new double[dimension];
    vector[0] = 1;
    UnitDirection v = InputDomain.SPHERE.direction(vector, 1);
    BitSource bits = Reports.stream(82);
    org.privatemean.local.CapSampler cap = org.privatemean.local.CapSampler.create(threshold);
    int n = 200_000;
    int caught = 0;
    for (int i = 0; i < n; i++) {
      double[] g = new double[dimension];
      Ziggurat.fillNormal(g, 0, dimension, bits, new long[512]);
      double x = computed(ReportLaw.SPHERE, v, cap.draw(bits), g)[0];
      double places = x / (step * 0x1p-16) - 0.5;
      caught += Math.abs(places - Math.rint(places)) * step * 0x1p-16 < near ? 1 : 0;
    }
    assertEquals(0.02, caught / (double) n, 5.1 * Math.sqrt(0.02 / n));
  }

  /** The figures of the page. */
  @ParameterizedTest
  @CsvSource({"2, 1, -28", "8, 1, -27", "64, 1, -24", "1024, 1, -17", "8, 8, -27"})
  void deltaUp_usualReports_isBelowThePowerStated(int dimension, double epsilon, int power) {
    for (ReportLaw law : ReportLaw.values()) {
      Threshold threshold = Threshold.optimal(law, dimension + 1, epsilon);
      ReportGrid grid = ReportGrid.create(threshold, dimension);
      assertTrue(deltaUp(grid, threshold) < Math.scalb(1.0, power), "" + deltaUp(grid, threshold));
      ReportGrid coarse = ReportGrid.shortest(threshold, dimension);
      assertTrue(deltaUp(coarse, threshold) < deltaUp(grid, threshold));
    }
  }

  /** The grid of 10 bits: a thousandth of the variance, a smaller delta. */
  @ParameterizedTest
  @CsvSource({"64, 1, 10", "100, 1, 10", "400, 4, 10", "2, 16, 14"})
  void shortest_anyThreshold_addsAThousandthAtMost(int dimension, double epsilon, int bits) {
    Threshold threshold = Threshold.optimal(ReportLaw.SPHERE, dimension, epsilon);
    ReportGrid grid = ReportGrid.shortest(threshold, dimension);
    double added = Math.pow(grid.step() / (2 * threshold.gamma()), 2);
    assertTrue(added <= threshold.coordinateVariance() / 1024 || grid.limit() == 32767);
    assertTrue(2 * grid.limit() + 1 < 1 << bits, "limit " + grid.limit());
    if (dimension >= 64 && epsilon <= 8) {
      assertTrue(
          deltaUp(ReportGrid.create(threshold, dimension), threshold)
              > 4 * deltaUp(grid, threshold));
    }
  }

  @Test
  void deltaUp_largeEpsilon_isNotStated() {
    Threshold threshold = Threshold.optimal(ReportLaw.SPHERE, 9, 8.5);
    ReportGrid grid = ReportGrid.create(threshold, 8);
    assertThrows(IllegalArgumentException.class, () -> deltaUp(grid, threshold));
  }

  /**
   * The delta of a report, rounded up: {@code 2^-50 d (3 d + 64) / s + (1 + e^epsilon) (d + 64)
   * 2^-50} for unit vectors of d coordinates and a step of s standard deviations.
   */
  private static double deltaUp(ReportGrid grid, Threshold threshold) {
    if (threshold.epsilon() > 8) {
      throw new IllegalArgumentException(
          "the claim is for epsilon up to 8. Provided value: " + threshold.epsilon());
    }
    double d = threshold.dimension();
    double step = grid.step();
    double deviations = threshold.law() == ReportLaw.SPHERE ? step * Math.sqrt(d) : step;
    double rounding = 4 * arithmeticError(threshold.dimension()) / deviations;
    double decisions = (1 + StrictMath.exp(threshold.epsilon())) * (d + 64) * 0x1p-50;
    return (rounding + decisions) * (1 + 0x1p-40);
  }

  /** The total error of the coordinates of U, in standard deviations: e of the proof. */
  private static double arithmeticError(int dimension) {
    return dimension * (3.0 * dimension + 64) * 0x1p-52;
  }
}
