package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;
import org.privatemean.mean.StartTrials.Nights;
import org.privatemean.mean.StartTrials.Trial;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Neighbours;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.Release;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Scaling;
import org.privatemean.request.WarmStart;

/**
 * Fits that begin at an earlier release: as good as from scratch, in fewer passes, wherever the
 * data went.
 *
 * <p>The error of a fit to d normal coordinates varies by about {@code 1 / sqrt(2 d)} of itself, so
 * the ratio of two trimmed means over k fits has a deviation of about {@code 1.05 / sqrt(d k)}.
 */
@Promise("a fit from an earlier release is as good as one from scratch, and costs no more")
final class StartTest {
  private static RecentredSpec spec(double rho, Scaling scaling) {
    RecentredSpec spec = RecentredSpec.of(rho);
    return spec.with(scaling, spec.regions());
  }

  private static void assertRatio(double low, double high, List<Trial> trials) {
    double ratio = StartTrials.ratio(trials);
    assertTrue(ratio > low && ratio < high, () -> StartTrials.line("", trials));
  }

  /**
   * A drift of one deviation: 400 fits, a deviation of 0.013. Measured: 0.98. Without the finishing
   * step that is always taken, 1.14: the bound is six deviations from both.
   */
  @Test
  @Tag("long")
  void release_startAndADriftOfOneDeviation_isAsGoodAsFromScratchInTwoThirdsOfThePasses() {
    List<Trial> trials =
        StartTrials.of(spec(0.5, Scaling.NONE), 400, false, StartTrials.normal(4000, 16, 1));
    assertRatio(0.9, 1.06, trials);
    assertTrue(trials.stream().allMatch(Trial::used));
    double scratch = StartTrials.questions(trials, Trial::fromScratch);
    double started = StartTrials.questions(trials, Trial::fromStart);
    assertTrue(started < 11.2, "questions from the start: " + started);
    assertTrue(scratch > 16, "questions from scratch: " + scratch);
  }

  /** 60 fits, a deviation of 0.012. */
  @Test
  @Tag("long")
  void release_startInManyCoordinates_isAsGoodAsFromScratch() {
    List<Trial> trials =
        StartTrials.of(spec(0.5, Scaling.STANDARD), 60, false, StartTrials.normal(3000, 128, 0));
    assertRatio(0.9, 1.1, trials);
    assertTrue(trials.stream().allMatch(Trial::used));
    double saved =
        StartTrials.questions(trials, Trial::fromScratch)
            - StartTrials.questions(trials, Trial::fromStart);
    assertTrue(saved > 4, "questions saved: " + saved);
  }

  /** 120 fits, a deviation of 0.024: at most 1.1 to four of these. */
  @Tag("long")
  @Test
  void release_startTenThousandDeviationsAway_fallsBack() {
    List<Trial> trials =
        StartTrials.of(spec(0.5, Scaling.STANDARD), 120, false, StartTrials.normal(4000, 16, 1e4));
    assertRatio(0.85, 1.15, trials);
    assertTrue(trials.stream().noneMatch(Trial::used));
  }

  /** Each in its own deviation, 100 fits of 10 coordinates: a deviation of 0.033. */
  @Tag("long")
  @Test
  void release_startWithDifferentUnits_keepsThemWithFewerQueries() {
    List<Trial> trials =
        StartTrials.of(
            spec(0.5, Scaling.STANDARD),
            100,
            true,
            StartTrials.same(seed -> StartTrials.unlike(seed, 4000, 10)));
    assertRatio(0.83, 1.17, trials);
    assertTrue(trials.stream().allMatch(Trial::used));
    double started = StartTrials.questions(trials, Trial::fromStart);
    double scratch = StartTrials.questions(trials, Trial::fromScratch);
    assertTrue(started < 0.85 * scratch, started + " questions against " + scratch);
  }

  /** One coordinate's unit falls to a thousandth, or rises a thousand times, over night. */
  @Tag("long")
  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 1e3})
  void release_unitThatMoved_isFoundAgain(double factor) {
    IntFunction<Nights> nights =
        run -> {
          double[][] before = StartTrials.unlike(2L * run, 4000, 10);
          double[][] today = StartTrials.unlike(2L * run + 1, 4000, 10);
          for (double[] row : today) {
            row[2] *= factor;
          }
          return new Nights(before, today);
        };
    List<Trial> trials = StartTrials.of(spec(0.5, Scaling.STANDARD), 60, true, nights);
    assertRatio(0.75, 1.25, trials);
  }

  /** The error bars of 120 fits from a start cover as often as they say, to five deviations. */
  @ParameterizedTest
  @CsvSource({"5, people", "8, lognormal", "16, binary"})
  @Tag("long")
  void release_startAndSkewedColumns_isCoveredByItsBars(int dimension, String law) {
    IntFunction<Nights> nights =
        StartTrials.same(
            seed ->
                switch (law) {
                  case "people" -> StartTrials.people(seed, 2000);
                  case "binary" -> StartTrials.binary(seed, 2000, dimension);
                  default -> Fits.rows(seed, 2000, dimension, r -> Fits.lognormal(r, 1));
                });
    List<Trial> trials = StartTrials.of(spec(0.5, Scaling.STANDARD), 120, true, nights);
    double[] coverage = StartTrials.coverage(trials, Trial::fromStart);
    double least = 0.95 - 5 * Math.sqrt(0.95 * 0.05 / trials.size());
    assertTrue(coverage[0] > least, () -> StartTrials.line(law, trials));
    assertTrue(coverage[1] > least, () -> StartTrials.line(law, trials));
    assertRatio(0.7, 1.3, trials);
  }

  /** Norms that say nothing, at a mean that is right: the data are found all the same. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 1e-300, 1e300, Double.MIN_VALUE, Double.MAX_VALUE})
  void release_startOfAnOddNorm_isAsGoodAsFromScratch(double norm) {
    double[][] rows = Fits.rows(1, 4000, 16, r -> 10 + r.nextGaussian());
    double[] mean = new double[16];
    Arrays.fill(mean, 10);
    for (Scaling scaling : Scaling.named()) {
      Release release = Fits.fit(spec(0.5, scaling).withStart(WarmStart.of(mean, norm)), rows, 7);
      assertFalse(release.startUsed().orElseThrow());
      assertTrue(StartTrials.error(release, rows, false) < 0.03, () -> scaling + " " + release);
    }
  }

  /** Where all rows are equal, and where the start's mean is beyond all norms. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 1e-300, 1e-12, 1, 1e300})
  void release_identicalRowsOrAFarMean_isFound(double norm) {
    double[] there = {3.7, 3.7, 3.7, 3.7};
    double[] beyond = {1e300, -1e308, 1e200, 0};
    double[][] equal = Fits.rows(1, 150, 4, r -> 3.7);
    double[][] spread = Fits.rows(2, 4000, 4, r -> 3.7 + r.nextGaussian());
    for (Scaling scaling : Scaling.named()) {
      RecentredSpec spec = spec(0.5, scaling);
      Release same = Fits.fit(spec.withStart(WarmStart.of(there, norm)), equal, 3);
      // A norm far above all distances sends the fit back to the whole search, with little left.
      double most = norm < 1 ? 1e-9 : 1e-5;
      assertTrue(StartTrials.error(same, equal, false) < most, () -> scaling + " " + same);
      Release found = Fits.fit(spec.withStart(WarmStart.of(beyond, norm)), spread, 3);
      assertFalse(found.startUsed().orElseThrow());
      assertTrue(StartTrials.error(found, spread, false) < 0.03, () -> scaling + " " + found);
    }
  }

  /** The start was released from a tenth, and from ten times as many rows. */
  @Tag("long")
  @ParameterizedTest
  @CsvSource({"400, 4000", "10000, 1000"})
  void release_tenTimesMoreOrFewerRows_isAsGoodAsFromScratch(int before, int today) {
    List<Trial> trials =
        StartTrials.of(
            spec(0.5, Scaling.STANDARD),
            60,
            false,
            run ->
                new Nights(
                    Fits.rows(2L * run, before, 16, r -> 10 + r.nextGaussian()),
                    Fits.rows(2L * run + 1, today, 16, r -> 10 + r.nextGaussian())));
    assertRatio(0.8, 1.2, trials);
  }

  @Test
  void release_anyStart_chargesItsBudgetAndIsFinite() {
    SplittableRandom random = new SplittableRandom(3);
    for (int k = 0; k < 200; k++) {
      int d = 1 + random.nextInt(20);
      double[] mean = random.doubles(d, -1, 1).toArray();
      double size = Math.exp(random.nextDouble(-20, 20));
      Arrays.setAll(mean, j -> mean[j] * size);
      WarmStart start = WarmStart.of(mean, Math.exp(random.nextDouble(-20, 20)));
      if (random.nextBoolean()) {
        start = start.withScales(random.doubles(d, 1e-3, 1e3).toArray());
      }
      if (random.nextBoolean()) {
        start = start.withDeviations(random.doubles(d, 1e-3, 1e3).toArray(), random.nextBoolean());
      }
      Scaling[] scalings = {
        Scaling.NONE,
        Scaling.AUTO,
        Scaling.STANDARD,
        Scaling.by(random.doubles(d, 0.1, 100).toArray())
      };
      Scaling scaling = scalings[random.nextInt(scalings.length)];
      Neighbours neighbours = random.nextBoolean() ? Neighbours.REPLACE : Neighbours.ADD_REMOVE;
      RecentredSpec spec = Fits.spec(2, scaling, ErrorBarCoverage.CoverageKind.SAMPLE, neighbours);
      if (scaling.equals(Scaling.STANDARD) && random.nextBoolean()) {
        spec = spec.with(RecentredSpec.Moments.DEVIATIONS);
      }
      double[][] rows = Fits.rows(k, 500, d, r -> r.nextGaussian());
      Release release = Fits.fit(spec.withStart(start), rows, k);
      double charged = release.charges().stream().mapToDouble(Charge::rho).sum();
      assertEquals(2, charged, 1e-9);
      assertTrue(Arrays.stream(release.mean()).allMatch(Double::isFinite));
      assertTrue(release.region().radius() < Double.POSITIVE_INFINITY);
    }
  }

  /** A chain of nights, each begun at the one before: errors do not build up. */
  @Tag("long")
  @Test
  void release_aChainOfThirtyStarts_isAsGoodAsTheFirst() {
    double first = 0;
    double last = 0;
    for (int chain = 0; chain < 6; chain++) {
      RecentredSpec spec = spec(0.5, Scaling.STANDARD);
      Release release = null;
      for (int night = 0; night < 30; night++) {
        double[][] rows = StartTrials.people(1000L * chain + night, 3000);
        RecentredSpec requested = release == null ? spec : spec.withStart(release.start());
        release = Fits.fit(requested, rows, 1000L * chain + night);
        double error = StartTrials.error(release, rows, true);
        first += night < 3 ? error / 18 : 0;
        last += night >= 27 ? error / 18 : 0;
      }
    }
    double ratio = last / first;
    assertTrue(ratio < 2, "the last nights have " + ratio + " times the error of the first");
  }

  @Test
  void start_otherDimensionOrNoRelease_isRefusedByName() {
    double[][] rows = Fits.rows(1, 1000, 3, r -> r.nextGaussian());
    RecentredSpec spec = spec(0.5, Scaling.NONE).withStart(WarmStart.of(new double[2], 1));
    ParamException refused = assertThrows(ParamException.class, () -> Fits.fit(spec, rows, 1));
    assertEquals("startFrom", refused.param());
    assertThrows(ParamException.class, () -> WarmStart.of(new double[] {Double.NaN}, 1));
    assertThrows(ParamException.class, () -> WarmStart.of(new double[1], Double.POSITIVE_INFINITY));
    assertThrows(ParamException.class, () -> WarmStart.of(new double[1], -1));
    assertThrows(
        ParamException.class, () -> WarmStart.of(new double[1], 1).withScales(new double[1]));
  }

  /** The points of the table of the design, 200 fits each; drifts on the way to a new search. */
  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "none, 4000, 16, 0.5, 0", "none, 4000, 16, 0.05, 0", "none, 4000, 16, 0.0167, 0",
    "none, 4000, 128, 0.5, 0", "none, 4000, 128, 0.05, 0", "standard, 4000, 16, 0.5, 0",
    "standard, 4000, 16, 0.05, 0", "standard, 4000, 128, 0.5, 0", "standard, 4000, 128, 0.05, 0",
    "auto, 4000, 16, 0.5, 0", "none, 4000, 16, 0.5, 4", "none, 4000, 16, 0.5, 8",
    "none, 4000, 16, 0.5, 30", "standard, 4000, 16, 0.05, 1", "standard, 4000, 16, 0.05, 10000"
  })
  void release_pointsOfTheTable_areWithinATenthOfScratch(
      String scaling, int rows, int dimension, double rho, double drift) {
    List<Trial> trials =
        StartTrials.of(
            spec(rho, Scaling.of(scaling)), 200, false, StartTrials.normal(rows, dimension, drift));
    assertRatio(0.88, 1.12, trials);
  }
}
