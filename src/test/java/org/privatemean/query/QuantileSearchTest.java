package org.privatemean.query;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.query.QuantileSearch.Universe;

final class QuantileSearchTest {
  private static final int MOST_ROWS = 5;

  /** Exact counts, one list of values a coordinate, that also notes what was asked. */
  private static final class ExactCounter implements RangeCounter {
    private final List<long[]> values;
    private final List<Integer> levels = new ArrayList<>();

    ExactCounter(List<long[]> values) {
      this.values = values;
    }

    @Override
    public long[] countsUpTo(int level, long[] mids) {
      levels.add(level);
      long[] counts = new long[mids.length];
      for (int j = 0; j < counts.length; j++) {
        long mid = mids[j];
        counts[j] = Arrays.stream(values.get(j)).filter(x -> x <= mid).count();
      }
      return counts;
    }
  }

  /** Every non-decreasing sequence of {@code size} values of a universe. */
  private static List<long[]> multisets(Universe universe, int size) {
    List<long[]> all = List.of(new long[0]);
    for (int k = 0; k < size; k++) {
      List<long[]> longer = new ArrayList<>();
      for (long[] set : all) {
        long from = k == 0 ? universe.low() : set[k - 1];
        for (long x = from; x <= universe.high(); x++) {
          long[] next = Arrays.copyOf(set, k + 1);
          next[k] = x;
          longer.add(next);
        }
      }
      all = longer;
    }
    return all;
  }

  private static long orderStatistic(long[] sorted, double rank, Universe universe) {
    int place = (int) Math.floor(rank);
    return place < sorted.length ? sorted[place] : universe.high();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
  void search_withoutNoise_isTheOrderStatisticOfEveryMultiset(int size) {
    for (long low : new long[] {0, -4, 1000}) {
      Universe universe = new Universe(low, low + size - 1);
      for (int rows = 0; rows <= MOST_ROWS; rows++) {
        // All multisets of one size are the coordinates of one search.
        List<long[]> values = multisets(universe, rows);
        for (double rank = 0; rank <= rows; rank += 0.5) {
          ExactCounter counter = new ExactCounter(values);
          long[] found = QuantileSearch.search(counter, universe, values.size(), rank);
          for (int j = 0; j < found.length; j++) {
            assertEquals(orderStatistic(values.get(j), rank, universe), found[j]);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "-4611686018427387903, 0",
    "0, 4611686018427387903",
    "-7, 1000000",
    "-1048576, 1048576"
  })
  void search_wideUniverse_isTheOrderStatistic(long low, long high) {
    Universe universe = new Universe(low, high);
    SplittableRandom random = new SplittableRandom(1);
    List<long[]> values = new ArrayList<>();
    for (int j = 0; j < 50; j++) {
      values.add(random.longs(9, low, high + 1).sorted().toArray());
    }
    values.add(new long[] {low, low, low, low, low, high, high, high, high});
    values.add(new long[] {low, low, low, low, high, high, high, high, high});
    ExactCounter counter = new ExactCounter(values);
    long[] found = QuantileSearch.search(counter, universe, values.size(), 4.5);
    for (int j = 0; j < found.length; j++) {
      assertEquals(values.get(j)[4], found[j]);
    }
  }

  @Test
  void search_anyAnswers_asksEveryLevelOnceInOrder() {
    Universe universe = new Universe(-50, 49);
    SplittableRandom random = new SplittableRandom(2);
    for (int run = 0; run < 100; run++) {
      List<Integer> requested = new ArrayList<>();
      RangeCounter wild =
          (level, mids) -> {
            requested.add(level);
            return random.longs(mids.length, -1000, 1000).toArray();
          };
      long[] found = QuantileSearch.search(wild, universe, 3, 0);
      assertEquals(List.of(0, 1, 2, 3, 4, 5, 6), requested);
      for (long x : found) {
        assertEquals(x, Math.max(-50, Math.min(49, x)));
      }
    }
  }

  @Test
  void search_oneValueUniverse_asksNothing() {
    ExactCounter counter = new ExactCounter(List.of(new long[] {3}));
    assertArrayEquals(new long[] {3}, QuantileSearch.search(counter, new Universe(3, 3), 1, 0));
    assertEquals(List.of(), counter.levels);
  }

  @Test
  void rankError_isTheCorrectedFormula() {
    assertEquals(
        Math.sqrt(20 * Math.log(20 / 0.001) / 0.5),
        QuantileSearch.rankError(PrivacyUnit.row(Neighbours.REPLACE), 20, 0.5, 1e-3),
        1e-12);
  }
}
