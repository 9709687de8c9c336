package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.privatemean.central.CentralTrust;
import org.privatemean.noise.NoiseKey;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.PrivacyLedger;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;

/**
 * The settings of the source paper's Figures 1, 2, 6 and 9. A line is met when the 10 % trimmed
 * mean of the errors is at most 1.05 times the prototype's plus three standard errors of both, and
 * no run is above five times the median.
 */
final class MechanismsAccuracyTest {
  private static final int TRIALS = 40;
  private static final int SMALL = 64_000;

  /** The settings whose rows have few values; a run of all takes a minute. */
  static List<AccuracySetting> small() {
    return AccuracySetting.all().stream().filter(setting -> size(setting) <= SMALL).toList();
  }

  static List<AccuracySetting> large() {
    return AccuracySetting.all().stream().filter(setting -> size(setting) > SMALL).toList();
  }

  private static int size(AccuracySetting setting) {
    return setting.rows() * setting.dimension();
  }

  @ParameterizedTest
  @MethodSource("large")
  @Tag("long")
  void release_onThePapersLargeSettings_errsNoMoreThanThePrototype(AccuracySetting setting) {
    release_onThePapersSettings_errsNoMoreThanThePrototype(setting);
  }

  @ParameterizedTest
  @MethodSource("small")
  void release_onThePapersSettings_errsNoMoreThanThePrototype(AccuracySetting setting) {
    double[][] errors =
        IntStream.range(0, TRIALS)
            .parallel()
            .mapToObj(trial -> errors(setting, trial))
            .toArray(double[][]::new);
    double[] total = Arrays.stream(errors).mapToDouble(pair -> pair[0]).sorted().toArray();
    double[] own = Arrays.stream(errors).mapToDouble(pair -> pair[1]).sorted().toArray();
    assertAll(
        () -> assertMet("total error", total, setting.totalError(), setting.totalStandardError()),
        () ->
            assertMet(
                "private error", own, setting.privateError(), setting.privateStandardError()));
  }

  private static double[] errors(AccuracySetting setting, int trial) {
    SplittableRandom random = new SplittableRandom(1000L * setting.dimension() + trial);
    double[][] data = setting.draw(random);
    double[] exact = new double[setting.dimension()];
    for (double[] row : data) {
      for (int j = 0; j < exact.length; j++) {
        exact[j] += row[j] / data.length;
      }
    }
    double[] truth = exact;
    if (!setting.multiplesOfOnes()) {
      truth = new double[exact.length];
      Arrays.fill(truth, setting.mu());
    }
    CentralTrust trust =
        CentralTrust.of(
            new PrivacyLedger(new Zcdp(setting.rho())), NoiseKey.fromSeed(random.nextLong()));
    double[] released =
        Mechanisms.release(
                setting.request(),
                InMemoryRows.of(data, setting.dimension(), InvalidRows.ERROR),
                trust)
            .mean();
    return new double[] {distance(released, truth), distance(released, exact)};
  }

  private static double distance(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += (a[j] - b[j]) * (a[j] - b[j]);
    }
    return Math.sqrt(sum);
  }

  private static void assertMet(String what, double[] sorted, double figure, double error) {
    if (Double.isNaN(figure)) {
      return;
    }
    double mean = trimmedMean(sorted);
    double own = standardError(sorted);
    double limit = 1.05 * figure + 3 * Math.sqrt(own * own + error * error);
    assertTrue(mean <= limit, () -> String.format("%s %.4g above %.4g", what, mean, limit));
    double median = (sorted[sorted.length / 2 - 1] + sorted[sorted.length / 2]) / 2;
    double worst = sorted[sorted.length - 1];
    assertTrue(
        worst <= 5 * median,
        () -> String.format("%s: worst run %.4g, median %.4g", what, worst, median));
  }

  private static double trimmedMean(double[] sorted) {
    int cut = sorted.length / 10;
    return Arrays.stream(sorted, cut, sorted.length - cut).average().orElseThrow();
  }

  private static double standardError(double[] values) {
    double mean = Arrays.stream(values).average().orElseThrow();
    double square = Arrays.stream(values).map(x -> (x - mean) * (x - mean)).sum();
    return Math.sqrt(square / (values.length - 1) / values.length);
  }
}
