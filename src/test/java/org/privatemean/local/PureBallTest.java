package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;
import org.privatemean.local.MalformedReportException.RejectionReason;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;

/** The randomizers of pure reports that a local mean can be asked for. */
@Promise("PrivUnit, PrivUnitG and ProjUnit reports of vectors of a ball")
class PureBallTest {
  private static final long NORM = 1 << 20;

  /** Two-sided level 5e-7 of a normal law: tests fail by chance less often. */
  private static final double SIGMAS = 5.03;

  private static Report report(BallRandomizer ball, long[] vector, BitSource secret) {
    ReportWriter out = new ReportWriter(ReportWriter.VECTOR, 3);
    ball.write(vector.clone(), NORM, secret, out);
    return out.report();
  }

  private static long[] read(BallRandomizer ball, Report report) {
    return ball.read(new ReportReader(report, ReportWriter.VECTOR, 3), NORM);
  }

  static List<BallRandomizer> balls() {
    return List.of(
        UnitBall.create(ReportLaw.SPHERE, 64, 2),
        UnitBall.create(ReportLaw.GAUSSIAN, 64, 2),
        UnitBall.projected(64, 2),
        UnitBall.projected(256, 0.5),
        UnitBall.projected(8, 1));
  }

  /** A vector of all mass in one coordinate, of which a transform is least like a rotation. */
  private static long[] vector(int dimension, double length, boolean spread) {
    long[] vector = new long[dimension];
    for (int j = 0; j < (spread ? dimension : 1); j++) {
      double size = length * NORM / (spread ? Math.sqrt(dimension) : 1);
      vector[j] = (long) (j % 3 == 1 ? -size : size);
    }
    return vector;
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("balls")
  void reports_everyLength_areUnbiasedWithTheStatedError(BallRandomizer ball) {
    int n = 12_000;
    int d = ball.dimension();
    double unit = ball.unit(NORM);
    for (double length : new double[] {0, 0.4, 1}) {
      for (boolean spread : new boolean[] {true, false}) {
        long[] vector = vector(d, length, spread);
        BitSource secret = NoiseKey.fromSeed(31).substream(d, (int) (10 * length), spread ? 1 : 0);
        double[] sum = new double[d];
        double squares = 0;
        double fourth = 0;
        for (int i = 0; i < n; i++) {
          long[] read = read(ball, report(ball, vector, secret));
          double square = 0;
          for (int j = 0; j < d; j++) {
            double x = unit * read[j] / NORM - (double) vector[j] / NORM;
            sum[j] += x;
            square += x * x;
          }
          squares += square;
          fourth += square * square;
        }
        double stated = ball.relativeSquaredError();
        double deviation = Math.sqrt((fourth / n - Math.pow(squares / n, 2)) / n);
        // ProjUnit states the greatest error over the ball.
        assertTrue(squares / n <= stated + SIGMAS * deviation, spread + " " + squares / n);
        assertTrue(squares / n >= stated * 0.985 - SIGMAS * deviation, spread + " " + squares / n);
        // Power: a scale that is off by 5 % would fail.
        assertTrue(squares / n * 1.05 * 1.05 > stated + SIGMAS * deviation);
        double each = Math.sqrt(stated / d / n);
        double along = 0;
        for (int j = 0; j < d; j++) {
          assertEquals(0, sum[j] / n, (SIGMAS + 0.8) * each + 0.004 * length);
          along += sum[j] / n * vector[j] / NORM;
        }
        // Along the vector itself, with all coordinates together.
        assertEquals(0, along, SIGMAS * each * length + 0.004 * length * length + 1e-6);
      }
    }
  }

  /**
   * With a budget so large that a report says nearly everything, a wrong factor of the mean shows.
   */
  @Test
  void projected_largeBudget_isUnbiasedToATenthOfAPercent() {
    BallRandomizer ball = UnitBall.projected(512, 6);
    assertEquals(600, ((UnitBall) ball).size());
    BallRandomizer half = UnitBall.projected(1024, 0.6);
    assertEquals(64, ((UnitBall) half).size());
    int n = 20_000;
    long[] vector = vector(512, 1, true);
    BitSource secret = NoiseKey.fromSeed(32).substream(0, 0, 0);
    double along = 0;
    double squares = 0;
    for (int i = 0; i < n; i++) {
      long[] read = read(ball, report(ball, vector, secret));
      double product = 0;
      for (int j = 0; j < 512; j++) {
        product += ball.unit(NORM) * read[j] / NORM * vector[j] / NORM;
      }
      along += product;
      squares += product * product;
    }
    double mean = along / n;
    double deviation = Math.sqrt((squares / n - mean * mean) / n);
    assertEquals(1, mean, SIGMAS * deviation);
    assertTrue(Math.abs(mean * 1.06 - 1) > SIGMAS * deviation, "deviation " + deviation);
  }

  /** Of one coordinate reports fall in few cells, so that every ratio can be counted. */
  @Tag("long")
  @ParameterizedTest
  @ValueSource(doubles = {1, 2, 3})
  void reports_ofOneCoordinate_ratiosOfCellsAreWithinEpsilon(double epsilon) {
    for (BallRandomizer ball :
        List.of(
            UnitBall.create(ReportLaw.SPHERE, 1, epsilon),
            UnitBall.create(ReportLaw.GAUSSIAN, 1, epsilon),
            UnitBall.projected(1, epsilon))) {
      int n = 200_000;
      Map<Long, long[]> cells = new HashMap<>();
      long[][] vectors = {{NORM}, {-NORM}, {0}};
      for (int v = 0; v < vectors.length; v++) {
        BitSource secret = NoiseKey.fromSeed(33).substream(v, 0, 0);
        for (int i = 0; i < n; i++) {
          double estimate = read(ball, report(ball, vectors[v], secret))[0] * ball.unit(1);
          cells.computeIfAbsent((long) Math.floor(4 * estimate), cell -> new long[3])[v]++;
        }
      }
      boolean tight = false;
      for (long[] counts : cells.values()) {
        for (int v = 0; v < 3; v++) {
          for (int w = 0; w < 3; w++) {
            // (counts[v] - e^epsilon counts[w]) has at most this deviation.
            double most = Math.exp(epsilon) * counts[w];
            double deviation = Math.sqrt(counts[v] + Math.exp(epsilon) * most + 1);
            assertTrue(counts[v] <= most + SIGMAS * deviation);
            tight |= counts[v] > Math.exp(0.85 * epsilon) * counts[w] + SIGMAS * deviation;
          }
        }
      }
      // Power: a randomizer of more than the budget would be seen, as 0.85 of it is.
      assertTrue(tight, ball.getClass().getSimpleName());
    }
  }

  @ParameterizedTest
  @MethodSource("balls")
  void report_bytes_readBackAndHaveTheLengthStated(BallRandomizer ball) {
    BitSource secret = NoiseKey.fromSeed(34).substream(0, 0, 0);
    Report report = report(ball, vector(ball.dimension(), 0.3, true), secret);
    assertEquals(ReportWriter.bytesFor(ball.bits(NORM)), report.size());
    long[] read = read(ball, report);
    assertArrayEquals(read, read(ball, Report.of(report.toBytes())));
    for (long y : read) {
      assertTrue(Math.abs(y) <= ball.largest(NORM));
    }
  }

  @ParameterizedTest
  @MethodSource("balls")
  void report_malformed_isRefusedByReason(BallRandomizer ball) {
    byte[] good =
        report(ball, new long[ball.dimension()], NoiseKey.fromSeed(35).substream(0, 0, 0))
            .toBytes();
    byte[] cut = java.util.Arrays.copyOf(good, good.length - 1);
    byte[] longer = java.util.Arrays.copyOf(good, good.length + 1);
    assertEquals(RejectionReason.LENGTH, refusal(ball, cut));
    assertEquals(RejectionReason.LENGTH, refusal(ball, longer));
    byte[] far = good.clone();
    // Every coordinate at the end of its range, which no norm allows.
    java.util.Arrays.fill(far, good.length / 2, good.length - 1, (byte) 0);
    assertEquals(RejectionReason.RANGE, refusal(ball, far));
    byte[] kind = good.clone();
    kind[0] ^= 1;
    assertEquals(RejectionReason.KIND, refusal(ball, kind));
    byte[] stamp = good.clone();
    stamp[4] ^= 1;
    assertEquals(RejectionReason.ROUND, refusal(ball, stamp));
  }

  private static RejectionReason refusal(BallRandomizer ball, byte[] report) {
    return assertThrows(MalformedReportException.class, () -> read(ball, Report.of(report)))
        .reason();
  }

  @Test
  void projected_seeds_nameProjectionsAndDoNotDependOnTheVector() {
    UnitBall ball = UnitBall.projected(128, 1);
    TreeSet<Long> seeds = new TreeSet<>();
    BitSource one = NoiseKey.fromSeed(36).substream(0, 0, 0);
    for (int i = 0; i < 200; i++) {
      Report report = report(ball, vector(128, 1, false), one);
      seeds.add(new ReportReader(report, ReportWriter.VECTOR, 3).get(32));
    }
    assertEquals(200, seeds.size());
    Report first = report(ball, vector(128, 1, false), NoiseKey.fromSeed(37).substream(0, 0, 0));
    Report second = report(ball, new long[128], NoiseKey.fromSeed(37).substream(0, 0, 0));
    assertEquals(
        new ReportReader(first, ReportWriter.VECTOR, 3).get(32),
        new ReportReader(second, ReportWriter.VECTOR, 3).get(32));
  }

  /** Every lifted vector has norm 1, whatever the sizes that are mixed. */
  @ParameterizedTest
  @CsvSource({"1", "8", "64"})
  void projected_lift_hasNormOne(int dimension) {
    UnitBall ball = UnitBall.projected(dimension, 1);
    for (long norm : new long[] {1, 7, 1L << 50}) {
      for (long first : new long[] {0, 1, norm / 3, norm}) {
        long[] vector = new long[dimension];
        vector[0] = first;
        double squares = 0;
        double[] lifted = ball.lift(vector, norm);
        for (double x : lifted) {
          squares += x * x;
        }
        assertEquals(2 * dimension, lifted.length);
        assertEquals(1, squares, 0x1p-40);
        assertEquals((double) first / norm, lifted[0], 1e-12);
      }
    }
  }

  @Test
  void of_otherDimensions_isRefused() {
    for (int bad : new int[] {0, -1, 3, 100, 1 << 23}) {
      assertThrows(IllegalArgumentException.class, () -> UnitBall.projected(bad, 1));
    }
    assertThrows(IllegalArgumentException.class, () -> UnitBall.projected(8, 0));
    assertFalse(
        UnitBall.create(ReportLaw.SPHERE, 8, 1).threshold().law()
            == UnitBall.create(ReportLaw.GAUSSIAN, 8, 1).threshold().law());
  }
}
