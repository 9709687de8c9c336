package org.privatemean.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ErrorBarCoverageTest {
  @ParameterizedTest
  @EnumSource
  void of_everyName_isTheKindOfThatName(ErrorBarCoverage.CoverageKind kind) {
    assertEquals(kind, ErrorBarCoverage.CoverageKind.of(kind.label()));
    assertEquals(new ErrorBarCoverage(kind, 0.95), ErrorBarCoverage.of(kind));
  }

  @Test
  void of_anotherName_isRefused() {
    assertEquals(
        List.of("none", "sample", "proved"),
        Arrays.stream(ErrorBarCoverage.CoverageKind.values())
            .map(ErrorBarCoverage.CoverageKind::label)
            .toList());
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class, () -> ErrorBarCoverage.CoverageKind.of("population"));
    assertEquals("no error bars are called population", refusal.getMessage());
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, -0.5, 1.5, Double.NaN})
  void regions_confidenceOutsideOfZeroToOne_isRefusedByName(double confidence) {
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> new ErrorBarCoverage(ErrorBarCoverage.CoverageKind.SAMPLE, confidence))
            .getMessage();
    assertTrue(message.contains("confidence") && message.contains("(0, 1)"), message);
  }
}
