package org.privatemean.central;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.privatemean.mean.Bounds;
import org.privatemean.mean.ClippedMean;
import org.privatemean.mean.ErrorReport;
import org.privatemean.mean.MeanPlan;
import org.privatemean.mean.MeanRelease;
import org.privatemean.mean.MeanSpec;
import org.privatemean.mean.Method;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;

/** What a release says of its own error, and what a forecast said before, against the error. */
final class ErrorOfReleasesTest {
  private static MeanRelease release(MeanSpec spec, double[][] rows, CentralTrust trust) {
    return ClippedMean.release(
        spec, InMemoryRows.of(rows, rows[0].length, InvalidRows.ERROR), trust);
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
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RECENTRED")
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
    ErrorReport report = release(spec, rows, Settings.seeded(0.5, 1)).error();
    double[] squared =
        IntStream.range(0, runs)
            .parallel()
            .mapToObj(run -> release(spec, rows, Settings.seeded(0.5, run)))
            .peek(release -> assertEquals(report, release.error()))
            .mapToDouble(release -> squaredDistance(release.mean(), exact))
            .toArray();
    double deviation = report.noiseStdDev();
    assertEquals(deviation * Math.sqrt(dimension), report.expectedL2Error(), 1e-12);
    double squares = Arrays.stream(squared).sum() / (deviation * deviation);
    long outside = Arrays.stream(squared).filter(x -> Math.sqrt(x) > report.radius()).count();
    double draws = (double) runs * dimension;
    double score = score(squares, draws);
    assertTrue(Math.abs(score) < 5, "score " + score);
    // A deviation a tenth off, either way, would not pass.
    assertTrue(score(squares / 1.21, draws) < -5);
    assertTrue(score(squares / 0.81, draws) > 5);
    // Bin(400, 0.05) is above 44 with probability 8e-7.
    assertTrue(outside <= 44, "outside the radius " + outside + " times");
  }

  /** The clipped mean's rows lie around zero, unless the dimension is high. */
  static Stream<Arguments> gaussianSettings() {
    return Stream.of(Method.CLIPPED, Method.SHIFTED_CLIPPED)
        .flatMap(
            method -> {
              double shift = method == Method.CLIPPED ? 0 : 3;
              return Stream.of(
                  arguments(method, 4000, 20, 0.5, 0.0),
                  arguments(method, 10_000, 100, 0.5, shift),
                  arguments(method, 20_000, 100, 0.1, 3.0),
                  arguments(method, 10_000, 8, 2.0, shift),
                  arguments(method, 3000, 1, 1.0, shift));
            });
  }

  @ParameterizedTest
  @MethodSource("gaussianSettings")
  void forecast_gaussianRows_isWithinAQuarterOfTheError(
      Method method, int count, int dimension, double rho, double shift) {
    double root = Math.sqrt(dimension);
    MeanSpec spec = MeanSpec.of(method, rho, new Bounds.Statistical(10 * root, 0.1, 2));
    double spread = method == Method.CLIPPED ? Math.hypot(root, shift * root) : root;
    MeanRelease forecast = MeanPlan.of(spec, count, dimension).forecast(spread);
    int runs = Math.max(8, 300 / dimension);
    List<double[]> errors =
        IntStream.range(0, runs)
            .parallel()
            .mapToObj(run -> errors(spec, count, dimension, shift, run))
            .toList();
    double measured = Math.sqrt(errors.stream().mapToDouble(e -> e[0]).average().orElseThrow());
    double reported = errors.stream().mapToDouble(e -> e[1]).average().orElseThrow();
    assertEquals(1, forecast.error().expectedL2Error() / measured, 0.25);
    assertEquals(1, forecast.error().expectedL2Error() / reported, 0.25);
  }

  /** The squared error of one release, and the error that it expects. */
  private static double[] errors(MeanSpec spec, int count, int dimension, double shift, int run) {
    SplittableRandom random = new SplittableRandom(run);
    double[][] rows = new double[count][dimension];
    for (double[] row : rows) {
      Arrays.setAll(row, j -> shift + random.nextGaussian());
    }
    MeanRelease release = release(spec, rows, Settings.seeded(spec.rho(), run));
    return new double[] {
      squaredDistance(release.mean(), mean(rows)), release.error().expectedL2Error()
    };
  }
}
