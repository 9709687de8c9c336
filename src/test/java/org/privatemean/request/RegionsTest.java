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

final class RegionsTest {
  @ParameterizedTest
  @EnumSource
  void of_everyName_isTheKindOfThatName(Regions.Kind kind) {
    assertEquals(kind, Regions.Kind.of(kind.label()));
    assertEquals(new Regions(kind, 0.95), Regions.of(kind));
  }

  @Test
  void of_anotherName_isRefused() {
    assertEquals(
        List.of("none", "sample", "proved"),
        Arrays.stream(Regions.Kind.values()).map(Regions.Kind::label).toList());
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> Regions.Kind.of("population"));
    assertEquals("no error bars are called population", refusal.getMessage());
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, -0.5, 1.5, Double.NaN})
  void regions_confidenceOutsideOfZeroToOne_isRefusedByName(double confidence) {
    String message =
        assertThrows(
                IllegalArgumentException.class, () -> new Regions(Regions.Kind.SAMPLE, confidence))
            .getMessage();
    assertTrue(message.contains("confidence") && message.contains("(0, 1)"), message);
  }
}
