package org.privatemean.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.query.QuantileSearch.Universe;

final class UniverseTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0, 0",
    "0, 1, 1",
    "5, 7, 2",
    "-2, 1, 2",
    "-2, 2, 3",
    "0, 1023, 10",
    "0, 1024, 11",
    "-2147483648, 2147483647, 32",
    "0, 4611686018427387903, 62",
    "-9223372036854775808, -4611686018427387905, 62"
  })
  void levels_ofAnInterval_isTheCeilingOfTheLogarithm(long low, long high, int levels) {
    assertEquals(levels, new Universe(low, high).levels());
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0",
    "0, 4611686018427387904",
    "-1, 9223372036854775807",
    "-9223372036854775808, 9223372036854775807"
  })
  void universe_emptyOrTooWide_isRefused(long low, long high) {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> new Universe(low, high));
    assertTrue(refusal.getMessage().endsWith("[" + low + ", " + high + "]"), refusal::getMessage);
  }

  @Test
  void steps_ofOneFit_haveDistinctNoiseAddresses() {
    assertEquals(1, Step.MEDIANS.id());
    assertEquals(2, Step.THRESHOLD.id());
    assertEquals(3, Step.AVERAGE.id());
  }
}
