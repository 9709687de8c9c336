package org.privatemean.shuffle.range.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.protocol.RangeDomain;
import org.privatemean.query.QuantileSearch;
import org.privatemean.query.Universe;
import org.privatemean.shuffle.range.DummyShares;
import org.privatemean.shuffle.range.Laws;
import org.privatemean.shuffle.range.ListShuffler;
import org.privatemean.shuffle.range.RankErrors;

class TreeCountsTest {
  private static BitSource bits(int stream) {
    return NoiseKey.fromSeed(91).substream(stream, 0, 0);
  }

  private static RangeDomain domain(int width, int levels) {
    return new RangeDomain(width, new Universe(0, (1L << levels) - 1));
  }

  private static TreeTally run(TreeRound round, long[][] users, BitSource secret) {
    ListShuffler shuffler = new ListShuffler(5);
    for (long[] values : users) {
      round.randomize(values, secret, shuffler);
    }
    TreeTally tally = new TreeTally(round);
    shuffler.drainTo(tally);
    return tally;
  }

  /** The messages of a value without dummies. */
  private static List<ListShuffler.Message> messages(TreeRound round, long value) {
    ListShuffler shuffler = new ListShuffler(0);
    round.randomize(new long[] {value}, bits(0), shuffler);
    return shuffler.messages();
  }

  /** Directions of the cells that a replaced value changes, as {@link Laws#composed} takes them. */
  private static int[] changes(TreeRound round, long value, long other) {
    List<ListShuffler.Message> lost = new ArrayList<>(messages(round, value));
    List<ListShuffler.Message> gained = new ArrayList<>(messages(round, other));
    lost.removeAll(messages(round, other));
    gained.removeAll(messages(round, value));
    int[] directions = new int[lost.size() + gained.size()];
    Arrays.fill(directions, -1);
    Arrays.fill(directions, 0, lost.size(), 1);
    return directions;
  }

  @Test
  void views_allPairsOfValues_areWithinOnePairALabel() {
    // Two rounds of two levels; noise of binomial dummies, exactly.
    TreeCounts plan = TreeCounts.of(0, domain(1, 4), 2, DummyShares.of(0, 3, 1));
    double[] noise = Laws.binomial(6, 0.5);
    double stated = Laws.composed(noise, 0.5, 1, -1, 1, -1);
    double worst = 0;
    for (int number = 0; number < 2; number++) {
      for (long base = 0; base < (number == 0 ? 1 : 16); base += 4) {
        TreeRound round = plan.round(number, new long[] {base});
        for (long value = 0; value < 16; value++) {
          for (long other = 0; other < 16; other++) {
            int[] directions = changes(round, value, other);
            assertTrue(directions.length <= 4);
            worst = Math.max(worst, Laws.composed(noise, 0.5, directions));
          }
        }
      }
    }
    assertTrue(worst <= stated * (1 + 1e-12), worst + " > " + stated);
    // More than one label changes for some two values: no slack to hide in.
    assertTrue(worst > Laws.composed(noise, 0.5, 1, -1), "worst " + worst);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void messages_fewUsers_haveTheLawOfExactCellsAndPoissonNoise(int number) {
    TreeCounts plan = TreeCounts.of(2, domain(1, 4), 2, DummyShares.of(1.5, 4, 0.75));
    TreeRound round = plan.round(number, new long[] {number == 0 ? 0 : 8});
    long[][] users = {{1}, {8}, {9}, {11}};
    BitSource secret = bits(1);
    long[][] seen = new long[4][40];
    for (int i = 0; i < 40_000; i++) {
      ListShuffler shuffler = new ListShuffler(6);
      for (long[] values : users) {
        round.randomize(values, secret, shuffler);
      }
      int[] cells = new int[4];
      shuffler.messages().forEach(m -> cells[round.cell(m.label(), m.body())]++);
      for (int cell = 0; cell < 4; cell++) {
        seen[cell][cells[cell]]++;
      }
    }
    // Cells: left half of the node, of its left half, of its right half; below.
    int[][] exact = {{1, 1, 3}, {2, 1, 0, 1}};
    for (int cell = 0; cell < exact[number].length; cell++) {
      double[] law = Laws.shift(Laws.poisson(2, 39), exact[number][cell]);
      assertTrue(Laws.fits(law, seen[cell]), "cell " + cell);
      double[] wrong = Laws.shift(Laws.poisson(2.1, 39), exact[number][cell]);
      assertFalse(Laws.fits(wrong, seen[cell]));
    }
    assertEquals(40_000, number == 0 ? seen[3][0] : 40_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4, 10, 20})
  void search_withoutNoise_isTheExactQuantile(int levelsPerRound) {
    int n = 301;
    Universe universe = new Universe(-500, 500);
    BitSource data = bits(2);
    long[][] users = new long[n][2];
    for (long[] user : users) {
      user[0] = data.nextBelow(1001) - 500;
      user[1] = data.nextBelow(4) * 100;
    }
    RangeDomain domain = new RangeDomain(2, universe);
    TreeCounts plan = TreeCounts.of(0, domain, levelsPerRound, DummyShares.of(0, n, 1));
    BitSource secret = bits(3);
    int[] rounds = {0};
    TreeCounter counter =
        new TreeCounter(
            plan,
            round -> {
              rounds[0]++;
              return run(round, users, secret);
            });
    long[] found = QuantileSearch.search(counter, universe, 2, n / 2.0);
    for (int j = 0; j < 2; j++) {
      int coordinate = j;
      long[] sorted = Arrays.stream(users).mapToLong(u -> u[coordinate]).sorted().toArray();
      assertEquals(sorted[150], found[j]);
    }
    assertEquals(plan.rounds(), rounds[0]);
    assertEquals((10 + levelsPerRound - 1) / levelsPerRound, rounds[0]);
    assertThrows(IllegalStateException.class, () -> counter.countsUpTo(3, new long[2]));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void search_manyUsers_hasTheRankErrorOfTheFormula(boolean narrow) {
    int n = 100_000;
    BitSource data = bits(4);
    long[] values = RankErrors.sample(n, narrow, () -> data.nextBits(20));
    RankErrors errors = new RankErrors(values);
    TreeCounts plan = TreeCounts.of(0, domain(1, 20), 5, DummyShares.of(1210.9, n, 1));
    BitSource secret = bits(5);
    for (int i = 0; i < 12; i++) {
      TreeCounter counter =
          new TreeCounter(
              plan,
              round -> {
                TreeTally tally = new TreeTally(round);
                for (long value : values) {
                  round.randomize(new long[] {value}, secret, tally);
                }
                return tally;
              });
      errors.add(QuantileSearch.search(counter, plan.domain().universe(), 1, n / 2.0)[0]);
    }
    assertTrue(errors.rms() > 10 && errors.rms() < plan.deviation(), "rms " + errors.rms());
    assertEquals(85.2, plan.deviation(), 0.1);
    assertEquals(1.54, plan.dummiesPerUser(), 0.01);
  }

  @Test
  void send_messagesOfNobody_areDroppedAndCounted() {
    TreeCounts plan = TreeCounts.of(3, domain(2, 4), 2, DummyShares.of(0, 3, 1));
    TreeTally first = new TreeTally(plan.round(0, new long[2]));
    TreeTally second = new TreeTally(plan.round(1, new long[] {4, 8}));
    for (int label : new int[] {-1, 2, 7, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      first.send(label, 0);
    }
    first.send(3, 1);
    first.send(3, -1);
    first.send(5, 2);
    assertEquals(8, first.malformed());
    first.send(5, 1);
    first.send(4, 0);
    assertEquals(8, first.malformed());
    second.send(3, 0);
    second.send(7, 2);
    assertEquals(2, second.malformed());
    // "Below" is known to later rounds.
    second.send(7, 1);
    assertEquals(2, second.malformed());
    assertEquals(1, second.below(0, 0));
    second.send(8, 0);
    second.send(8, 0);
    assertEquals(2, second.below(1, 2));
    assertThrows(IllegalArgumentException.class, () -> first.merge(second));
    TreeTally more = new TreeTally(plan.round(1, new long[] {4, 8}));
    more.send(8, 0);
    more.send(0, 0);
    second.merge(more);
    assertEquals(3, second.below(1, 2));
    assertEquals(3, second.malformed());
  }

  @Test
  void of_badArguments_areRefused() {
    DummyShares dummies = DummyShares.of(1, 10, 1);
    assertThrows(IllegalArgumentException.class, () -> TreeCounts.of(0, domain(1, 4), 0, dummies));
    assertThrows(
        IllegalArgumentException.class, () -> TreeCounts.of(0, domain(2, 30), 24, dummies));
    TreeCounts plan = TreeCounts.of(0, domain(1, 4), 3, dummies);
    assertThrows(IllegalArgumentException.class, () -> plan.round(2, new long[1]));
    assertThrows(IllegalArgumentException.class, () -> plan.round(0, new long[2]));
  }
}
