package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.privatemean.central.WatchedTrust;
import org.privatemean.noise.NoiseKey;
import org.privatemean.noise.NoiseSource;
import org.privatemean.noise.NoiseSource.SecureNoise;
import org.privatemean.noise.Variance;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.query.Step;
import org.privatemean.query.TrustModel;
import org.privatemean.release.Noise;
import org.privatemean.release.Release;
import org.privatemean.request.Bounds;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.MeanRequest;
import org.privatemean.request.MeanSpec;
import org.privatemean.request.Method;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Scaling;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;

/** What a release says of its own error, and what a forecast said before, against the error. */
final class MechanismsErrorTest {
  private static Release release(MeanRequest request, double[][] rows, TrustModel trust) {
    return Mechanisms.release(
        request, InMemoryRows.of(rows, rows[0].length, InvalidRows.ERROR), trust);
  }

  private static double[][] gaussianRows(int count, int dimension, double shift, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[count][dimension];
    for (double[] row : rows) {
      Arrays.setAll(row, j -> shift + random.nextGaussian());
    }
    return rows;
  }

  private static double squaredDistance(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += (a[j] - b[j]) * (a[j] - b[j]);
    }
    return sum;
  }

  private static double[] mean(double[][] rows) {
    double[] mean = new double[rows[0].length];
    for (double[] row : rows) {
      Arrays.setAll(mean, j -> mean[j] + row[j] / rows.length);
    }
    return mean;
  }

  /** Standard normal score of a sum of {@code count} unit squares (Wilson and Hilferty). */
  private static double score(double squares, double count) {
    double spread = 2 / (9 * count);
    return (Math.cbrt(squares / count) - (1 - spread)) / Math.sqrt(spread);
  }

  @ParameterizedTest
  @EnumSource
  void report_ofManyReleases_hasTheirNoise(Method method) {
    int dimension = 50;
    int runs = 400;
    // No row is as long as the clipping norm, so noise is the whole difference.
    MeanSpec spec =
        Settings.spec(method, 0.5, Settings.BALL, OptionalDouble.of(25), MeanSpec.Grid.GEOMETRIC);
    SplittableRandom random = new SplittableRandom(1);
    double[][] rows = new double[300][];
    Arrays.setAll(rows, i -> random.doubles(dimension, -1, 1).toArray());
    double[] exact = release(spec, rows, Settings.exact(0.5, 1)).mean();
    Release first = release(spec, rows, Settings.seeded(0.5, 1));
    Noise report = first.noise();
    double[] squared =
        IntStream.range(0, runs)
            .parallel()
            .mapToObj(run -> release(spec, rows, Settings.seeded(0.5, run)))
            .peek(release -> assertEquals(report, release.noise()))
            .mapToDouble(release -> squaredDistance(release.mean(), exact))
            .toArray();
    double deviation = report.noiseStdDev();
    assertEquals(deviation * Math.sqrt(dimension), report.expectedL2Error(), 1e-12);
    double squares = Arrays.stream(squared).sum() / (deviation * deviation);
    long outside =
        Arrays.stream(squared).filter(x -> Math.sqrt(x) > first.region().radius()).count();
    double draws = (double) runs * dimension;
    double score = score(squares, draws);
    assertTrue(Math.abs(score) < 5, "score " + score);
    // A deviation a tenth off, either way, would not pass.
    assertTrue(score(squares / 1.21, draws) < -5);
    assertTrue(score(squares / 0.81, draws) > 5);
    // Bin(400, 0.05) is above 44 with probability 8e-7.
    assertTrue(outside <= 44, "outside the radius " + outside + " times");
  }

  /** Secure noise, but none in one step. */
  private record NoiseButInOneStep(SecureNoise noise, int silent) implements NoiseSource {
    @Override
    public BigInteger discreteGaussian(
        Variance variance, int step, int level, int coordinate, int group) {
      BigInteger value = noise.discreteGaussian(variance, step, level, coordinate);
      return step == silent ? BigInteger.ZERO : value;
    }
  }

  /** The length of the noise of the mean, in units of the radius that its summary gives. */
  private static double noiseInRadii(RecentredSpec spec, int run) {
    SplittableRandom random = new SplittableRandom(run);
    double[][] rows =
        spec.scaling().equals(Scaling.AUTO)
            ? Settings.unevenRows(random, 200, 32)
            : Settings.rows(random, 200, 32);
    WatchedTrust watched = new WatchedTrust(Settings.seeded(spec.rho(), run));
    Release release = release(spec, rows, watched);
    int last = watched.norms().keySet().stream().mapToInt(Step::id).max().orElseThrow();
    // The same release once more without the last noise: nothing else differs.
    PrivacyLedger ledger = new PrivacyLedger(new Zcdp(spec.rho()));
    NoiseSource noise = new NoiseButInOneStep(new SecureNoise(NoiseKey.fromSeed(run)), last);
    double[] quiet = release(spec, rows, Settings.with(ledger, noise, run)).mean();
    return Math.sqrt(squaredDistance(release.mean(), quiet)) / release.region().radius();
  }

  @Tag("long")
  @Test
  void radius_ofRecentredReleases_holdsAtItsConfidenceAndIsNotLoose() {
    int runs = 4_000;
    List<RecentredSpec> specs = Settings.recentred(0.5);
    double[] noise =
        IntStream.range(0, runs)
            .parallel()
            .mapToDouble(run -> noiseInRadii(specs.get(run % specs.size()), run))
            .toArray();
    long outside = Arrays.stream(noise).filter(x -> x > 1).count();
    long outsideTighter = Arrays.stream(noise).filter(x -> x > 0.8).count();
    // Bin(4000, 0.05) is above 269 with probability below 1e-6.
    assertTrue(outside <= 269, "outside the radius " + outside + " times");
    assertTrue(outsideTighter > 269, "outside 0.8 of it only " + outsideTighter + " times");
  }

  /** Rows far from zero, whose noisy number moves the mean more than the noise of their sum. */
  static Stream<Arguments> countedSettings() {
    return Stream.of(Method.CLIPPED, Method.SHIFTED_CLIPPED)
        .map(
            method -> {
              Bounds ball = new Bounds.Ball(60, OptionalDouble.empty());
              OptionalDouble norm = OptionalDouble.of(60);
              return Settings.spec(method, 0.5, ball, norm, MeanSpec.Grid.GEOMETRIC);
            })
        .map(spec -> arguments(Settings.addRemove(spec)));
  }

  @ParameterizedTest
  @MethodSource("countedSettings")
  @Tag("long")
  void radius_ofReleasesWithANoisyCount_holdsAtItsConfidenceAndIsNotLoose(MeanSpec spec) {
    int runs = 10_000;
    int dimension = 8;
    double[][] rows = gaussianRows(400, dimension, 10, 1);
    double[] exact = mean(rows);
    List<double[]> errors =
        IntStream.range(0, runs)
            .parallel()
            .mapToObj(run -> release(spec, rows, Settings.seeded(0.5, run)))
            .map(
                release -> {
                  Noise report = release.noise();
                  double error = Math.sqrt(squaredDistance(release.mean(), exact));
                  return new double[] {
                    error,
                    report.expectedL2Error(),
                    release.region().radius(),
                    Noise.l2Radius(report.deviations(), 0, dimension, ErrorBarCoverage.CONFIDENCE)
                  };
                })
            .toList();
    long outside = errors.stream().filter(e -> e[0] > e[2]).count();
    long outsideHalf = errors.stream().filter(e -> e[0] > e[2] / 2).count();
    long outsideNoise = errors.stream().filter(e -> e[0] > e[3]).count();
    double measured = Math.sqrt(errors.stream().mapToDouble(e -> e[0] * e[0]).average().orElse(0));
    double expected = errors.stream().mapToDouble(e -> e[1]).average().orElse(0);
    // Bin(10000, 0.05) is above 607 with probability below 1e-6.
    assertTrue(outside <= 607, "outside the radius " + outside + " times");
    assertTrue(outsideHalf > 607, "outside half of it only " + outsideHalf + " times");
    assertEquals(1, expected / measured, 0.05);
    if (spec.method() == Method.CLIPPED) {
      assertTrue(outsideNoise > 607, "the count's noise does not matter");
    }
  }

  /** The clipped mean's rows lie around zero, unless the dimension is high. */
  static Stream<Arguments> gaussianSettings() {
    return Stream.of(Method.CLIPPED, Method.SHIFTED_CLIPPED)
        .flatMap(
            method -> {
              double shift = method == Method.CLIPPED ? 0 : 3;
              return Stream.of(
                  arguments(clipped(method, 0.5, 20), 4000, 20, 0.0),
                  arguments(clipped(method, 0.5, 100), 10_000, 100, shift),
                  arguments(clipped(method, 0.1, 100), 20_000, 100, 3.0),
                  arguments(clipped(method, 2, 8), 10_000, 8, shift),
                  arguments(clipped(method, 1, 1), 3000, 1, shift),
                  arguments(Settings.addRemove(clipped(method, 0.5, 20)), 4000, 20, 5.0));
            });
  }

  private static MeanSpec clipped(Method method, double rho, int dimension) {
    return MeanSpec.of(method, rho, new Bounds.Statistical(10 * Math.sqrt(dimension), 0.1, 2));
  }

  static Stream<Arguments> recentredSettings() {
    return Arrays.stream(Neighbours.values())
        .flatMap(
            neighbours ->
                Stream.of(
                    arguments(recentred(0.5, neighbours), 4000, 20, 0.0),
                    arguments(recentred(0.5, neighbours), 4000, 128, 10.0),
                    arguments(recentred(0.5, neighbours), 1000, 32, 3.0),
                    arguments(recentred(0.5, neighbours), 300, 4, 1.0),
                    arguments(recentred(0.1, neighbours), 20_000, 100, 3.0),
                    arguments(recentred(0.02, neighbours), 4000, 16, 100.0),
                    arguments(recentred(2, neighbours), 10_000, 8, 1e4),
                    arguments(recentred(1, neighbours), 3000, 1, 3.0),
                    arguments(recentred(1, neighbours), 3000, 2, 3.0),
                    arguments(recentred(1, neighbours), 3000, 3, 3.0),
                    arguments(recentred(0.5, neighbours), 4000, 512, 0.3)));
  }

  private static RecentredSpec recentred(double rho, Neighbours neighbours) {
    return Settings.recentred(rho, Scaling.NONE, neighbours);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource({"gaussianSettings", "recentredSettings"})
  void forecast_gaussianRows_isWithinAQuarterOfTheError(
      MeanRequest request, int count, int dimension, double shift) {
    double root = Math.sqrt(dimension);
    double spread =
        request.name().equals(Method.CLIPPED.label()) ? Math.hypot(root, shift * root) : root;
    Release forecast = Mechanisms.forecast(request, count, dimension, spread);
    int runs = Math.max(8, 300 / dimension);
    List<double[]> errors =
        IntStream.range(0, runs)
            .parallel()
            .mapToObj(run -> errors(request, count, dimension, shift, run))
            .toList();
    double measured = Math.sqrt(errors.stream().mapToDouble(e -> e[0]).average().orElseThrow());
    double reported = errors.stream().mapToDouble(e -> e[1]).average().orElseThrow();
    double expected = forecast.noise().expectedL2Error();
    assertEquals(1, expected / measured, 0.25);
    // A release knows of no clipping by its first norm, which in one dimension is half of the
    // error.
    if (dimension > 1) {
      assertEquals(1, reported / measured, 0.25);
    }
  }

  /** The squared error of one release, and the error that it expects. */
  private static double[] errors(
      MeanRequest request, int count, int dimension, double shift, int run) {
    double[][] rows = gaussianRows(count, dimension, shift, run);
    Release release = release(request, rows, Settings.seeded(request.rho(), run));
    return new double[] {
      squaredDistance(release.mean(), mean(rows)), release.noise().expectedL2Error()
    };
  }
}
