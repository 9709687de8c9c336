package org.privatemean.shuffle.range.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.protocol.PrefixCounter;
import org.privatemean.protocol.PrefixEstimates;
import org.privatemean.protocol.RangeDomain;
import org.privatemean.query.QuantileSearch;
import org.privatemean.query.Universe;
import org.privatemean.shuffle.range.DummyShares;
import org.privatemean.shuffle.range.ListShuffler;
import org.privatemean.shuffle.range.RankErrors;

class DyadicCountsTest {
  private static BitSource bits(int stream) {
    return NoiseKey.fromSeed(81).substream(stream, 0, 0);
  }

  private static RangeDomain domain(int width, int levels) {
    return new RangeDomain(width, new Universe(0, (1L << levels) - 1));
  }

  private static DyadicTally run(DyadicCounts plan, long[][] users, BitSource secret) {
    ListShuffler shuffler = new ListShuffler(3);
    for (long[] values : users) {
      plan.randomize(values, secret, shuffler);
    }
    DyadicTally tally = new DyadicTally(plan);
    shuffler.drainTo(tally);
    return tally;
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 0.5})
  void below_explicitAndHashedLevels_isUnbiasedWithinItsVariance(double honest) {
    int n = 40;
    long[][] users = new long[n][2];
    for (int i = 0; i < n; i++) {
      users[i][0] = i % 8;
      users[i][1] = 15L - i % 3;
    }
    // Levels of 1, 2 and 4 nodes are explicit, that of 8 is hashed.
    DyadicCounts plan = DyadicCounts.of(7, domain(2, 4), 4, DummyShares.of(3, n, honest));
    BitSource secret = bits(1);
    int runs = 3000;
    double[][] sums = new double[2][17];
    double[][] squares = new double[2][17];
    for (int run = 0; run < runs; run++) {
      PrefixEstimates estimates = run(plan, users, secret).estimates();
      for (int j = 0; j < 2; j++) {
        for (int cells = 0; cells <= 16; cells++) {
          int coordinate = j;
          int end = cells;
          long exact = Arrays.stream(users).filter(u -> u[coordinate] < end).count();
          double error = estimates.below(j, cells) - exact;
          sums[j][cells] += error;
          squares[j][cells] += error * error;
        }
      }
    }
    double most = plan.deviation();
    double largest = 0;
    for (int j = 0; j < 2; j++) {
      for (int cells = 0; cells <= 16; cells++) {
        // Without the correction for collisions the last level would be out by two or more.
        assertEquals(0, sums[j][cells] / runs, 4.9 * most / Math.sqrt(runs));
        double variance = squares[j][cells] / runs;
        assertTrue(variance < 1.15 * most * most, variance + " > " + most * most);
        largest = Math.max(largest, variance);
      }
    }
    assertTrue(largest > 0.6 * most * most, largest + " of " + most * most);
    assertTrue(20 * plan.code(3).collision() > 2);
  }

  @Test
  void leftHalf_oneMessageMoreOrLess_movesByOne() {
    DyadicCounts plan = DyadicCounts.of(0, domain(1, 6), 4, DummyShares.of(2, 30, 1));
    CellCode code = plan.code(5);
    DyadicTally tally = new DyadicTally(plan);
    double before = tally.leftHalf(0, 5, 9);
    long body = code.encode(9, bits(2));
    tally.send(5, body);
    assertEquals(before + 1, tally.leftHalf(0, 5, 9), 1e-12);
    // The same message again, as a repetition or a forgery.
    tally.send(5, body);
    assertEquals(before + 2, tally.leftHalf(0, 5, 9), 1e-12);
    long other = 0;
    while (code.matches(other, 9)) {
      other++;
    }
    tally.send(5, other);
    double off = code.collision() / (1 - code.collision());
    assertEquals(before + 2 - off, tally.leftHalf(0, 5, 9), 1e-12);
  }

  @Test
  void search_withoutNoise_isTheExactQuantile() {
    int n = 201;
    Universe universe = new Universe(-300, 300);
    BitSource data = bits(3);
    long[][] users = new long[n][1];
    for (long[] user : users) {
      user[0] = data.nextBelow(601) - 300;
    }
    DyadicCounts plan = DyadicCounts.of(0, new RangeDomain(1, universe), DummyShares.of(0, n, 1));
    PrefixEstimates estimates = run(plan, users, bits(4)).estimates();
    long found = QuantileSearch.search(new PrefixCounter(estimates), universe, 1, n / 2.0)[0];
    assertEquals(Arrays.stream(users).mapToLong(u -> u[0]).sorted().toArray()[100], found);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void search_manyUsers_hasTheRankErrorOfTheFormula(boolean narrow) {
    int n = 100_000;
    BitSource data = bits(5);
    long[] values = RankErrors.sample(n, narrow, () -> data.nextBits(20));
    RankErrors errors = new RankErrors(values);
    DyadicCounts plan = DyadicCounts.of(0, domain(1, 20), DummyShares.of(1210.9, n, 1));
    BitSource secret = bits(6);
    for (int run = 0; run < 8; run++) {
      DyadicTally tally = new DyadicTally(plan);
      for (long value : values) {
        plan.randomize(new long[] {value}, secret, tally);
      }
      PrefixCounter counter = new PrefixCounter(tally.estimates());
      errors.add(QuantileSearch.search(counter, plan.domain().universe(), 1, n / 2.0)[0]);
    }
    assertTrue(errors.rms() > 10 && errors.rms() < plan.deviation(), "rms " + errors.rms());
    assertEquals(197, plan.deviation(), 1);
    assertEquals(14.75, plan.dummiesPerUser(), 0.01);
    assertEquals(45, plan.bodyBits());
  }

  @Test
  void send_messagesOfNobody_areDroppedAndCounted() {
    DyadicCounts plan = DyadicCounts.of(5, domain(2, 4), 4, DummyShares.of(2, 30, 1));
    DyadicTally tally = new DyadicTally(plan);
    for (int label : new int[] {-1, 4, 13, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      tally.send(label, 0);
    }
    tally.send(5, 1);
    tally.send(5, -1);
    tally.send(9, 4);
    tally.send(11, plan.code(3).bodies());
    tally.send(11, Long.MIN_VALUE);
    assertEquals(10, tally.malformed());
    tally.send(11, plan.code(3).bodies() - 1);
    tally.send(9, 3);
    assertEquals(10, tally.malformed());
  }

  @Test
  void merge_parts_isTheWhole() {
    DyadicCounts plan = DyadicCounts.of(0, domain(1, 5), 4, DummyShares.of(2, 8, 1));
    DyadicTally whole = new DyadicTally(plan);
    DyadicTally odd = new DyadicTally(plan);
    DyadicTally even = new DyadicTally(plan);
    BitSource secret = bits(7);
    ListShuffler shuffler = new ListShuffler(4);
    for (long value = 0; value < 32; value++) {
      plan.randomize(new long[] {value}, secret, shuffler);
    }
    shuffler.send(99, 0);
    int[] number = {0};
    shuffler.drainTo(
        (label, body) -> {
          whole.send(label, body);
          (number[0]++ % 2 == 0 ? even : odd).send(label, body);
        });
    odd.merge(even);
    assertEquals(1, odd.malformed());
    for (int cells = 0; cells <= 32; cells++) {
      assertEquals(whole.estimates().below(0, cells), odd.estimates().below(0, cells));
    }
    DyadicTally other =
        new DyadicTally(DyadicCounts.of(0, domain(1, 5), 8, DummyShares.of(2, 8, 1)));
    assertThrows(IllegalArgumentException.class, () -> odd.merge(other));
  }

  @Test
  void of_whatDoesNotFit_isRefused() {
    DummyShares dummies = DummyShares.of(1210.9, 1_000_000, 1);
    assertEquals(60, DyadicCounts.of(0, domain(1, 26), 1024, dummies).bodyBits(), 1);
    assertThrows(
        IllegalArgumentException.class, () -> DyadicCounts.of(0, domain(1, 27), 1024, dummies));
    assertThrows(
        IllegalArgumentException.class, () -> DyadicCounts.of(0, domain(1, 62), 2, dummies));
    assertThrows(
        IllegalArgumentException.class, () -> DyadicCounts.of(0, domain(1, 4), 1, dummies));
    assertThrows(
        IllegalArgumentException.class, () -> DyadicCounts.of(-1, domain(1, 4), 4, dummies));
  }
}
