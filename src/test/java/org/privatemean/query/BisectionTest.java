package org.privatemean.query;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.privatemean.query.QuantileSearch.Universe;

final class BisectionTest {
  private static final Universe UNIVERSE = new Universe(-700, 500);
  private static final long[] VALUES = {-700, -3, 0, 0, 17, 230, 499};

  private static long[] counts(long[] mids) {
    return Arrays.stream(mids)
        .map(mid -> Arrays.stream(VALUES).filter(value -> value <= mid).count())
        .toArray();
  }

  @Test
  void next_storedBetweenAllLevels_findsTheOrderStatistic() {
    for (int rank = 0; rank < VALUES.length; rank++) {
      QuantileSearch search = QuantileSearch.start(UNIVERSE, 2);
      while (!search.isFinished()) {
        search = QuantileSearch.create(UNIVERSE, search.level(), search.lefts());
        search = search.next(counts(search.mids()), rank);
      }
      assertArrayEquals(new long[] {VALUES[rank], VALUES[rank]}, search.quantiles());
    }
  }

  @Test
  void next_whenFinished_isRefused() {
    QuantileSearch search = QuantileSearch.start(UNIVERSE, 1);
    assertThrows(IllegalStateException.class, search::quantiles);
    while (!search.isFinished()) {
      search = search.next(new long[] {0}, 3);
    }
    QuantileSearch finished = search;
    assertEquals(UNIVERSE.levels(), finished.level());
    assertEquals(500, finished.quantiles()[0], "cut to the universe");
    assertThrows(IllegalStateException.class, finished::mids);
    assertThrows(IllegalStateException.class, () -> finished.next(new long[] {0}, 3));
  }

  @Test
  void of_stateOfNoSearch_isRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> QuantileSearch.create(UNIVERSE, 12, new long[1]));
    assertThrows(
        IllegalArgumentException.class, () -> QuantileSearch.create(UNIVERSE, -1, new long[1]));
    for (long left : new long[] {-701, -699, -700 + 2048}) {
      long[] lefts = {left};
      assertThrows(IllegalArgumentException.class, () -> QuantileSearch.create(UNIVERSE, 1, lefts));
    }
    assertEquals(324, QuantileSearch.create(UNIVERSE, 1, new long[] {-700 + 1024}).lefts()[0]);
  }
}
