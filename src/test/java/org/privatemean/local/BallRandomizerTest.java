package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;
import org.privatemean.geometry.ExactClipping;
import org.privatemean.local.MalformedReportException.RejectionReason;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;

@Promise("local reports of vectors of a ball")
class BallRandomizerTest {
  private static final long NORM = 100_000;

  private static Report report(BallRandomizer ball, long[] vector, long norm, BitSource secret) {
    ReportWriter out = new ReportWriter(ReportWriter.VECTOR, 3);
    ball.write(vector.clone(), norm, secret, out);
    return out.report();
  }

  private static long[] read(BallRandomizer ball, Report report, long norm)
      throws MalformedReportException {
    return ball.read(new ReportReader(report, ReportWriter.VECTOR, 3), norm);
  }

  static List<BallRandomizer> planeBalls() {
    return List.of(
        UnitBall.create(ReportLaw.SPHERE, 2, 1),
        UnitBall.create(ReportLaw.GAUSSIAN, 2, 1),
        UnitBall.projected(2, 1),
        new GaussianBall(2, 0.3, 100_000),
        new GaussianBall(2, 40, 10));
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("planeBalls")
  void reports_allNorms_areUnbiasedIsotropicAndOfTheErrorStated(BallRandomizer ball)
      throws MalformedReportException {
    int n = 60_000;
    double unit = ball.unit(NORM);
    double variance = ball.squaredError(NORM) / 2;
    double deviation = Math.sqrt(variance / n);
    for (double length : new double[] {0, 0.5, 1}) {
      long[] vector = {(long) (0.6 * length * NORM), (long) (-0.8 * length * NORM)};
      BitSource secret = NoiseKey.fromSeed(3).substream(1, (int) (2 * length), 0);
      double[] sum = new double[2];
      double[] square = new double[2];
      double product = 0;
      for (int i = 0; i < n; i++) {
        long[] read = read(ball, report(ball, vector, NORM, secret), NORM);
        double x = read[0] * unit - vector[0];
        double y = read[1] * unit - vector[1];
        sum[0] += x;
        sum[1] += y;
        square[0] += x * x;
        square[1] += y * y;
        product += x * y;
      }
      for (int j = 0; j < 2; j++) {
        // Rounding to the grid, at most half a unit, is the only bias.
        assertEquals(0, sum[j] / n, 4.9 * deviation + unit / 2);
        // A squared deviation has a relative one of at most the root of 2: 2.9 % at 4.9 of them.
        assertEquals(1, square[j] / n / variance, 4.9 * Math.sqrt(2.0 / n));
      }
      assertEquals(0, product / n / variance, 4.9 / Math.sqrt(n));
    }
  }

  /** In three dimensions a coordinate of a uniform point is uniform: the cap has a closed form. */
  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.5, 1, 4, 12})
  void unit_plane_errorIsTheClosedForm(double epsilon) {
    double gamma = Math.tanh(epsilon / 4);
    double expected = 2 * (1 - gamma * gamma) / (3 * gamma * gamma);
    assertEquals(
        1, UnitBall.create(ReportLaw.SPHERE, 2, epsilon).relativeSquaredError() / expected, 1e-5);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "5, 0.5", "8, 1", "32, 1", "32, 8", "128, 4"})
  void unit_anyLength_errorIsKTimesTheSquaredNorm(int d, double epsilon)
      throws MalformedReportException {
    BallRandomizer ball = UnitBall.create(ReportLaw.SPHERE, d, epsilon);
    int n = 20_000;
    for (double length : new double[] {0, 0.5, 1}) {
      long[] vector = new long[d];
      for (int j = 0; j < d; j++) {
        vector[j] = (long) ((j % 2 == 0 ? -1 : 1) * length * NORM / Math.sqrt(d));
      }
      BitSource secret = NoiseKey.fromSeed(6).substream(d, (int) (2 * length), 0);
      double square = 0;
      double wrong = 0;
      for (int i = 0; i < n; i++) {
        long[] read = read(ball, report(ball, vector, NORM, secret), NORM);
        for (int j = 0; j < d; j++) {
          double y = read[j] * ball.unit(NORM);
          square += Math.pow(y - vector[j], 2);
          wrong += Math.pow(1.02 * y - vector[j], 2);
        }
      }
      double stated = n * ball.squaredError(NORM);
      assertEquals(1, square / stated, 0.03);
      // Power: a unit that is off by a fiftieth would fail.
      assertTrue(wrong / stated > 1.03, "length " + length + ": " + wrong / stated);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 7, NORM, 1L << 50})
  void unit_anyNorm_scalesWithItAndKeepsTheReport(long norm) throws MalformedReportException {
    BallRandomizer ball = UnitBall.create(ReportLaw.SPHERE, 4, 2);
    assertEquals(ball.unit(1) * norm, ball.unit(norm));
    assertEquals(1, ball.squaredError(norm) / norm / norm / ball.relativeSquaredError(), 1e-12);
    long[] vector = {0, -norm, 0, 0};
    Report report = report(ball, vector, norm, NoiseKey.fromSeed(8).substream(1, 0, 0));
    Report same =
        report(ball, new long[] {0, -1, 0, 0}, 1, NoiseKey.fromSeed(8).substream(1, 0, 0));
    assertEquals(same, report);
    for (long y : read(ball, report, norm)) {
      assertTrue(Math.abs(y) <= ball.largest(norm));
    }
  }

  @Test
  void unit_malformedReports_areRefusedByReason() throws MalformedReportException {
    BallRandomizer ball = UnitBall.create(ReportLaw.SPHERE, 8, 1);
    BitSource secret = NoiseKey.fromSeed(9).substream(1, 0, 0);
    Report report = report(ball, new long[8], NORM, secret);
    assertEquals(5 + 2 * 8, report.size());
    long limit = (long) ball.largest(NORM);
    long[][] bad = {
      {2 * limit + 1, 0, 0, 0, 0, 0, 0, 0},
      // On the grid, but longer than any report.
      {2 * limit, 2 * limit, limit, limit, limit, limit, limit, limit},
    };
    for (long[] fields : bad) {
      ReportWriter out = new ReportWriter(ReportWriter.VECTOR, 3);
      for (long field : fields) {
        out.put(field, 16);
      }
      assertEquals(RejectionReason.RANGE, refusal(ball, out.report()));
      out.put(0, 8);
      assertEquals(RejectionReason.LENGTH, refusal(ball, out.report()));
    }
    ReportWriter honest = new ReportWriter(ReportWriter.VECTOR, 3);
    for (int j = 0; j < 8; j++) {
      honest.put(j == 0 ? 2 * limit : limit, 16);
    }
    assertEquals(limit, read(ball, honest.report(), NORM)[0]);
  }

  private static RejectionReason refusal(BallRandomizer ball, Report report) {
    return assertThrows(MalformedReportException.class, () -> read(ball, report, NORM)).reason();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.005, 0.3, 20, 900})
  void gaussian_beforeNoise_everyVectorIsWithinTheGridNorm(double rho) {
    BitSource draw = NoiseKey.fromSeed(4).substream(1, 0, 0);
    GaussianBall ball = new GaussianBall(8, rho, 50_000);
    for (long norm : new long[] {1, 7, 1000, NORM, 123_456_789}) {
      double unit = ball.unit(norm);
      double gridNorm = Math.ceil(norm / unit);
      // The noise that is charged for: (2 m)^2 / (2 rho) in each coordinate, never less.
      double least = 8 * 4 * gridNorm * gridNorm / (2 * rho) * unit * unit;
      assertTrue(ball.squaredError(norm) >= least);
      assertTrue(ball.squaredError(norm) <= least * (1 + 0x1p-19));
      for (int i = 0; i < 200; i++) {
        long[] vector = new long[8];
        for (int j = 0; j < 8; j++) {
          vector[j] = draw.nextBelow(2 * norm + 1) - norm;
        }
        ExactClipping.clip(vector, norm);
        long[] grid = ball.onGrid(vector, norm);
        double square = 0;
        for (int j = 0; j < 8; j++) {
          square += (double) grid[j] * grid[j];
        }
        assertTrue(square <= gridNorm * gridNorm, "norm " + norm + ", square " + square);
      }
    }
  }

  @Test
  void gaussian_report_readsBackAndRefusesMalformedBytes() throws MalformedReportException {
    GaussianBall ball = new GaussianBall(3, 0.5, 1000);
    BitSource secret = NoiseKey.fromSeed(5).substream(1, 0, 0);
    Report report = report(ball, new long[] {500, -300, 20}, 600, secret);
    long[] read = read(ball, report, 600);
    long largest = (long) ball.largest(600);
    for (long y : read) {
      assertTrue(Math.abs(y) <= largest);
    }
    assertArrayEquals(read, read(ball, Report.of(report.toBytes()), 600));
    int bits = ReportReader.bitsFor(2 * largest + 1);
    assertEquals(5 + (3 * bits + 7) / 8, report.size());
    ReportWriter out = new ReportWriter(ReportWriter.VECTOR, 3);
    for (int j = 0; j < 3; j++) {
      out.put(j == 1 ? (1L << bits) - 1 : 0, bits);
    }
    assertTrue((1L << bits) - 1 > 2 * largest);
    assertEquals(
        RejectionReason.RANGE,
        assertThrows(MalformedReportException.class, () -> read(ball, out.report(), 600)).reason());
    out.put(0, 8);
    assertEquals(
        RejectionReason.LENGTH,
        assertThrows(MalformedReportException.class, () -> read(ball, out.report(), 600)).reason());
  }

  @Test
  void gaussian_smallNormOrLargeBudget_keepsTheLattice() {
    assertEquals(1, new GaussianBall(4, 100, 1e6).unit(50));
    assertThrows(IllegalArgumentException.class, () -> new GaussianBall(4, 0, 100));
    assertThrows(IllegalArgumentException.class, () -> new GaussianBall(4, Double.NaN, 100));
  }
}
