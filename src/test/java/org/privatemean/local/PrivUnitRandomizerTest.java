package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;
import org.privatemean.local.UnitBall.UnitSampler;
import org.privatemean.noise.BitSource;

@Promise("PrivUnit differs by epsilon between opposed vectors, and has its error")
class PrivUnitRandomizerTest {

  private static final int REPORTS = 100_000;

  /** The mean squared error of single reports of one vector. */
  private static double squaredError(PrivUnitParameters parameters, double[] vector, int reports) {
    PrivUnitRandomizer randomizer = PrivUnitRandomizer.create(parameters);
    double unit = Reports.unit(parameters);
    BitSource bits = Reports.stream(51);
    double sum = 0;
    for (int i = 0; i < reports; i++) {
      double[] estimate = Reports.decoded(randomizer.randomize(vector, bits), parameters, unit);
      sum += Reports.squaredDistance(estimate, vector);
    }
    return sum / reports;
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "3, 4", "16, 1", "16, 8", "64, 0.5", "64, 4"})
  void randomize_unitVector_errsByOneOverGammaSquaredMinusOne(int dimension, double epsilon) {
    PrivUnitParameters parameters = PrivUnitParameters.onSphere(dimension, 1, epsilon);
    double gamma = parameters.threshold().gamma();
    double error = squaredError(parameters, Reports.vector(dimension, 1), REPORTS);
    assertEquals(1, error / (1 / (gamma * gamma) - 1), 0.01);
    assertEquals(1, parameters.squaredError() / (1 / (gamma * gamma) - 1), 1e-4);
    // The same comparison tells an epsilon that is 3 % larger.
    double other =
        CapOracle.squaredError(Threshold.optimal(ReportLaw.SPHERE, dimension, 1.03 * epsilon));
    assertTrue(Math.abs(error / other - 1) > 0.01);
  }

  @ParameterizedTest
  @CsvSource({"3, 1", "16, 4", "64, 0.5"})
  void randomize_normalLaw_errsByDimensionOverGammaSquared(int dimension, double epsilon) {
    PrivUnitParameters parameters =
        PrivUnitParameters.onSphere(dimension, 1, epsilon).withLaw(ReportLaw.GAUSSIAN);
    double gamma = parameters.threshold().gamma();
    double error = squaredError(parameters, Reports.vector(dimension, 1), REPORTS);
    assertEquals(1, error / (dimension / (gamma * gamma)), 0.01);
    double other =
        CapOracle.squaredError(Threshold.optimal(ReportLaw.GAUSSIAN, dimension, 1.03 * epsilon));
    assertTrue(Math.abs(error / other - 1) > 0.01);
  }

  /** The lift makes the error of every vector in the ball the same. */
  @ParameterizedTest
  @CsvSource({"SPHERE, 8, 1", "SPHERE, 1, 2", "SPHERE, 2, 4", "GAUSSIAN, 8, 1"})
  void randomize_vectorInTheBall_errsTheSameForAnyNorm(
      ReportLaw law, int dimension, double epsilon) {
    double bound = 5;
    PrivUnitParameters parameters =
        PrivUnitParameters.inBall(dimension, bound, epsilon).withLaw(law);
    double gamma = Threshold.optimal(law, dimension + 1, epsilon).gamma();
    double expected =
        law == ReportLaw.SPHERE
            ? bound * bound * dimension * (1 / (gamma * gamma) - 1) / (dimension + 1)
            : bound * bound * dimension / (gamma * gamma);
    for (double norm : new double[] {0, bound / 2, bound}) {
      double error = squaredError(parameters, Reports.vector(dimension, norm), REPORTS);
      assertEquals(1, error / expected, 0.01);
    }
    assertEquals(1, parameters.squaredError() / expected, 1e-4);
  }

  /**
   * Whether every coordinate's mean, every variance and every covariance agree with an unbiased
   * report of this variance times the identity.
   */
  private static boolean isIsotropic(
      UnitSampler sampler, double[] v, double step, double scale, double variance) {
    int d = v.length;
    Fit.Mean[] means = new Fit.Mean[d];
    Fit.Mean[][] products = new Fit.Mean[d][d];
    BitSource bits = Reports.stream(52);
    for (int i = 0; i < 2 * REPORTS; i++) {
      short[] draw = sampler.draw(UnitDirection.along(v, 1), d, bits);
      for (int j = 0; j < d; j++) {
        double error = draw[j] * step * scale - v[j];
        means[j] = i == 0 ? new Fit.Mean() : means[j];
        means[j].add(error);
        for (int k = 0; k <= j; k++) {
          products[j][k] = i == 0 ? new Fit.Mean() : products[j][k];
          products[j][k].add(error * (draw[k] * step * scale - v[k]));
        }
      }
    }
    boolean agrees = true;
    for (int j = 0; j < d; j++) {
      agrees &= means[j].agrees(0);
      for (int k = 0; k <= j; k++) {
        agrees &= products[j][k].agrees(j == k ? variance : 0);
      }
    }
    return agrees;
  }

  private static boolean isIsotropic(Threshold drawn, double gamma, double variance) {
    UnitSampler sampler = new UnitSampler(drawn, ReportGrid.create(drawn, drawn.dimension()));
    double step = ReportGrid.create(drawn, drawn.dimension()).step();
    double[] v = Reports.vector(drawn.dimension(), 1);
    return isIsotropic(sampler, v, step, 1 / gamma, variance);
  }

  @ParameterizedTest
  @CsvSource({
    "SPHERE, 2, 1",
    "SPHERE, 3, 1",
    "SPHERE, 5, 0.5",
    "SPHERE, 5, 4",
    "SPHERE, 12, 2",
    "GAUSSIAN, 5, 1",
    "GAUSSIAN, 5, 6"
  })
  void randomize_manyReports_areUnbiasedWithIsotropicCovariance(
      ReportLaw law, int dimension, double epsilon) {
    Threshold best = Threshold.optimal(law, dimension, epsilon);
    assertTrue(isIsotropic(best, best.gamma(), best.coordinateVariance()));
    // A bias along v of 20 standard errors, and a variance 3 % off, are seen.
    double off = 1 + 20 * Math.sqrt(best.coordinateVariance() / (2 * REPORTS));
    assertFalse(isIsotropic(best, off * best.gamma(), best.coordinateVariance() / (off * off)));
    assertFalse(isIsotropic(best, best.gamma(), 1.03 * best.coordinateVariance()));
  }

  /** Only the optimal threshold has that covariance: another has a variance of its own along v. */
  @Test
  void randomize_thresholdNotOptimal_isUnbiasedButNotIsotropic() {
    CapOracle oracle = new CapOracle(ReportLaw.SPHERE, 5);
    double gamma = 0.4 * Threshold.optimal(ReportLaw.SPHERE, 5, 4).gamma();
    double mean = oracle.mean(gamma, 4);
    double variance = (1 / (mean * mean) - 1) / 5;
    assertFalse(isIsotropic(oracle.at(gamma, 4), mean, variance));
  }

  /**
   * Likelihood ratios of a report's first digit: both inputs, all outputs, exact up to counting.
   */
  @Test
  void randomize_twoOpposedVectors_differByEpsilonOnTheCap() {
    double epsilon = 2;
    PrivUnitParameters parameters = PrivUnitParameters.onSphere(2, 1, epsilon);
    PrivUnitRandomizer randomizer = PrivUnitRandomizer.create(parameters);
    double edge =
        parameters.threshold().gamma() / ReportGrid.create(parameters.threshold(), 2).step();
    long[] inCap = new long[2];
    for (int side = 0; side < 2; side++) {
      BitSource bits = Reports.stream(54 + side);
      double[] vector = {side == 0 ? 1 : -1, 0};
      for (int i = 0; i < 4 * REPORTS; i++) {
        inCap[side] += randomizer.randomize(vector, bits).coordinate(0) >= edge ? 1 : 0;
      }
    }
    double loss = Math.log((double) inCap[0] / inCap[1]);
    double standardError = Math.sqrt(1.0 / inCap[0] + 1.0 / inCap[1]);
    assertEquals(epsilon, loss, Fit.SIGMAS * standardError + 0.002);
    assertTrue(standardError < 0.01);
  }

  @Test
  void randomize_longerVector_isClipped() {
    PrivUnitParameters parameters = PrivUnitParameters.inBall(4, 2, 700);
    PrivUnitRandomizer randomizer = PrivUnitRandomizer.create(parameters);
    double unit = Reports.unit(parameters);
    for (double norm : new double[] {2, 2.0000001, 7, 1e200, Double.MAX_VALUE}) {
      double[] estimate =
          Reports.decoded(
              randomizer.randomize(Reports.vector(4, norm), Reports.stream(55)), parameters, unit);
      assertArrayEquals(Reports.vector(4, 2), estimate, 2 * unit);
    }
    double[] huge = {1.7e308, -1.7e308, 1.7e308, 1.7e308};
    double[] expected = {1, -1, 1, 1};
    assertArrayEquals(
        expected,
        Reports.decoded(randomizer.randomize(huge, Reports.stream(55)), parameters, unit),
        2 * unit);
    double[] tiny = {Double.MIN_VALUE, 0, 0, 0};
    assertArrayEquals(
        new double[4],
        Reports.decoded(randomizer.randomize(tiny, Reports.stream(55)), parameters, unit),
        2 * unit);
  }

  @Test
  void randomize_onSphere_scalesToTheBound() {
    PrivUnitParameters parameters = PrivUnitParameters.onSphere(4, 3, 700);
    PrivUnitRandomizer randomizer = PrivUnitRandomizer.create(parameters);
    double unit = Reports.unit(parameters);
    for (double norm : new double[] {1e-320, 1e-9, 3, 1e300}) {
      double[] direction = {0, norm, 0, 0};
      double[] expected = {0, 3, 0, 0};
      assertArrayEquals(
          expected,
          Reports.decoded(randomizer.randomize(direction, Reports.stream(56)), parameters, unit),
          2 * unit);
    }
  }

  @Test
  void randomize_wrongVector_isRefused() {
    PrivUnitRandomizer ball = PrivUnitRandomizer.create(PrivUnitParameters.inBall(2, 1, 1));
    PrivUnitRandomizer sphere = PrivUnitRandomizer.create(PrivUnitParameters.onSphere(2, 1, 1));
    BitSource bits = Reports.stream(0);
    for (double bad :
        new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
      IllegalArgumentException refusal =
          assertThrows(
              IllegalArgumentException.class, () -> ball.randomize(new double[] {0, bad}, bits));
      assertEquals("vector must hold finite numbers only", refusal.getMessage());
    }
    assertThrows(IllegalArgumentException.class, () -> ball.randomize(new double[3], bits));
    assertThrows(IllegalArgumentException.class, () -> sphere.randomize(new double[2], bits));
    assertEquals(2, ball.randomize(new double[2], bits).dimension());
  }

  @Test
  void randomize_inputArray_isNotChanged() {
    double[] vector = {3, -4};
    PrivUnitRandomizer.create(PrivUnitParameters.inBall(2, 1, 1))
        .randomize(vector, Reports.stream(1));
    assertArrayEquals(new double[] {3, -4}, vector);
  }

  /** The same bits give the same report in every version and on every machine. */
  /** Around where the bits of a report are no longer read at once, and in several chunks. */
  @ParameterizedTest
  @ValueSource(ints = {408, 409, 410, 411, 512, 513, 2050})
  void randomize_anyNumberOfChunks_errsAsStated(int dimension) {
    for (ReportLaw law : ReportLaw.values()) {
      PrivUnitParameters parameters = PrivUnitParameters.inBall(dimension, 1, 3).withLaw(law);
      PrivUnitRandomizer randomizer = PrivUnitRandomizer.create(parameters);
      double[] vector = Reports.vector(dimension, 0.7);
      double unit =
          ReportGrid.create(parameters.threshold(), parameters.dimension()).step()
              / parameters.threshold().gamma();
      BitSource bits = Reports.stream(59);
      Fit.Mean errors = new Fit.Mean();
      for (int i = 0; i < 300; i++) {
        PrivUnitReport report = randomizer.randomize(vector, bits);
        double square = 0;
        for (int j = 0; j < dimension; j++) {
          square += Math.pow(unit * report.coordinate(j) - vector[j], 2);
        }
        errors.add(square);
      }
      // The dither of the grid adds less than a millionth.
      assertTrue(errors.agrees(parameters.squaredError()), law + ": " + errors.value());
      assertFalse(errors.agrees(1.03 * parameters.squaredError()));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SPHERE, 4, 0.5, 010195838bc0000000040c03c40405c3f311",
    "SPHERE, 4, 6, 0101c73db7c400000004de45f0c40c46e114",
    "GAUSSIAN, 4, 0.5, 010186abb2b300000004fabe022af9a8f5e6",
    "GAUSSIAN, 4, 6, 0101d4158eb700000004fa0701650bf1f128"
  })
  void randomize_fixedBits_isFixed(ReportLaw law, int dimension, double epsilon, String hex) {
    PrivUnitParameters parameters = PrivUnitParameters.inBall(dimension, 2, epsilon).withLaw(law);
    PrivUnitRandomizer randomizer = PrivUnitRandomizer.create(parameters);
    double[] vector = Reports.vector(dimension, 1);
    PrivUnitReport report = randomizer.randomize(vector, Reports.stream(57));
    assertEquals(report, randomizer.randomize(vector, Reports.stream(57)));
    assertNotEquals(report, randomizer.randomize(vector, Reports.stream(58)));
    assertEquals(hex, java.util.HexFormat.of().formatHex(report.toBytes()));
  }
}
