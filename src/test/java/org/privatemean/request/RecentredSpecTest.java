package org.privatemean.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.geometry.NormRange;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.refusal.ParamException;

final class RecentredSpecTest {
  private static RecentredSpec spec(OptionalDouble minNorm, double bound) {
    return new RecentredSpec(
        0.5,
        minNorm,
        Optional.of(new Bounds.Ball(bound, OptionalDouble.empty())),
        Scaling.NONE,
        ErrorBarCoverage.of(ErrorBarCoverage.CoverageKind.NONE),
        RecentredSpec.Moments.MEAN,
        PrivacyUnit.row(Neighbours.REPLACE));
  }

  private static String refusal(OptionalDouble minNorm, double bound) {
    RecentredSpec spec = spec(minNorm, bound);
    return assertThrows(IllegalArgumentException.class, () -> spec.range(1000, 3)).getMessage();
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-200, Double.MIN_VALUE, 0x1p-498})
  void range_boundsBelowAllNorms_namesTheBoundsAndNotMinNorm(double bound) {
    String message = refusal(OptionalDouble.empty(), bound);
    assertTrue(message.contains("bound, coordinateBound"), message);
    assertTrue(message.contains("at most " + bound), message);
    assertFalse(message.contains("minNorm"), message);
  }

  @Test
  void range_minNormAboveTheBounds_namesIt() {
    String message = refusal(OptionalDouble.of(2), 1);
    assertEquals(
        "minNorm must be below the norm that the bounds allow. Provided: minNorm 2.0, bounds that"
            + " allow 1.0",
        message);
  }

  private static void assertNoSample(String said, RecentredSpec spec) {
    ParamException refused =
        assertThrows(ParamException.class, () -> spec.withSampling(Sampling.ALWAYS));
    assertEquals("sampling", refused.param());
    assertEquals(
        "sampling is always, but "
            + said
            + " all rows in every step: set sampling to auto or none, or leave that out",
        refused.getMessage());
    // As auto, it takes them.
    assertEquals(Sampling.AUTO, spec.withSampling(Sampling.AUTO).sampling());
  }

  @Test
  void sampling_alwaysWithParamsThatNeedAllRows_isRefused() {
    RecentredSpec usual = RecentredSpec.of(0.5);
    assertEquals(Sampling.NONE, usual.sampling());
    assertEquals(Sampling.ALWAYS, usual.withSampling(Sampling.ALWAYS).sampling());
    assertNoSample("standard deviations take", usual.with(RecentredSpec.Moments.DEVIATIONS));
    assertThrows(
        ParamException.class,
        () -> usual.withSampling(Sampling.ALWAYS).with(RecentredSpec.Moments.DEVIATIONS));
    assertNoSample(
        "regions proved takes",
        usual.with(Scaling.NONE, ErrorBarCoverage.of(ErrorBarCoverage.CoverageKind.PROVED)));
    assertNoSample("personWeight rows takes", of(PrivacyUnit.person(Neighbours.ADD_REMOVE, 2)));
    PrivacyUnit once = PrivacyUnit.person(Neighbours.ADD_REMOVE, 1);
    assertEquals(Sampling.ALWAYS, of(once).withSampling(Sampling.ALWAYS).sampling());
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void rareUnit_notFiniteOrNegative_isRefused(double rareUnit) {
    RecentredSpec usual = RecentredSpec.of(0.5);
    ParamException refused = assertThrows(ParamException.class, () -> usual.withRareUnit(rareUnit));
    assertEquals("rareUnit", refused.param());
    assertEquals(
        "rareUnit must be finite and at least 0. Provided value: " + rareUnit,
        refused.getMessage());
    GroupedSpec groups =
        GroupedSpec.of(0.5, Scaling.STANDARD, PrivacyUnit.row(Neighbours.ADD_REMOVE));
    assertThrows(ParamException.class, () -> groups.withRareUnit(rareUnit));
  }

  @Test
  void rareUnit_set_staysInEveryRequestMadeOfIt() {
    assertEquals(1, RecentredSpec.of(0.5).rareUnit());
    RecentredSpec off = RecentredSpec.of(0.5).withRareUnit(0);
    assertEquals(0, off.rareUnit());
    assertEquals(0, off.with(RecentredSpec.Moments.DEVIATIONS).rareUnit());
    assertEquals(0, off.withSampling(Sampling.AUTO).rareUnit());
    assertEquals(0, off.withStart(WarmStart.of(new double[1], 1)).rareUnit());
    assertEquals(
        0,
        off.with(Scaling.NONE, ErrorBarCoverage.of(ErrorBarCoverage.CoverageKind.NONE)).rareUnit());
    GroupedSpec groups =
        GroupedSpec.of(0.5, Scaling.STANDARD, PrivacyUnit.row(Neighbours.ADD_REMOVE));
    assertEquals(1, groups.rareUnit());
    assertEquals(4, groups.withRareUnit(4).of(0.25).rareUnit());
  }

  private static RecentredSpec of(PrivacyUnit unit) {
    return new RecentredSpec(
        0.5,
        OptionalDouble.empty(),
        Optional.empty(),
        Scaling.STANDARD,
        ErrorBarCoverage.of(ErrorBarCoverage.CoverageKind.SAMPLE),
        RecentredSpec.Moments.MEAN,
        unit);
  }

  @Test
  void range_smallBounds_isCovered() {
    NormRange range = spec(OptionalDouble.empty(), 1e-149).range(1000, 3);
    assertEquals(NormRange.WIDEST.low(), range.low());
    assertTrue(range.high() >= 1e-149 && range.high() < 4e-149);
  }
}
