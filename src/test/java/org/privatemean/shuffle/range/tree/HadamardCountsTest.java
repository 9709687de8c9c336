package org.privatemean.shuffle.range.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.protocol.PrefixEstimates;
import org.privatemean.query.Universe;
import org.privatemean.shuffle.range.Laws;
import org.privatemean.shuffle.range.Views;

class HadamardCountsTest {
  private static BitSource bits(int stream) {
    return NoiseKey.fromSeed(101).substream(stream, 0, 0);
  }

  @Test
  void isInside_anyTwoNodes_shareAQuarterOfTheIndices() {
    for (int u = 0; u < 16; u++) {
      for (int v = 0; v < 16; v++) {
        int both = 0;
        for (int a = 0; a < 32; a++) {
          both += HadamardCounts.isInside(a, u) && HadamardCounts.isInside(a, v) ? 1 : 0;
        }
        assertEquals(u == v ? 16 : 8, both);
      }
    }
  }

  @Test
  void below_manyRuns_isUnbiasedWithTheVarianceStated() {
    int n = 40;
    HadamardCounts plan = HadamardCounts.of(new Universe(10, 17), n, 6);
    assertEquals(6, plan.tupleLength());
    assertEquals(24, plan.messageBits());
    BitSource secret = bits(1);
    int runs = 2000;
    double[] sums = new double[9];
    double empty = 0;
    for (int run = 0; run < runs; run++) {
      HadamardTally tally = new HadamardTally(plan);
      for (int i = 0; i < n; i++) {
        plan.randomize(10L + i % 5, secret, tally);
      }
      assertEquals(0, tally.malformed());
      PrefixEstimates estimates = tally.estimates();
      for (int cells = 0; cells <= 8; cells++) {
        sums[cells] += estimates.below(0, cells) - 8 * Math.min(5, cells);
      }
      empty += tally.node(2, 7) * tally.node(2, 7);
    }
    double chance = 1.0 / 64;
    double node = 7 * n * chance / (1 - chance);
    for (int cells = 0; cells <= 8; cells++) {
      assertEquals(0, sums[cells] / runs, 4.9 * Math.sqrt(3 * node / runs));
    }
    assertEquals(1, empty / runs / node, 4.9 * Math.sqrt(2.4 / runs));
    // Power: without the dummies taken off, or the user's own, the mean would be out by more.
    assertTrue(n * chance > 4.9 * Math.sqrt(3 * node / runs));
  }

  @ParameterizedTest
  @CsvSource({"2, 1, 0.2", "2, 2, 0.1", "3, 1, 0.2", "3, 2, 0.5"})
  void views_oneIndexAMessage_areWithinThePair(int users, int dummies, double epsilon) {
    List<Integer> all = List.of(0, 1, 2, 3);
    List<Map<List<Integer>, Double>> laws = new ArrayList<>();
    for (int node = 0; node < 2; node++) {
      List<Map<Integer, Double>> messages = new ArrayList<>();
      int own = node;
      messages.add(
          Views.uniform(
              IntStream.range(0, 4).filter(a -> HadamardCounts.isInside(a, own)).boxed().toList(),
              1));
      for (int i = 0; i < users * dummies; i++) {
        messages.add(Views.uniform(all, 1));
      }
      laws.add(Views.of(messages));
    }
    // Of tuples of one index, half match and a quarter match both.
    double pair = Views.delta(users * dummies, 0.25, epsilon);
    double worst = Laws.delta(laws.get(0), laws.get(1), epsilon);
    assertTrue(worst <= 0.5 * pair * (1 + 1e-12), worst + " > " + 0.5 * pair);
    assertTrue(worst > 0.2 * pair, worst + " of " + pair);
  }

  @ParameterizedTest
  @CsvSource({"10, 1, 0.1", "33, 1, 1e-3", "17, 0.5, 1e-2", "33, 1, 1e-6"})
  void dummiesFor_oneLevel_keepTheGuarantee(int n, double epsilon, double delta) {
    HadamardCounts plan =
        HadamardCounts.of(new Universe(0, 1), n, HadamardCounts.dummiesFor(epsilon, delta, 1));
    double chance = Math.scalb(1.0, -plan.tupleLength());
    double stated = Views.delta(plan.dummies() * n, chance * (1 - chance), epsilon);
    assertTrue(stated <= delta, stated + " > " + delta);
    // A fortieth of the dummies would not do: the count matters.
    double few = Views.delta(plan.dummies() * n / 40, chance * (1 - chance), epsilon);
    assertTrue(few > delta, few + " <= " + delta);
  }

  @Test
  void dummiesFor_levels_shareTheBudget() {
    assertEquals(747, HadamardCounts.dummiesFor(1, 1e-9, 1));
    assertEquals(Math.ceil(36 * Math.log(1e10) * 100), HadamardCounts.dummiesFor(1, 1e-9, 10));
    assertThrows(IllegalArgumentException.class, () -> HadamardCounts.dummiesFor(1.1, 1e-9, 1));
    assertThrows(IllegalArgumentException.class, () -> HadamardCounts.dummiesFor(1, 0.2, 1));
  }

  @Test
  void send_messagesOfNobody_areDroppedAndCounted() {
    HadamardCounts plan = HadamardCounts.of(new Universe(0, 7), 4, 0);
    HadamardTally tally = new HadamardTally(plan);
    double before = tally.node(0, 0);
    tally.send(-1, new int[] {0, 0});
    tally.send(3, new int[] {0, 0});
    tally.send(0, new int[] {0});
    tally.send(0, new int[] {0, 0, 0});
    tally.send(0, new int[] {0, 4});
    tally.send(0, new int[] {-1, 0});
    assertEquals(6, tally.malformed());
    assertEquals(before, tally.node(0, 0));
    tally.send(0, new int[] {0, 0});
    assertEquals(before + 4.0 / 3, tally.node(0, 0), 1e-12);
  }

  @Test
  void of_badArguments_areRefused() {
    Universe small = new Universe(0, 7);
    assertThrows(
        IllegalArgumentException.class, () -> HadamardCounts.of(new Universe(0, 1024), 10, 1));
    assertThrows(IllegalArgumentException.class, () -> HadamardCounts.of(small, 1, 1));
    assertThrows(IllegalArgumentException.class, () -> HadamardCounts.of(small, 10, -1));
  }
}
