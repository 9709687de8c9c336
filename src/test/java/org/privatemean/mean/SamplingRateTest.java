package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.ErrorBarCoverage;
import org.privatemean.request.RecentredSpec;
import org.privatemean.request.Sampling;
import org.privatemean.request.Scaling;

final class SamplingRateTest {
  private static final double RHO = 0.5;

  private static RecentredSpec spec(Sampling sampling, Scaling scaling, PrivacyUnit unit) {
    return new RecentredSpec(
            RHO,
            OptionalDouble.empty(),
            Optional.empty(),
            scaling,
            ErrorBarCoverage.of(ErrorBarCoverage.CoverageKind.SAMPLE),
            RecentredSpec.Moments.MEAN,
            unit)
        .withSampling(sampling);
  }

  private static RecentredSpec spec(Sampling sampling, Scaling scaling) {
    return spec(sampling, scaling, PrivacyUnit.row(Neighbours.REPLACE));
  }

  private static int halvings(RecentredSpec spec, double rows, int dimension) {
    return SamplingRate.compute(RecentredPlan.create(spec, (long) rows, dimension));
  }

  /** Wanted are 8192 rows, a 32th of all, or 2 sqrt(18432 d / rho), within 64 MiB. */
  @ParameterizedTest
  @CsvSource({
    "4e5, 16, 5", // a 32th: 12,500
    "1e6, 16, 5",
    "1e7, 16, 5", // 312,500 rows of 128 bytes: 38 MiB
    "1e8, 16, 8", // a 32th would be 381 MiB
    "1e5, 128, 3", // 2 sqrt(18432 128 / 0.5) = 4,344; 8,192 it is
    "1e6, 128, 5",
    "1e5, 1024, 4", // wanted 12,288, but 12,500 rows take 97 MiB
    "1e6, 1024, 7",
    "2e5, 16, 0", // 3.2 million coordinates
    "2e4, 1024, 2",
    "1e4, 1024, 0", // half of the rows
    "1e6, 7, 0", // a tail that the cells do not tell
    "1e6, 4096, 0" // 64 MiB hold 2,048 rows, too few
  })
  void auto_followsFromPublicNumbers(double rows, int dimension, int halvings) {
    assertEquals(halvings, halvings(spec(Sampling.AUTO, Scaling.NONE), rows, dimension));
  }

  @Test
  void auto_unitsNotFoundOnASmallSample_takesALargerSample() {
    assertEquals(3, halvings(spec(Sampling.AUTO, Scaling.STANDARD), 1e5, 1024));
    assertEquals(5, halvings(spec(Sampling.AUTO, Scaling.STANDARD), 1e6, 128));
  }

  @Test
  void auto_paramsThatNeedAllRows_takesAllRows() {
    RecentredSpec standard = spec(Sampling.AUTO, Scaling.STANDARD);
    assertEquals(5, halvings(standard, 1e6, 16));
    assertEquals(0, halvings(standard.with(RecentredSpec.Moments.DEVIATIONS), 1e6, 16));
    ErrorBarCoverage proved = ErrorBarCoverage.of(ErrorBarCoverage.CoverageKind.PROVED);
    assertEquals(0, halvings(standard.with(Scaling.STANDARD, proved), 1e6, 16));
    PrivacyUnit persons = PrivacyUnit.person(Neighbours.ADD_REMOVE, 4);
    assertEquals(0, halvings(spec(Sampling.AUTO, Scaling.STANDARD, persons), 1e6, 16));
    PrivacyUnit once = PrivacyUnit.person(Neighbours.ADD_REMOVE, 1);
    assertEquals(5, halvings(spec(Sampling.AUTO, Scaling.STANDARD, once), 1e6, 16));
    // Sums of more than 2^38 rows could overflow.
    assertEquals(0, halvings(standard, 0x1p39, 16));
  }

  @Test
  void none_takesAllRows() {
    assertEquals(0, halvings(spec(Sampling.NONE, Scaling.NONE), 1e7, 16));
  }

  @ParameterizedTest
  @CsvSource({"4e3, 16, 1", "1e6, 2, 5", "1e4, 1024, 1", "1e7, 16, 5"})
  void always_takesAtLeastOneHalving(double rows, int dimension, int halvings) {
    assertEquals(halvings, halvings(spec(Sampling.ALWAYS, Scaling.NONE), rows, dimension));
  }

  @Test
  void always_tooFewRows_statesTheNumberNeeded() {
    // 0.7 sqrt(18432 16 / 0.5) = 538.
    assertEquals(1, halvings(spec(Sampling.ALWAYS, Scaling.NONE), 1076, 16));
    ParamException refused =
        assertThrows(
            ParamException.class, () -> halvings(spec(Sampling.ALWAYS, Scaling.NONE), 1074, 16));
    assertEquals("sampling", refused.param());
    assertTrue(refused.getMessage().contains("538 rows"), refused.getMessage());
  }

  @Test
  void always_withParamsThatNeedAllRows_isRefused() {
    RecentredSpec always = spec(Sampling.ALWAYS, Scaling.STANDARD);
    ErrorBarCoverage proved = ErrorBarCoverage.of(ErrorBarCoverage.CoverageKind.PROVED);
    PrivacyUnit persons = PrivacyUnit.person(Neighbours.ADD_REMOVE, 4);
    assertThrows(
        ParamException.class,
        () -> halvings(always.with(RecentredSpec.Moments.DEVIATIONS), 1e6, 16));
    assertThrows(
        ParamException.class, () -> halvings(always.with(Scaling.STANDARD, proved), 1e6, 16));
    assertThrows(
        ParamException.class,
        () -> halvings(spec(Sampling.ALWAYS, Scaling.STANDARD, persons), 1e6, 16));
    assertThrows(ParamException.class, () -> halvings(always, 0x1p39, 16));
  }

  @Test
  void most_isTenDeviationsAboveTheExpectation() {
    RecentredPlan plan = RecentredPlan.create(spec(Sampling.AUTO, Scaling.NONE), 1_000_000, 16);
    double expected = 1e6 / 32;
    assertEquals(expected + 10 * Math.sqrt(expected) + 50, (double) SamplingRate.most(plan, 5), 1);
  }
}
