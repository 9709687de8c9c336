package org.privatemean.release;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.numeric.Normal;

final class ConfidenceRegionTest {
  private static ConfidenceRegion region(
      double confidence, ConfidenceRegion.Covers covers, double radius, double width, long rows) {
    OptionalLong clipped = rows < 0 ? OptionalLong.empty() : OptionalLong.of(rows);
    return new ConfidenceRegion(confidence, covers, radius, new double[] {width, 1}, clipped);
  }

  @ParameterizedTest
  @EnumSource
  void of_everyLabel_isItsCoverage(ConfidenceRegion.Covers covers) {
    assertEquals(covers, ConfidenceRegion.Covers.fromLabel(covers.label()));
  }

  @Test
  void of_anotherLabel_isRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> ConfidenceRegion.Covers.fromLabel("population"));
  }

  @Test
  void region_values_areCopiesOfThoseGiven() {
    double[] widths = {1, 2, 3};
    ConfidenceRegion region =
        new ConfidenceRegion(0.9, ConfidenceRegion.Covers.SAMPLE, 4, widths, OptionalLong.of(0));
    widths[0] = 9;
    region.halfWidths()[1] = 9;
    region.halfWidths(3)[2] = 9;
    assertArrayEquals(new double[] {1, 2, 3}, region.halfWidths());
    assertArrayEquals(new double[] {1, 2, 3}, region.halfWidths(3));
    assertEquals(OptionalLong.of(0), region.clippedRowsAtMost());
  }

  @Test
  void halfWidths_singleValue_isTheSameForAll() {
    ConfidenceRegion region =
        new ConfidenceRegion(
            0.9, ConfidenceRegion.Covers.NOISE, 4, new double[] {1.5}, OptionalLong.empty());
    assertArrayEquals(new double[] {1.5, 1.5, 1.5}, region.halfWidths(3));
    assertEquals(OptionalLong.empty(), region.clippedRowsAtMost());
  }

  /** Two-sided normal quantiles, at most so much too large as the rough quantile may be. */
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.9, 0.95, 0.99, 0.999})
  void ofNoise_confidence_isAQuantileOfTheNoise(double confidence) {
    Noise noise = Noise.of(new double[] {3, 0.5}, 0);
    ConfidenceRegion region = ConfidenceRegion.fromNoise(noise, 2, confidence);
    double z = Normal.quantile((1 + confidence) / 2);
    assertEquals(3 * z, region.halfWidths()[0], 3 * 1e-3);
    assertTrue(region.halfWidths()[0] >= 3 * z);
    assertTrue(region.halfWidths()[1] >= 0.5 * z);
    assertEquals(noise.radius(2, confidence), region.radius());
    assertEquals(ConfidenceRegion.Covers.NOISE, region.covers());
    assertEquals(confidence, region.confidence());
  }

  @Test
  void coversByColumn_noneGiven_isTheCommonCoverage() {
    assertEquals(
        List.of(ConfidenceRegion.Covers.SAMPLE, ConfidenceRegion.Covers.SAMPLE),
        region(0.9, ConfidenceRegion.Covers.SAMPLE, 4, 2, 3).coversByColumn(2));
  }

  @Test
  void coversByColumn_someGiven_isByColumnForAnyCoverageOfTheBall() {
    boolean[] noiseOnly = {true, false};
    for (ConfidenceRegion.Covers covers : ConfidenceRegion.Covers.values()) {
      ConfidenceRegion region =
          new ConfidenceRegion(0.9, covers, 4, new double[] {1}, noiseOnly, OptionalLong.empty());
      noiseOnly[1] = true;
      assertEquals(
          List.of(ConfidenceRegion.Covers.NOISE, ConfidenceRegion.Covers.SAMPLE),
          region.coversByColumn(2));
      noiseOnly[1] = false;
      assertEquals(covers, region.covers());
      assertNotEquals(
          new ConfidenceRegion(0.9, covers, 4, new double[] {1}, OptionalLong.empty()), region);
    }
  }

  @Test
  void equals_anyOtherValue_isAnother() {
    ConfidenceRegion one = region(0.9, ConfidenceRegion.Covers.SAMPLE, 4, 2, 3);
    assertEquals(one, region(0.9, ConfidenceRegion.Covers.SAMPLE, 4, 2, 3));
    assertEquals(one.hashCode(), region(0.9, ConfidenceRegion.Covers.SAMPLE, 4, 2, 3).hashCode());
    for (ConfidenceRegion other :
        List.of(
            region(0.8, ConfidenceRegion.Covers.SAMPLE, 4, 2, 3),
            region(0.9, ConfidenceRegion.Covers.NOISE, 4, 2, 3),
            region(0.9, ConfidenceRegion.Covers.SAMPLE, 5, 2, 3),
            region(0.9, ConfidenceRegion.Covers.SAMPLE, 4, 1, 3),
            region(0.9, ConfidenceRegion.Covers.SAMPLE, 4, 2, 4),
            region(0.9, ConfidenceRegion.Covers.SAMPLE, 4, 2, -1))) {
      assertNotEquals(one, other);
    }
  }
}
