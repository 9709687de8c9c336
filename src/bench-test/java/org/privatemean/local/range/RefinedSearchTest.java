package org.privatemean.local.range;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.noise.RandomizedResponse;
import org.privatemean.protocol.PrefixCounter;
import org.privatemean.protocol.RangeDomain;
import org.privatemean.query.QuantileSearch;
import org.privatemean.query.Universe;

class RefinedSearchTest {
  private static final int LEVELS = 40;
  private static final Universe UNIVERSE = new Universe(-(1L << 39), (1L << 39) - 1);
  private static final RangeDomain DOMAIN = new RangeDomain(1, UNIVERSE);

  /** Values in a thousandth of the universe, off its middle. */
  private static long[] narrow(int n) {
    Random random = new Random(1);
    long[] values = new long[n];
    Arrays.setAll(values, i -> (long) (0.21e12 + 0.5e9 * random.nextGaussian()));
    return values;
  }

  private static HaarTally collect(
      RefinedSearch search, long[] values, int from, int to, BitSource bits) {
    HaarTally tally = new HaarTally(search.format());
    int levels = search.roundDomain().levels();
    for (int i = from; i < to; i++) {
      tally.add(
          search.format().write(search.report(values[i], 0, (int) bits.nextBelow(levels), bits)));
    }
    return tally;
  }

  private static double rank(long[] values, long found) {
    return Arrays.stream(values).filter(v -> v < found).count() / (double) values.length;
  }

  @Test
  void next_twoRounds_errLessThanOneRoundOfAllLevels() {
    RandomizedResponse coin = RandomizedResponse.of(1);
    int n = 40_000;
    int runs = 25;
    long[] values = narrow(n);
    BitSource bits = NoiseKey.fromSeed(8).substream(1, 0, 0);
    HaarRandomizer single = new HaarRandomizer(DOMAIN, coin);
    double one = 0;
    double two = 0;
    for (int run = 0; run < runs; run++) {
      HaarTally tally = new HaarTally(new HaarFormat(DOMAIN, 1));
      for (long value : values) {
        tally.add(single.randomize(value, 0, single.assignLevel(bits), bits));
      }
      long found =
          QuantileSearch.search(new PrefixCounter(tally.estimates(coin, n)), UNIVERSE, 1, n / 2.0)[
              0];
      one += Math.pow(rank(values, found) - 0.5, 2) / runs;
      RefinedSearch search = new RefinedSearch(DOMAIN, coin, 10, 0.5);
      search = search.next(collect(search, values, 0, n / 3, bits));
      assertTrue(search.precision(0) < 1L << 28, "precision " + search.precision(0));
      search = search.next(collect(search, values, n / 3, n, bits));
      two += Math.pow(rank(values, search.quantiles()[0]) - 0.5, 2) / runs;
    }
    double expected = HaarError.search(coin.scale(), 10, 2 * n / 3.0);
    assertTrue(two < one / 2, Math.sqrt(two) + " against " + Math.sqrt(one));
    assertTrue(Math.sqrt(two) < 2 * expected, Math.sqrt(two) + ", expected " + expected);
  }

  @Test
  void next_manyRoundsWithoutFlips_narrowToTheQuantile() {
    RandomizedResponse sure = RandomizedResponse.of(1000);
    int n = 60_000;
    long[] values = narrow(n);
    BitSource bits = NoiseKey.fromSeed(9).substream(1, 0, 0);
    RefinedSearch search = new RefinedSearch(DOMAIN, sure, 8, 0.25);
    long before = search.precision(0);
    for (int round = 1; round <= 3; round++) {
      assertEquals(round, search.round());
      search = search.next(collect(search, values, 0, n, bits));
      // Where a margin sticks out, the next window is up to three times as long.
      assertTrue(search.precision(0) <= 4 * before, "precision " + search.precision(0));
      before = search.precision(0);
    }
    assertTrue(before < 1L << 24, "precision " + before);
    double error = 5 * HaarError.search(1, 8, n);
    assertEquals(0.25, rank(values, search.quantiles()[0]), error);
    assertTrue(error < 0.06);
  }

  @Test
  void next_quantileOutsideTheWindow_movesThere() {
    RandomizedResponse sure = RandomizedResponse.of(1000);
    int n = 30_000;
    long[] values = narrow(n);
    long[] elsewhere = Arrays.stream(values).map(v -> -v).toArray();
    BitSource bits = NoiseKey.fromSeed(10).substream(1, 0, 0);
    RefinedSearch search = new RefinedSearch(DOMAIN, sure, 10, 0.5);
    search = search.next(collect(search, values, 0, n, bits));
    search = search.next(collect(search, elsewhere, 0, n, bits));
    search = search.next(collect(search, elsewhere, 0, n, bits));
    assertEquals(0.5, rank(elsewhere, search.quantiles()[0]), 0.1);
  }

  @Test
  void search_smallUniverse_findsEveryValue() {
    RandomizedResponse sure = RandomizedResponse.of(1000);
    Universe small = new Universe(5, 12);
    BitSource bits = NoiseKey.fromSeed(11).substream(1, 0, 0);
    for (long value = 5; value <= 12; value++) {
      long[] values = new long[20_000];
      Arrays.fill(values, value);
      RefinedSearch search = new RefinedSearch(new RangeDomain(1, small), sure, 5, 0.5);
      search = search.next(collect(search, values, 0, values.length, bits));
      assertArrayEquals(new long[] {value}, search.quantiles());
    }
  }

  @Test
  void search_wrongArguments_areRefused() {
    RandomizedResponse coin = RandomizedResponse.of(1);
    assertThrows(IllegalArgumentException.class, () -> new RefinedSearch(DOMAIN, coin, 1, 0.5));
    assertThrows(IllegalArgumentException.class, () -> new RefinedSearch(DOMAIN, coin, 31, 0.5));
    assertThrows(IllegalArgumentException.class, () -> new RefinedSearch(DOMAIN, coin, 8, 1.5));
    RefinedSearch search = new RefinedSearch(DOMAIN, coin, 8, 0.5);
    HaarTally other = new HaarTally(new HaarFormat(DOMAIN, 1));
    assertThrows(IllegalArgumentException.class, () -> search.next(other));
    assertEquals(LEVELS, DOMAIN.levels());
  }
}
