package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.privatemean.geometry.WalshHadamard;
import org.privatemean.local.HaarFormat.HaarReport;
import org.privatemean.local.HaarTally.SignSums;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.query.QuantileSearch;
import org.privatemean.query.QuantileSearch.Universe;

class HaarTallySearchTest {
  /** As good as no flips: c is 1, and the coin flips once in 10^434 tosses. */
  private static final RandomizedResponse SURE = RandomizedResponse.of(1000);

  private static BitSource bits(int step) {
    return NoiseKey.fromSeed(77).substream(step, 0, 0);
  }

  /** Every user at every level with every index: no sampling noise either. */
  private static HaarTally everything(RangeDomain domain, long[][] values) {
    HaarTally tally = new HaarTally(domain);
    HaarRandomizer randomizer = new HaarRandomizer(domain, SURE);
    for (long[] row : values) {
      for (int k = 0; k < row.length; k++) {
        for (int level = 0; level < domain.levels(); level++) {
          for (int j = 0; j < 1 << level; j++) {
            tally.add(
                randomizer.randomize(row[k], k, level, new Script(Script.of(j, level) + "0")));
          }
        }
      }
    }
    return tally;
  }

  @Test
  void search_withoutNoise_isTheOrderStatisticOfEveryRankAndCoordinate() {
    BitSource draw = bits(1);
    Universe universe = new Universe(-5, 30);
    RangeDomain domain = new RangeDomain(2, universe);
    long[][] values = new long[25][2];
    for (long[] row : values) {
      row[0] = draw.nextBelow(36) - 5;
      row[1] = draw.nextBelow(3) + 7;
    }
    HaarTally.HaarEstimates estimates = everything(domain, values).estimates(SURE, values.length);
    for (int rank = 0; rank < values.length; rank++) {
      long[] found = QuantileSearch.search(estimates, universe, 2, rank);
      for (int k = 0; k < 2; k++) {
        int column = k;
        long[] sorted = Arrays.stream(values).mapToLong(row -> row[column]).sorted().toArray();
        assertEquals(sorted[rank], found[k], "rank " + rank);
      }
    }
  }

  /** Reports of users with one level each, drawn from a key. */
  private static HaarTally collect(
      RangeDomain domain, RandomizedResponse coin, long[] values, BitSource bits) {
    HaarRandomizer randomizer = new HaarRandomizer(domain, coin);
    HaarTally tally = new HaarTally(domain);
    for (long value : values) {
      tally.add(randomizer.randomize(value, 0, randomizer.assignLevel(bits), bits));
    }
    return tally;
  }

  private static long[] uniform(int n, int levels, BitSource bits) {
    long[] values = new long[n];
    for (int i = 0; i < n; i++) {
      values[i] = bits.nextBits(levels);
    }
    return values;
  }

  @Test
  void below_lazily_isTheMaterialisedTree() {
    int levels = 11;
    RangeDomain domain = new RangeDomain(1, new Universe(0, (1 << levels) - 1));
    RandomizedResponse coin = RandomizedResponse.of(1);
    int n = 3000;
    HaarTally tally = collect(domain, coin, uniform(n, levels, bits(2)), bits(3));
    double[] counts = {n};
    for (int level = 0; level < levels; level++) {
      double[] transform = new double[1 << level];
      for (int node = 0; node < transform.length; node++) {
        transform[node] = tally.sums(0, level).correlation(node);
      }
      // The transform of the correlations is the table of signs, times its size: and back.
      WalshHadamard.transform(transform);
      WalshHadamard.transform(transform);
      double[] next = new double[2 << level];
      double unit = n * coin.scale() / tally.sums(0, level).count() / transform.length;
      for (int node = 0; node < transform.length; node++) {
        next[2 * node] = (counts[node] + unit * transform[node]) / 2;
        next[2 * node + 1] = (counts[node] - unit * transform[node]) / 2;
      }
      counts = next;
    }
    HaarTally.HaarEstimates lazy = tally.estimates(coin, n);
    double below = 0;
    for (int cell = 0; cell < counts.length; cell++) {
      assertEquals(below, lazy.countBelow(0, cell), 1e-6);
      below += counts[cell];
    }
    assertEquals(n, lazy.countBelow(0, counts.length));
  }

  @Test
  void below_manyRuns_isUnbiasedWithinItsVariance() {
    int levels = 6;
    int n = 1500;
    int runs = 1200;
    RangeDomain domain = new RangeDomain(1, new Universe(0, 63));
    RandomizedResponse coin = RandomizedResponse.of(1);
    BitSource draw = bits(4);
    long[] values = new long[n];
    for (int i = 0; i < n; i++) {
      values[i] = draw.nextBelow(64) * draw.nextBelow(64) / 63;
    }
    long end = 21;
    double exact = Arrays.stream(values).filter(v -> v < end).count();
    double sum = 0;
    double squares = 0;
    for (int run = 0; run < runs; run++) {
      double error =
          collect(domain, coin, values, draw).estimates(coin, n).countBelow(0, end) - exact;
      sum += error;
      squares += error * error;
    }
    double bound = n * HaarTally.worstError(coin.scale(), levels, n);
    assertEquals(0, sum / runs, 4.9 * Math.sqrt(squares / runs / runs));
    // A random number of users a level adds less than a tenth to the variance at these sizes.
    assertTrue(squares / runs < 1.1 * bound * bound * (1 + 4.9 * Math.sqrt(2.0 / runs)));
    // Power: an estimate scaled for another epsilon, which shrinks what it adds to n * end / 64.
    double shrunk = (exact - n * end / 64.0) * (1 - RandomizedResponse.of(1.3).scale() / 2.1640);
    assertTrue(Math.abs(shrunk) > 8 * Math.sqrt(squares / runs / runs), "shift: " + shrunk);
  }

  /** Root mean square rank error of the median of uniform values, as a share of sigma_pref. */
  private static double rankError(RandomizedResponse devices, RandomizedResponse server) {
    int levels = 12;
    int n = 20_000;
    int runs = 80;
    Universe universe = new Universe(0, (1 << levels) - 1);
    RangeDomain domain = new RangeDomain(1, universe);
    long[] values = uniform(n, levels, bits(5));
    BitSource draw = bits(6);
    double squares = 0;
    for (int run = 0; run < runs; run++) {
      HaarTally.HaarEstimates estimates =
          collect(domain, devices, values, draw).estimates(server, n);
      long median = QuantileSearch.search(estimates, universe, 1, n / 2.0)[0];
      double rank = Arrays.stream(values).filter(v -> v < median).count();
      squares += (rank - n / 2.0) * (rank - n / 2.0);
    }
    return Math.sqrt(squares / runs) / n / HaarTally.typicalError(devices.scale(), levels, n);
  }

  @Test
  void search_uniformValues_rankErrorIsThatOfTheFormula() {
    RandomizedResponse coin = RandomizedResponse.of(1);
    double share = rankError(coin, coin);
    // 0.63 in the long run; 80 runs leave a relative deviation of 8 %.
    assertTrue(share > 0.3 && share < 0.8, "share: " + share);
    // Power: a server that takes epsilon for half of what it is.
    double wrong = rankError(coin, RandomizedResponse.of(0.5));
    assertTrue(wrong > 0.8, "wrong scale: " + wrong);
  }

  @Test
  void search_largestUniverses_worksWithLists() {
    RandomizedResponse coin = RandomizedResponse.of(4);
    for (int levels : new int[] {40, 62}) {
      Universe universe = new Universe(-(1L << (levels - 1)), (1L << (levels - 1)) - 1);
      RangeDomain domain = new RangeDomain(1, universe);
      assertEquals(levels, domain.levels());
      int n = 150_000;
      BitSource draw = bits(levels);
      long[] values = uniform(n, levels, draw);
      for (int i = 0; i < n; i++) {
        values[i] += universe.low();
      }
      HaarTally.HaarEstimates estimates = collect(domain, coin, values, draw).estimates(coin, n);
      long found = QuantileSearch.search(estimates, universe, 1, 0.3 * n)[0];
      double share = Arrays.stream(values).filter(v -> v < found).count() / (double) n;
      double bound = 5 * HaarTally.searchError(coin.scale(), levels, n);
      assertEquals(0.3, share, bound);
      assertTrue(bound < 0.16, "bound: " + bound);
    }
  }

  @Test
  void merge_anySplitAndOrder_isTheTallyOfAll() {
    RangeDomain domain = new RangeDomain(3, new Universe(0, 1000));
    RandomizedResponse coin = RandomizedResponse.of(1);
    HaarRandomizer randomizer = new HaarRandomizer(domain, coin);
    BitSource draw = bits(9);
    HaarTally whole = new HaarTally(domain);
    HaarTally[] parts = {new HaarTally(domain), new HaarTally(domain), new HaarTally(domain)};
    for (int i = 0; i < 5000; i++) {
      int level = randomizer.assignLevel(draw);
      HaarReport report =
          randomizer.randomize(draw.nextBelow(1001), domain.assignCoordinate(draw), level, draw);
      whole.add(report);
      // The first part gets many, the others so few that they keep lists.
      parts[i % 50 == 0 ? 1 : i % 50 == 1 ? 2 : 0].add(report);
    }
    HaarTally merged = new HaarTally(domain);
    merged.merge(parts[1]);
    merged.merge(parts[0]);
    merged.merge(parts[2]);
    assertEquals(5000, merged.reports());
    for (int k = 0; k < 3; k++) {
      for (int level = 0; level < 10; level++) {
        assertEquals(whole.sums(k, level).count(), merged.sums(k, level).count());
        for (int node = 0; node < 1 << level; node++) {
          assertEquals(
              whole.sums(k, level).correlation(node), merged.sums(k, level).correlation(node));
        }
      }
    }
  }

  @Test
  void sums_tableCreatedLate_equalsATableFromTheStart() {
    SignSums sums = new SignSums(6);
    for (int k = 0; k < 15; k++) {
      sums.add(k * 5 % 64, k % 3 == 0);
    }
    assertFalse(sums.isDense());
    long[] before = new long[64];
    Arrays.setAll(before, sums::correlation);
    sums.add(63, false);
    assertTrue(sums.isDense());
    long[] after = new long[64];
    Arrays.setAll(after, v -> sums.correlation(v) - ((Long.bitCount(63 & v) & 1) == 1 ? -1 : 1));
    assertArrayEquals(before, after);
  }

  @Test
  void estimates_levelWithoutReports_sharesEvenly() {
    RangeDomain domain = new RangeDomain(1, new Universe(0, 7));
    HaarTally.HaarEstimates none = new HaarTally(domain).estimates(SURE, 80);
    for (int cells = 0; cells <= 8; cells++) {
      assertEquals(10 * cells, none.countBelow(0, cells));
    }
  }
}
