package org.privatemean.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.Promise;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.PureDp;
import org.privatemean.privacy.Zcdp;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.Method;
import org.privatemean.request.RecentredSpec;

@Promise("large budgets, a delta of 1/n and seeds are warned of")
final class PublicWarningsTest {
  private static final PrivacyUnit ROW = PrivacyUnit.row(Neighbours.REPLACE);

  private static Release release(Guarantee guarantee, Estimate estimate, Noise noise) {
    return Release.of(Method.CLIPPED.label(), TrustedParty.CURATOR, guarantee, estimate, noise);
  }

  private static Release usual(double[] mean) {
    Guarantee guarantee = Guarantee.inZcdp(new Zcdp(0.5), ROW);
    return release(guarantee, Estimate.of(mean, 1000), Noise.of(mean.length, 1, 1));
  }

  private static List<Warning> warnings(Release release) {
    return PublicWarnings.addTo(release, ErrorBarCoverage.CoverageKind.NONE).warnings();
  }

  private static List<Warning.Code> codes(Release release) {
    return warnings(release).stream().map(Warning::code).toList();
  }

  @Test
  void addTo_usualRelease_addsNoWarning() {
    assertEquals(List.of(), warnings(usual(new double[2])));
  }

  @ParameterizedTest
  @CsvSource({"0.001, true", "0.00099, false", "1e-6, false"})
  void addTo_deltaAgainstRows_warnsFromOneOverNOn(double delta, boolean warned) {
    Guarantee requested = Guarantee.inApproxDp(new ApproxDp(1, delta), new Zcdp(0.1), ROW);
    Noise noise = Noise.of(2, 1, 1);
    List<Warning.Code> expected = warned ? List.of(Warning.Code.LARGE_DELTA) : List.of();
    assertEquals(expected, codes(release(requested, Estimate.of(new double[2], 1000), noise)));
    assertEquals(expected, codes(release(requested, Estimate.forecast(2, 1000), noise)));
    assertEquals(List.of(), codes(release(requested, Estimate.forecast(2, 0), noise)));
  }

  @ParameterizedTest
  @CsvSource({"10, 20, false", "10.5, 20.5, true"})
  void addTo_largeBudgets_warnsAboveTheLimit(double rho, double epsilon, boolean warned) {
    Estimate estimate = Estimate.of(new double[2], 1000);
    Noise noise = Noise.of(2, 1, 1);
    List<Warning.Code> expected = warned ? List.of(Warning.Code.LARGE_BUDGET) : List.of();
    for (Guarantee guarantee :
        List.of(
            Guarantee.inZcdp(new Zcdp(rho), ROW),
            Guarantee.inApproxDp(new ApproxDp(epsilon, 1e-9), new Zcdp(5), ROW),
            Guarantee.ofReports(new PureDp(epsilon), new Zcdp(100)),
            Guarantee.ofMessages(new ApproxDp(epsilon, 1e-9), 1, new Zcdp(100)))) {
      assertEquals(expected, codes(release(guarantee, estimate, noise)), guarantee.text());
    }
  }

  @Test
  void addTo_knownSeed_warns() {
    Release release = usual(new double[2]);
    assertEquals(List.of(Warning.Code.SEEDED), codes(release.withSeeding(NoiseSeeding.YES)));
    assertEquals(List.of(), codes(release.withSeeding(NoiseSeeding.NO)));
    assertEquals(List.of(), codes(release.withSeeding(NoiseSeeding.UNSEEN)));
  }

  /** The noise has deviation 1, so its half-width is 1.96. */
  @Test
  void addTo_noiseAboveMeanAndDeviation_namesTheColumns() {
    Release release =
        usual(new double[] {0.1, -3, 0.1, -0.1})
            .withColumnNames(List.of("age", "income", "score", "year"));
    double[] deviations = {1, 1, 3, 1.9};
    double[] noise = new double[4];
    for (Release known :
        List.of(
            release.withScales(Scales.of("standard", Scales.From.PRIVATE, deviations)),
            release.withScales(Scales.of("none", Scales.From.PUBLIC, deviations)),
            release.withDeviations(new Deviations(deviations, noise, new boolean[4])))) {
      List<Warning> warnings = warnings(known);
      assertEquals(List.of(Warning.Code.NOISY_COLUMNS), codes(known));
      assertTrue(warnings.get(0).text().contains("of age, year:"), warnings.toString());
    }
    assertEquals(List.of(), warnings(release));
    assertEquals(
        List.of(),
        warnings(release.withScales(Scales.of("auto", Scales.From.PRIVATE, deviations))));
  }

  /** The noise of a private number of rows is a length in data units, which incomes have. */
  @Test
  void addTo_countNoiseOfLargeUnits_isNotThatOfSmallOnes() {
    Noise noise = Noise.of(new double[] {0.05, 300}, Double.POSITIVE_INFINITY).plus(400, 0);
    Release release =
        Release.of(
                RecentredSpec.NAME,
                TrustedParty.CURATOR,
                Guarantee.inZcdp(new Zcdp(0.5), PrivacyUnit.row(Neighbours.ADD_REMOVE)),
                Estimate.of(new double[] {69, 39_000}, 391),
                noise.withClippingNorm(8))
            .withScales(Scales.of("standard", Scales.From.PRIVATE, new double[] {4, 25_000}));
    assertEquals(List.of(Warning.Code.NOISY_COLUMNS), codes(release));
    double[] bars = {0.4, 2200};
    for (double confidence : new double[] {0.95, 0.5, 0.9999}) {
      ConfidenceRegion region =
          new ConfidenceRegion(
              confidence, ConfidenceRegion.Covers.SAMPLE, 2300, bars, OptionalLong.empty());
      assertEquals(List.of(), codes(release.withRegion(region)));
    }
    double[] wide = {100, 2200};
    ConfidenceRegion region =
        new ConfidenceRegion(
            0.95, ConfidenceRegion.Covers.SAMPLE, 2300, wide, OptionalLong.empty());
    assertEquals(List.of(Warning.Code.NOISY_COLUMNS), codes(release.withRegion(region)));
  }

  /**
   * Where there is no curator, whose fits know deviations; means below 2.5 times 1.96 are hidden.
   */
  @ParameterizedTest
  @CsvSource({
    "NOBODY, 92, true",
    "SHUFFLER, -92, true",
    "NOBODY, 31, true",
    "NOBODY, 25, false",
    "NOBODY, 0, false",
    "CURATOR, 500, false"
  })
  void addTo_noiseHidesColumnsBesideAFarOne_namesThem(
      TrustedParty trusted, double far, boolean warned) {
    Guarantee guarantee = Guarantee.ofReports(new PureDp(1), new Zcdp(0.1));
    Estimate estimate = Estimate.of(new double[] {far, 0.5, 5, -0.8}, 1000);
    Release release =
        Release.of(Method.CLIPPED.label(), trusted, guarantee, estimate, Noise.of(4, 1, 1));
    Release all = PublicWarnings.addTo(release, ErrorBarCoverage.CoverageKind.NONE);
    assertEquals(warned ? List.of(Warning.Code.NOISY_COLUMNS) : List.of(), codes(all));
    assertEquals(
        warned
            ? List.of(
                new ColumnWarning(1, ColumnWarning.ColumnWarningCode.UNRESOLVED),
                new ColumnWarning(3, ColumnWarning.ColumnWarningCode.UNRESOLVED))
            : List.of(),
        all.columnWarnings());
    if (warned) {
      String text = all.warnings().get(0).text();
      assertTrue(text.contains("the mean of [1], [3], which"), text);
      assertTrue(text.contains("that of [0]: if"), text);
      assertEquals(all, PublicWarnings.addTo(all, ErrorBarCoverage.CoverageKind.NONE));
      Release named = release.withColumnNames(List.of("income", "age", "height", "score"));
      text =
          PublicWarnings.addTo(named, ErrorBarCoverage.CoverageKind.NONE).warnings().get(0).text();
      assertTrue(text.contains("of age, score, which"), text);
      assertTrue(text.contains("that of income: if"), text);
    }
  }

  @Test
  void addTo_manyNoisyColumnsWithoutNames_countsTheRest() {
    double[] deviations = new double[12];
    Arrays.fill(deviations, 1);
    Release release =
        usual(new double[12]).withScales(Scales.of("standard", Scales.From.PRIVATE, deviations));
    String text = warnings(release).get(0).text();
    assertTrue(text.contains("of [0], [1], [2], [3], [4] and 7 more:"), text);
  }

  @Test
  void addTo_upperBounds_statesTheirNumber() {
    boolean[] unresolved = {true, false, true};
    double[] large = {9, 9, 9};
    Release release =
        usual(new double[3]).withDeviations(new Deviations(large, new double[3], unresolved));
    assertEquals(List.of(Warning.Code.UNRESOLVED_DEVIATIONS), codes(release));
    assertTrue(warnings(release).get(0).text().startsWith("2 of 3 standard deviations"));
  }

  @Test
  void addTo_barsOfTheNoiseOnly_warnsIfMoreWasRequested() {
    Release release = usual(new double[2]);
    assertEquals(
        List.of(Warning.Code.NOISE_ONLY),
        PublicWarnings.addTo(release, ErrorBarCoverage.CoverageKind.SAMPLE).warnings().stream()
            .map(Warning::code)
            .toList());
    Release forecast = release(release.guarantee(), Estimate.forecast(2, 1000), Noise.of(2, 1, 1));
    assertEquals(
        List.of(), PublicWarnings.addTo(forecast, ErrorBarCoverage.CoverageKind.SAMPLE).warnings());
    ConfidenceRegion sample =
        new ConfidenceRegion(
            0.95, ConfidenceRegion.Covers.SAMPLE, 1, new double[] {1}, OptionalLong.empty());
    assertEquals(
        List.of(),
        PublicWarnings.addTo(release.withRegion(sample), ErrorBarCoverage.CoverageKind.PROVED)
            .warnings());
  }

  @Test
  void addTo_warningOfTheMechanism_isKeptOnce() {
    Warning known = new Warning(Warning.Code.SEEDED, "known");
    Release once = usual(new double[2]).withSeeding(NoiseSeeding.YES).withWarnings(List.of(known));
    assertEquals(List.of(known), warnings(once));
    Release all =
        PublicWarnings.addTo(
            usual(new double[2]).withSeeding(NoiseSeeding.YES), ErrorBarCoverage.CoverageKind.NONE);
    assertEquals(all, PublicWarnings.addTo(all, ErrorBarCoverage.CoverageKind.NONE));
  }

  @Test
  void codes_eachLabel_isThatOfItsCodeAlone() {
    for (Warning.Code code : Warning.Code.values()) {
      assertEquals(code, Warning.Code.fromLabel(code.label()));
    }
    assertThrows(IllegalArgumentException.class, () -> Warning.Code.fromLabel("other"));
  }
}
