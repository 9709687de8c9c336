package org.privatemean.central;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.mean.Settings;
import org.privatemean.noise.NoiseKey;
import org.privatemean.noise.NoiseSource.SecureNoise;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.query.QuantileSearch;
import org.privatemean.query.QuantileSearch.Universe;
import org.privatemean.query.RangeCounter;
import org.privatemean.query.Step;

final class HistogramCounterTest {
  private static final Step STEP = new Step(9, "search");

  private static CentralTrust exact() {
    return Settings.opened(1, new ZeroNoise());
  }

  private static CentralTrust seeded(double budget, long seed) {
    return Settings.opened(budget, new SecureNoise(NoiseKey.fromSeed(seed)));
  }

  private static List<long[]> randomColumns(Universe universe, int width, int rows, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<long[]> columns = new ArrayList<>();
    for (int j = 0; j < width; j++) {
      columns.add(random.longs(rows, universe.low(), universe.high() + 1).sorted().toArray());
    }
    return columns;
  }

  /** All non-decreasing sequences of {@code rows} values, each a coordinate of its own. */
  private static List<long[]> multisets(Universe universe, int rows) {
    List<long[]> all = List.of(new long[0]);
    for (int k = 0; k < rows; k++) {
      List<long[]> longer = new ArrayList<>();
      for (long[] set : all) {
        for (long x = k == 0 ? universe.low() : set[k - 1]; x <= universe.high(); x++) {
          long[] next = Arrays.copyOf(set, k + 1);
          next[k] = x;
          longer.add(next);
        }
      }
      all = longer;
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8, 9})
  void search_withoutNoise_isTheOrderStatisticOfEveryMultiset(int size) {
    Universe universe = new Universe(-2, size - 3);
    for (int rows = 1; rows <= 5; rows++) {
      List<long[]> columns = multisets(universe, rows);
      int width = columns.size();
      ValuesStatistic statistic = new ValuesStatistic(width, universe);
      for (int rank = 0; rank < rows; rank++) {
        RangeCounter counter =
            exact().rangeCounter(new ValuesStatistic.Held(columns), statistic, 0.5, STEP);
        long[] found = QuantileSearch.search(counter, universe, width, rank);
        for (int j = 0; j < width; j++) {
          assertEquals(columns.get(j)[rank], found[j]);
        }
      }
    }
  }

  /** Widths from 1 to past 2^18 make passes of 16 bits down to 1. */
  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "1, -1000, 1000, 11",
    "1, 0, 1048575, 16",
    "1, -4611686018427387900, 0, 16",
    "3, -2147483648, 2147483647, 12",
    "700, -70000, 70000, 9",
    "5000, 0, 4000, 6",
    "131072, 0, 15, 4",
    "100000, -1, 14, 4",
    "262145, 0, 2, 2"
  })
  void countsUpTo_anyBitsPerPass_releasesWhatOneLevelAPassDoes(
      int width, long low, long high, int bits) {
    Universe universe = new Universe(low, high);
    assertEquals(bits, HistogramCounter.bitsPerPass(width, universe.levels()));
    ValuesStatistic statistic = new ValuesStatistic(width, universe);
    List<long[]> columns = randomColumns(universe, width, 9, width);
    ValuesStatistic.Held blocks = new ValuesStatistic.Held(columns);
    // Plenty of budget where there are many draws, and noise of a few rows.
    double rho = width;
    CentralTrust one = seeded(1.01 * rho, 7);
    CentralTrust two = seeded(1.01 * rho, 7);
    List<long[]> reference = new ArrayList<>();
    RangeCounter levelByLevel = new OneLevelCounter<>(blocks, statistic, k -> two, rho, STEP);
    long[] expected =
        QuantileSearch.search(
            (level, mids) -> {
              long[] counts = levelByLevel.countsUpTo(level, mids);
              reference.add(counts);
              return counts;
            },
            universe,
            width,
            4.5);
    assertEquals(universe.levels(), blocks.passes());
    RangeCounter counter = one.rangeCounter(blocks, statistic, rho, STEP);
    long[] found =
        QuantileSearch.search(
            (level, mids) -> {
              long[] counts = counter.countsUpTo(level, mids);
              assertArrayEquals(reference.get(level), counts);
              return counts;
            },
            universe,
            width,
            4.5);
    assertArrayEquals(expected, found);
    int passes = blocks.passes() - universe.levels();
    assertEquals(expectedPasses(width, universe.levels()), passes);
    assertEquals(two.charges(), one.charges());
  }

  /** A narrow first pass, then as few as possible. */
  private static int expectedPasses(int width, int levels) {
    int passes = 1;
    for (int left = levels - HistogramCounter.firstBits(width, levels); left > 0; passes++) {
      left -= HistogramCounter.bitsPerPass(width, left);
    }
    return passes;
  }

  @Test
  void bitsPerPass_anyWidth_staysWithinTheMemoryBound() {
    for (int width : new int[] {1, 2, 3, 512, 513, 1024, 1 << 17, (1 << 19) - 1, 1 << 19}) {
      for (int levels = 1; levels <= 62; levels++) {
        int bits = HistogramCounter.bitsPerPass(width, levels);
        assertTrue(bits >= 1 && bits <= Math.min(levels, width == 1 ? 16 : 12));
        assertTrue((long) width << bits <= (bits <= 4 ? 1 << 21 : 1 << 19));
      }
    }
  }

  @Test
  void countsUpTo_everyLevel_isChargedAnEqualShare() {
    Universe universe = new Universe(0, 99);
    CentralTrust trust = seeded(1, 1);
    ValuesStatistic.Held blocks = new ValuesStatistic.Held(randomColumns(universe, 2, 5, 1));
    RangeCounter counter = trust.rangeCounter(blocks, new ValuesStatistic(2, universe), 0.7, STEP);
    assertEquals(List.of(), trust.charges());
    double spent = 0;
    long[] mids = {63, 63};
    for (int level = 0; level < 7; level++) {
      counter.countsUpTo(level, mids);
      double now = trust.charges().get(0).rho();
      assertEquals(0.1, now - spent, 1e-15);
      spent = now;
    }
    assertEquals(0.7, spent, 1e-15);
    assertEquals(List.of(new Charge("search", spent)), trust.charges());
  }

  @Test
  void countsUpTo_outOfOrderOrTooOften_isRefused() {
    Universe universe = new Universe(0, 3);
    ValuesStatistic.Held blocks = new ValuesStatistic.Held(randomColumns(universe, 1, 5, 1));
    CentralTrust trust = seeded(1, 1);
    RangeCounter counter = trust.rangeCounter(blocks, new ValuesStatistic(1, universe), 0.5, STEP);
    assertThrows(IllegalStateException.class, () -> counter.countsUpTo(1, new long[] {1}));
    counter.countsUpTo(0, new long[] {1});
    assertThrows(IllegalStateException.class, () -> counter.countsUpTo(0, new long[] {1}));
    counter.countsUpTo(1, new long[] {0});
    assertThrows(IllegalStateException.class, () -> counter.countsUpTo(2, new long[] {0}));
  }

  /**
   * Searches for the middle of rows that are all at the two ends of the universe, the lower end
   * {@code gap} rows short of the middle: every level's count misses the rank by {@code gap}, so
   * any level whose noise makes up for it costs a rank error of {@code gap}.
   *
   * @return runs whose rank error was {@code gap}
   */
  private static int failures(int runs, Universe universe, double rho, int gap) {
    int half = 2 * gap;
    long[] values = new long[2 * half];
    Arrays.fill(values, 0, half - gap, universe.low());
    Arrays.fill(values, half - gap, values.length, universe.high());
    ValuesStatistic statistic = new ValuesStatistic(1, universe);
    int shares = 20;
    return IntStream.range(0, shares)
        .parallel()
        .map(
            share -> {
              CentralTrust trust = seeded(1.01 * rho * runs, share);
              ValuesStatistic.Held blocks = new ValuesStatistic.Held(List.of(values));
              int failures = 0;
              for (int run = 1; run <= runs / shares; run++) {
                Step step = new Step(run, "search");
                RangeCounter counter = trust.rangeCounter(blocks, statistic, rho, step);
                long found = QuantileSearch.search(counter, universe, 1, half)[0];
                failures += found < universe.high() ? 1 : 0;
              }
              return failures;
            })
        .sum();
  }

  @Test
  @Tag("long")
  void search_overTenThousandRuns_errsWithinTauAndNotWithinThePrintedTau() {
    int runs = 10_000;
    double beta = 0.001;
    double rho = 0.05;
    Universe universe = new Universe(0, (1L << 20) - 1);
    double tau = QuantileSearch.rankError(PrivacyUnit.row(Neighbours.REPLACE), 20, rho, beta);
    // Bin(10^4, 10^-3) is above 30 with probability 2e-7.
    int beyond = failures(runs, universe, rho, (int) Math.floor(tau) + 1);
    assertTrue(beyond <= 30, "rank error above tau in " + beyond + " runs");
    // Of a quarter of the runs, 2.5 may pass the printed tau; some 30 do.
    int printed = (int) Math.floor(tau / Math.sqrt(2)) + 1;
    int beyondPrinted = failures(runs / 4, universe, rho, printed);
    assertTrue(beyondPrinted >= 12, "above the printed tau in " + beyondPrinted + " runs");
  }
}
