package org.privatemean.shuffle.range.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.shuffle.range.Laws;
import org.privatemean.shuffle.range.Views;

class CellCodeTest {
  private static List<Integer> matching(CellCode code, long node) {
    return IntStream.range(0, (int) code.bodies())
        .filter(body -> code.matches(body, node))
        .boxed()
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"3, 2, 3", "7, 3, 7", "8, 5, 11", "16, 4, 17", "24, 10, 29"})
  void collision_everyFunctionAndPair_isTheExactRate(int nodes, int buckets, int prime) {
    CellCode code = new CellCode(nodes, buckets);
    assertEquals((long) prime * (prime - 1) * buckets, code.bodies());
    int q = prime / buckets;
    int collisions = q * (prime % buckets + prime - buckets);
    assertEquals((double) collisions / (prime * (prime - 1)), code.collision(), 1e-15);
    for (int u = 0; u < nodes; u++) {
      for (int v = 0; v < u; v++) {
        int both = 0;
        for (int body = 0; body < code.bodies(); body++) {
          both += code.matches(body, u) && code.matches(body, v) ? 1 : 0;
        }
        // A body that matches both is a function that maps them to one bucket, and that bucket.
        assertEquals(collisions, both);
      }
    }
    // A uniform body matches a node with one over the number of buckets.
    assertEquals(code.bodies() / buckets, matching(code, nodes - 1).size());
  }

  @ParameterizedTest
  @CsvSource({"7, 3", "8, 5", "4, 4"})
  void encode_anyNode_isUniformOnTheBodiesThatMatch(int nodes, int buckets) {
    CellCode code = new CellCode(nodes, buckets);
    BitSource secret = NoiseKey.fromSeed(71).substream(nodes, 0, 0);
    List<Integer> bodies = matching(code, 2);
    long[] seen = new long[bodies.size()];
    for (int i = 0; i < 50_000; i++) {
      seen[bodies.indexOf((int) code.encode(2, secret))]++;
    }
    double[] law = new double[seen.length];
    Arrays.fill(law, 1.0 / law.length);
    assertTrue(Laws.fits(law, seen));
    if (seen.length > 1) {
      law[0] *= 1.5;
      law[1] -= law[0] / 3;
      assertFalse(Laws.fits(law, seen));
    }
  }

  @Test
  void bodies_largestLevels_fitSixtyTwoBitsOrAreRefused() {
    assertTrue(new CellCode(1L << 25, 1024).bodies() <= 1L << 62);
    assertTrue(new CellCode(1L << 25, 1024).bodies() > 1L << 60);
    assertThrows(IllegalArgumentException.class, () -> new CellCode(1L << 26, 1024));
    assertThrows(IllegalArgumentException.class, () -> new CellCode(1L << 40, 2));
    CellCode wide = new CellCode(1L << 30, 2);
    BitSource secret = NoiseKey.fromSeed(72).substream(0, 0, 0);
    for (int i = 0; i < 1000; i++) {
      long body = wide.encode((1L << 30) - 1, secret);
      assertTrue(body >= 0 && body < wide.bodies());
      assertTrue(wide.matches(body, (1L << 30) - 1));
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 0.5, 0.2", "2, 1, 0.5", "3, 0.5, 0.2", "3, 1, 0.1"})
  void views_twoHashedNodesAmongDummies_areWithinThePair(int users, double share, double epsilon) {
    CellCode code = new CellCode(3, 2);
    List<Integer> all = IntStream.range(0, (int) code.bodies()).boxed().toList();
    List<Map<List<Integer>, Double>> laws = new ArrayList<>();
    for (int node = 0; node < 2; node++) {
      List<Map<Integer, Double>> messages = new ArrayList<>();
      messages.add(Views.uniform(matching(code, node), 1));
      for (int i = 0; i < users; i++) {
        messages.add(Views.uniform(all, share));
      }
      laws.add(Views.of(messages));
    }
    double alone = 1 - code.collision();
    // A dummy matches the one node and not the other with probability share (1 - kappa) / b.
    double pair = Views.delta(users, share * alone / 2, epsilon);
    double two = Laws.delta(laws.get(0), laws.get(1), epsilon);
    assertTrue(two <= alone * pair * (1 + 1e-12), two + " > " + alone * pair);
    assertTrue(two > 0.3 * pair, two + " of " + pair);
  }

  @ParameterizedTest
  @CsvSource({"0.7, 0.2", "0.7, 1", "1, 0.5"})
  void views_nodesAndNoMessageAmongPoissonDummies_areWithinThePair(double mean, double epsilon) {
    CellCode code = new CellCode(3, 2);
    Map<Integer, Double> dummy =
        Views.uniform(IntStream.range(0, (int) code.bodies()).boxed().toList(), 1);
    List<Map<Integer, Double>> messages =
        List.of(
            Map.of(Views.NONE, 1.0),
            Views.uniform(matching(code, 0), 1),
            Views.uniform(matching(code, 2), 1));
    List<Map<List<Integer>, Double>> laws = new ArrayList<>();
    for (Map<Integer, Double> message : messages) {
      laws.add(Views.amongPoisson(message, dummy, mean, 6));
    }
    double alone = mean * (1 - code.collision()) / 2;
    double pair = Laws.composed(Laws.poisson(alone, 40), epsilon, 1, -1);
    // Seven or more dummies: less than this.
    double unseen = 1e-4;
    double worst = 0;
    for (Map<List<Integer>, Double> p : laws) {
      for (Map<List<Integer>, Double> q : laws) {
        double delta = Laws.delta(p, q, epsilon);
        assertTrue(delta <= pair + unseen, delta + " > " + pair);
        worst = Math.max(worst, delta);
      }
    }
    assertTrue(worst > 0.3 * pair, worst + " of " + pair);
  }
}
