package org.privatemean.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.query.MedianAccuracyCheck.Measure;

final class MedianAccuracyCheckTest {
  /** The limits of the central and the shuffle model, then those of the local one; each is in. */
  @ParameterizedTest
  @CsvSource({
    "COUNT, 0, false, false, false",
    "COUNT, 0.15, false, false, false",
    "COUNT, 0.1500001, true, false, false",
    "COUNT, 0.25, true, false, false",
    "COUNT, 0.2500001, true, true, false",
    "SEARCH, 0.1, false, false, false",
    "SEARCH, 0.1000001, true, false, false",
    "SEARCH, 0.2, true, false, false",
    "SEARCH, 0.2000001, true, false, true",
    "SEARCH, 0.35, true, false, true",
    "SEARCH, 0.3500001, true, true, true"
  })
  void check_aroundTheLimits_followsTheMeasure(
      Measure measure, double rank, boolean doubtful, boolean hopeless, boolean recentred) {
    MedianAccuracyCheck verdict = new MedianAccuracyCheck(measure, rank);
    assertEquals(doubtful, verdict.isDoubtful());
    assertEquals(hopeless, verdict.isHopeless());
    assertEquals(recentred, verdict.isBetterRecentred());
  }

  @Test
  void warning_ofNoisyCounts_namesTheNoiseAndTheRemedy() {
    assertEquals(
        "the medians' rank noise is 18 % of n = 500: the centre may be far off and the error as"
            + " large as the bounds; use more users or more budget",
        new MedianAccuracyCheck(Measure.COUNT, 0.18)
            .warningOfCounts(500, "more users or more budget"));
    assertEquals(
        "n = 100 users cannot locate the centre: the noise of a median's count is 50 % of n. About"
            + " 200 users are enough, or use a larger budget, or narrower bounds",
        new MedianAccuracyCheck(Measure.COUNT, 0.5)
            .refusal("n = 100 users", 9, 100, "or narrower bounds"));
  }

  @Test
  void warning_ofAPoorSearch_namesItsErrorAndTheRemedy() {
    assertEquals(
        "the rank error of a median is about 12 % of n: the centre is poor, and the error larger"
            + " for it",
        new MedianAccuracyCheck(Measure.SEARCH, 0.12).warningOfSearch());
    // The error falls with the root of n: four times as many users halve it.
    assertEquals(
        "n = 100 users cannot locate the centre: the rank error of a median over 9 levels is about"
            + " 70 % of n. About 400 users are enough, or use a larger budget, narrower bounds, or"
            + " route RECENTRED",
        new MedianAccuracyCheck(Measure.SEARCH, 0.7)
            .refusal("n = 100 users", 9, 100, "narrower bounds, or route RECENTRED"));
  }

  @Test
  void check_withoutMedians_isNeither() {
    MedianAccuracyCheck none = new MedianAccuracyCheck(Measure.COUNT, 0);
    assertFalse(none.isDoubtful() || none.isHopeless());
  }
}
