package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.noise.BitSource;

class ProjUnitRandomizerTest {

  private static final ProjUnitParameters SMALL = ProjUnitParameters.inBall(10, 4, 2, 1);

  /** Components of single decoded reports along the vector, and their squared errors. */
  private record Outcome(Fit.Mean along, Fit.Mean across, Fit.Mean error) {

    static Outcome of(ProjUnitParameters parameters, double[] vector, int reports) {
      ProjUnitRandomizer randomizer = ProjUnitRandomizer.create(parameters);
      Threshold threshold = parameters.threshold();
      double step = ReportGrid.create(threshold, parameters.size()).step();
      double factor = threshold.gamma() * parameters.meanNorm();
      double unit = parameters.bound() * step * SharedProjection.unit(parameters) / factor;
      double[] orthogonal = new double[vector.length];
      orthogonal[0] = vector[1];
      orthogonal[1] = -vector[0];
      Outcome outcome = new Outcome(new Fit.Mean(), new Fit.Mean(), new Fit.Mean());
      BitSource bits = Reports.stream(61);
      for (int i = 0; i < reports; i++) {
        ProjUnitReport report = randomizer.randomize(vector, bits);
        long[] sums = new long[vector.length];
        SharedProjection.create(parameters, report.seed()).addBack(report.coordinates(), sums);
        double[] estimate = new double[vector.length];
        for (int j = 0; j < estimate.length; j++) {
          estimate[j] = sums[j] * unit;
        }
        outcome.add(estimate, vector, orthogonal);
      }
      return outcome;
    }

    private void add(double[] estimate, double[] vector, double[] orthogonal) {
      along.add(dot(estimate, vector) / dot(vector, vector));
      across.add(dot(estimate, orthogonal));
      error.add(Reports.squaredDistance(estimate, vector));
    }
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += a[j] * b[j];
    }
    return sum;
  }

  @Tag("long")
  @Test
  void randomize_rotation_isUnbiasedUnlikeTheUsualFactor() {
    ProjUnitParameters parameters =
        ProjUnitParameters.onSphere(24, 8, 1, 8).withProjection(Projection.HAAR);
    Outcome outcome = Outcome.of(parameters, Reports.vector(24, 1), 60_000);
    assertTrue(outcome.along.agrees(1));
    assertTrue(outcome.across.agrees(0));
    double usual = parameters.meanNorm() * Math.sqrt(24.0 / 8);
    assertEquals(1 - 1 / 32.0 + 1 / 96.0, usual, 1e-3);
    // Decoding with sqrt(d / k) in place of 1 / kappa would give this mean.
    Fit.Mean scaled = outcome.along;
    assertFalse(
        Math.abs(scaled.value() * usual - 1) <= Fit.SIGMAS * scaled.standardError() * usual);
  }

  @ParameterizedTest
  @CsvSource({"SPHERE, 24, 8, 2", "SPHERE, 40, 6, 6", "BALL, 23, 8, 2"})
  void randomize_rotation_errsByTheFormula(
      InputDomain inputs, int dimension, int size, double epsilon) {
    ProjUnitParameters parameters =
        new ProjUnitParameters(Projection.HAAR, inputs, dimension, size, 3, epsilon, 0);
    Outcome outcome = Outcome.of(parameters, Reports.vector(dimension, 3), 20_000);
    assertEquals(1, outcome.error.value() / parameters.squaredError(), 0.01);
    assertTrue(outcome.along.agrees(1));
    double other =
        new ProjUnitParameters(Projection.HAAR, inputs, dimension, size, 3, 1.05 * epsilon, 0)
            .squaredError();
    assertTrue(Math.abs(outcome.error.value() / other - 1) > 0.01);
  }

  /** All coordinates of a transformed unit coordinate vector are equal: its norm is sqrt(k / D). */
  @ParameterizedTest
  @CsvSource({"64, 8", "64, 32"})
  void randomize_fastOfOneCoordinate_isBiasedByTheStatedFactor(int dimension, int size) {
    ProjUnitParameters parameters = ProjUnitParameters.onSphere(dimension, size, 1, 20);
    double[] vector = new double[dimension];
    vector[3] = 1;
    double factor = Math.sqrt((double) size / dimension) / parameters.meanNorm();
    assertEquals(1 + 1.0 / (4 * size) - 1.0 / (4 * dimension), factor, 1.0 / (16 * size * size));
    Outcome outcome = Outcome.of(parameters, vector, 60_000);
    assertTrue(outcome.along.agrees(factor));
    assertTrue(outcome.across.agrees(0));
  }

  @Test
  void randomize_fastOfSpreadVector_isNearlyUnbiased() {
    ProjUnitParameters parameters = ProjUnitParameters.onSphere(100, 16, 1, 12);
    Outcome outcome = Outcome.of(parameters, Reports.vector(100, 1), 60_000);
    assertEquals(1, outcome.along.value(), 0.004 + Fit.SIGMAS * outcome.along.standardError());
    assertTrue(outcome.across.agrees(0));
    assertEquals(1, outcome.error.value() / parameters.squaredError(), 0.02);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(doubles = {0, 1.5, 3})
  void randomize_fastInTheBall_errsNearlyTheSameForAnyNorm(double norm) {
    ProjUnitParameters parameters = ProjUnitParameters.inBall(60, 16, 3, 2);
    double[] vector = Reports.vector(60, norm);
    ProjUnitRandomizer randomizer = ProjUnitRandomizer.create(parameters);
    BitSource bits = Reports.stream(62);
    double sum = 0;
    int trials = 200;
    for (int trial = 0; trial < trials; trial++) {
      ProjUnitAggregator aggregator = ProjUnitAggregator.create(parameters);
      for (int i = 0; i < 100; i++) {
        aggregator.add(randomizer.randomize(vector, bits));
      }
      sum += Reports.squaredDistance(aggregator.mean(), vector);
    }
    assertEquals(1, sum / trials * 100 / parameters.squaredError(), 0.06);
  }

  @Test
  void squaredError_moreCoordinates_approachesPrivUnit() {
    double epsilon = 4;
    double best = PrivUnitParameters.onSphere(4096, 1, epsilon).squaredError();
    double last = Double.POSITIVE_INFINITY;
    for (int size : new int[] {16, 64, 400, 1024, 4096}) {
      double error = ProjUnitParameters.onSphere(4096, size, 1, epsilon).squaredError();
      assertTrue(error < last && error > 0.9999 * best);
      last = error;
    }
    assertEquals(1, last / best, 1e-4);
    int recommended = ProjUnitParameters.recommendedSize(4096, epsilon);
    assertEquals(400, recommended);
    assertTrue(
        ProjUnitParameters.onSphere(4096, recommended, 1, epsilon).squaredError() < 1.02 * best);
  }

  @Test
  void gammaRatio_anyArgument_isThatOfGamma() {
    assertEquals(1 / Math.sqrt(Math.PI), HadamardProjection.gammaRatio(0.5), 1e-13);
    assertEquals(Math.sqrt(Math.PI) / 2, HadamardProjection.gammaRatio(1), 1e-13);
    for (double x = 0.5; x < 1e6; x *= 1.7) {
      double product = HadamardProjection.gammaRatio(x) * HadamardProjection.gammaRatio(x + 0.5);
      assertEquals(1, product / x, 4e-13);
    }
  }

  @ParameterizedTest
  @EnumSource(Projection.class)
  void project_anySeed_hasOrthonormalRowsAndTheirTransposeBack(Projection projection) {
    ProjUnitParameters parameters =
        new ProjUnitParameters(projection, InputDomain.SPHERE, 16, 6, 1, 1, 0);
    for (long seed = 0; seed < 20; seed++) {
      SharedProjection drawn = SharedProjection.create(parameters, seed);
      double[][] rows = new double[6][16];
      for (int i = 0; i < 6; i++) {
        short[] y = new short[6];
        y[i] = 10_000;
        long[] back = new long[16];
        drawn.addBack(y, back);
        for (int j = 0; j < 16; j++) {
          rows[i][j] = back[j] * SharedProjection.unit(parameters) / 10_000;
        }
      }
      for (int i = 0; i < 6; i++) {
        for (int k = 0; k < 6; k++) {
          assertEquals(i == k ? 1 : 0, dot(rows[i], rows[k]), 1e-7);
        }
        assertEquals(
            dot(rows[i], Reports.vector(16, 1)), drawn.project(Reports.vector(16, 1))[i], 1e-7);
      }
    }
  }

  private static List<ProjUnitReport> reports(ProjUnitParameters parameters, int count) {
    ProjUnitRandomizer randomizer = ProjUnitRandomizer.create(parameters);
    List<ProjUnitReport> reports = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double[] vector = Reports.vector(parameters.dimension(), 1 + i % 2);
      reports.add(randomizer.randomize(vector, Reports.stream(i)));
    }
    return reports;
  }

  @ParameterizedTest
  @EnumSource(Projection.class)
  void mean_anyOrderAndDivision_isTheSameToTheLastBit(Projection projection) {
    ProjUnitParameters parameters = SMALL.withProjection(projection);
    List<ProjUnitReport> reports = reports(parameters, 200);
    ProjUnitAggregator whole = ProjUnitAggregator.create(parameters);
    reports.forEach(whole::add);
    Collections.shuffle(reports, new Random(2));
    ProjUnitAggregator merged = ProjUnitAggregator.create(parameters);
    for (int part = 0; part < 3; part++) {
      ProjUnitAggregator one = ProjUnitAggregator.create(parameters);
      for (int i = part; i < reports.size(); i += 3) {
        one.add(reports.get(i).toBytes());
      }
      merged.merge(one);
    }
    assertArrayEquals(whole.mean(), merged.mean());
    assertEquals(200, merged.acceptedReports());
    assertEquals(0, merged.droppedReports());
  }

  @Test
  void fromBytes_toBytes_isTheSameReport() {
    for (ProjUnitReport report : reports(SMALL, 30)) {
      byte[] bytes = report.toBytes();
      assertEquals(18 + 2 * 4, bytes.length);
      assertEquals(SMALL.reportBytes(), bytes.length);
      assertEquals(report, ProjUnitReport.fromBytes(bytes));
      assertEquals(report.seed(), ProjUnitReport.fromBytes(bytes).seed());
      assertEquals(4, report.size());
    }
  }

  @Test
  void add_malformedOrForeign_isDroppedAndCounted() {
    ProjUnitAggregator aggregator = ProjUnitAggregator.create(SMALL);
    byte[] bytes = reports(SMALL, 1).get(0).toBytes();
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThrows(MalformedReportException.class, () -> ProjUnitReport.fromBytes(cut));
      assertFalse(aggregator.add(cut));
    }
    byte[] privUnit =
        PrivUnitRandomizer.create(PrivUnitParameters.inBall(10, 2, 1))
            .randomize(new double[10], Reports.stream(0))
            .toBytes();
    assertFalse(aggregator.add(privUnit));
    assertFalse(aggregator.add(reports(SMALL.withLabel(9), 1).get(0)));
    assertFalse(aggregator.add(reports(ProjUnitParameters.inBall(10, 5, 2, 1), 1).get(0)));
    byte[] offGrid = bytes.clone();
    offGrid[18] = 127;
    assertFalse(aggregator.add(offGrid));
    assertEquals(bytes.length + 4, aggregator.droppedReports());
    assertTrue(aggregator.add(bytes));
    assertEquals(1, aggregator.acceptedReports());
  }

  @Test
  void parameters_sizeOutOfRange_areRefused() {
    assertThrows(IllegalArgumentException.class, () -> ProjUnitParameters.inBall(10, 1, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> ProjUnitParameters.inBall(10, 17, 1, 1));
    assertEquals(16, ProjUnitParameters.inBall(10, 16, 1, 1).size());
    assertThrows(
        IllegalArgumentException.class,
        () -> ProjUnitParameters.inBall(10, 16, 1, 1).withProjection(Projection.HAAR));
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> ProjUnitParameters.onSphere(1 << 20, 128, 1, 1).withProjection(Projection.HAAR));
    assertTrue(refusal.getMessage().contains("use HADAMARD"));
  }

  @Test
  void merge_otherParameters_isRefused() {
    ProjUnitAggregator one = ProjUnitAggregator.create(SMALL);
    ProjUnitAggregator other = ProjUnitAggregator.create(SMALL.withLabel(1));
    assertThrows(IllegalArgumentException.class, () -> one.merge(other));
    assertThrows(IllegalStateException.class, one::mean);
  }

  /** What the projection lost altogether still makes a report. */
  @Test
  void randomize_vectorInTheKernelOfTheProjection_isReported() {
    ProjUnitParameters tight =
        new ProjUnitParameters(Projection.HADAMARD, InputDomain.SPHERE, 4, 2, 1, 1, 0);
    ProjUnitRandomizer randomizer = ProjUnitRandomizer.create(tight);
    double[] vector = {1, 1, 1, 1};
    BitSource bits = Reports.stream(63);
    ProjUnitAggregator aggregator = ProjUnitAggregator.create(tight);
    for (int i = 0; i < 500; i++) {
      assertTrue(aggregator.add(randomizer.randomize(vector, bits)));
    }
    assertEquals(500, aggregator.acceptedReports());
  }
}
