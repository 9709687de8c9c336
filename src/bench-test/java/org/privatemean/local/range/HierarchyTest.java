package org.privatemean.local.range;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.local.report.MalformedReportException.RejectionReason;
import org.privatemean.local.report.Report;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;
import org.privatemean.noise.RandomizedResponse;
import org.privatemean.protocol.PrefixCounter;
import org.privatemean.protocol.PrefixEstimates;
import org.privatemean.protocol.RangeDomain;
import org.privatemean.query.QuantileSearch;
import org.privatemean.query.Universe;

class HierarchyTest {
  private static final RandomizedResponse COIN = RandomizedResponse.of(1);

  private static BitSource bits(int step) {
    return NoiseKey.fromSeed(99).substream(step, 0, 0);
  }

  @Test
  void hierarchy_anySize_coversTheCells() {
    for (int cells : new int[] {2, 5, 25, 26, 1000, 1 << 22}) {
      for (int branching : new int[] {2, 5, 9}) {
        Hierarchy tree = new Hierarchy(new RangeDomain(1, new Universe(3, cells + 2)), branching);
        int height = tree.height();
        assertEquals(cells, tree.nodes(height));
        assertTrue(tree.nodes(1) <= branching && tree.nodes(1) > 1);
        assertEquals(tree.nodes(1) - 1, tree.node(cells - 1, 1));
      }
    }
  }

  /** The least-squares fit of leaf counts to every node's estimate, the root exact. */
  private static double[] fit(double[][] tree, int branching, double total) {
    int leaves = tree[tree.length - 1].length;
    double[] x = new double[leaves];
    Arrays.fill(x, total / leaves);
    // Gradient steps along the plane of the exact total: converges for so small a tree.
    for (int step = 0; step < 20_000; step++) {
      double[] gradient = new double[leaves];
      int each = 1;
      for (int level = tree.length - 1; level >= 0; level--, each *= branching) {
        for (int v = 0; v < tree[level].length; v++) {
          double sum = 0;
          for (int k = v * each; k < (v + 1) * each; k++) {
            sum += x[k];
          }
          for (int k = v * each; k < (v + 1) * each; k++) {
            gradient[k] += sum - tree[level][v];
          }
        }
      }
      double mean = Arrays.stream(gradient).average().orElse(0);
      for (int k = 0; k < leaves; k++) {
        x[k] -= 0.05 * (gradient[k] - mean);
      }
    }
    return x;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void reconcile_fullTree_isTheLeastSquaresFit(int branching) {
    BitSource draw = bits(1);
    double[][] tree = new double[3][];
    int nodes = 1;
    for (int level = 0; level < 3; level++) {
      nodes *= branching;
      tree[level] = new double[nodes];
      Arrays.setAll(tree[level], v -> draw.nextBelow(1000));
    }
    double[] expected = fit(tree, branching, 2000);
    ConsistentTree.reconcile(tree, branching, 2000);
    for (int k = 0; k < expected.length; k++) {
      assertEquals(expected[k], tree[2][k], 1e-6);
    }
    for (int level = 0; level < 2; level++) {
      for (int v = 0; v < tree[level].length; v++) {
        double sum = 0;
        for (int k = v * branching; k < (v + 1) * branching; k++) {
          sum += tree[level + 1][k];
        }
        assertEquals(tree[level][v], sum, 1e-9);
      }
    }
  }

  private static HierarchyTally collect(
      Hierarchy tree, FrequencyOracle oracle, long[] values, BitSource bits) {
    HierarchyRandomizer randomizer = new HierarchyRandomizer(tree, oracle, 4);
    HierarchyTally tally = new HierarchyTally(tree, oracle, 4);
    HierarchyTally part = new HierarchyTally(tree, oracle, 4);
    for (int i = 0; i < values.length; i++) {
      Report report = randomizer.randomize(values[i], 0, tree.assignLevel(bits), bits);
      (i % 3 == 0 ? part : tally).add(report);
    }
    tally.merge(part);
    assertEquals(values.length, tally.reports());
    return tally;
  }

  @Test
  void below_manyRuns_isUnbiasedAndLessNoisyWhenConsistent() {
    Hierarchy tree = new Hierarchy(new RangeDomain(1, new Universe(10, 110)), 4);
    FrequencyOracle oracle = FrequencyOracle.hadamard(COIN);
    int n = 1000;
    int runs = 500;
    BitSource draw = bits(2);
    long[] values = new long[n];
    for (int i = 0; i < n; i++) {
      values[i] = 10 + draw.nextBelow(101) * draw.nextBelow(101) / 100;
    }
    int end = 39;
    double exact = Arrays.stream(values).filter(v -> v < 10 + end).count();
    List<Consistency> both = List.of(Consistency.NONE, Consistency.RECONCILED);
    double[] sums = new double[2];
    double[] squares = new double[2];
    for (int run = 0; run < runs; run++) {
      HierarchyTally tally = collect(tree, oracle, values, draw);
      for (int k = 0; k < 2; k++) {
        double error = tally.estimates(n, both.get(k)).countBelow(0, end) - exact;
        sums[k] += error;
        squares[k] += error * error;
      }
    }
    for (int k = 0; k < 2; k++) {
      assertEquals(0, sums[k] / runs, 4.9 * Math.sqrt(squares[k]) / runs);
    }
    // 39 = 0 * 64 + 2 * 16 + 1 * 4 + 3 leaves out 6 nodes in 4 levels: 6 * 4 * n * c^2.
    double stated = 6 * tree.height() * n * oracle.variance();
    assertEquals(1, squares[0] / runs / stated, 0.15 + 4.9 * Math.sqrt(2.0 / runs));
    assertTrue(squares[1] < 0.75 * squares[0], squares[1] / squares[0] + " of the variance");
  }

  @Test
  void search_allOracles_findTheMedian() {
    Universe universe = new Universe(-40, 59);
    Hierarchy tree = new Hierarchy(new RangeDomain(1, universe), 5);
    RandomizedResponse coin = RandomizedResponse.of(3);
    int n = 20_000;
    BitSource draw = bits(3);
    long[] values = new long[n];
    for (int i = 0; i < n; i++) {
      values[i] = draw.nextBelow(100) - 40;
    }
    for (FrequencyOracle oracle :
        new FrequencyOracle[] {
          FrequencyOracle.unary(coin), FrequencyOracle.hashing(coin), FrequencyOracle.hadamard(coin)
        }) {
      PrefixEstimates estimates =
          collect(tree, oracle, values, draw).estimates(n, Consistency.RECONCILED);
      long median = QuantileSearch.search(new PrefixCounter(estimates), universe, 1, n / 2.0)[0];
      // A prefix takes at most 12 nodes in 3 levels: 5 deviations of that are 4.6 % of n or less.
      double deviation = Math.sqrt(12 * 3 * oracle.variance() / n);
      assertEquals(9.5, (double) median, 1 + 100 * 5 * deviation);
      assertTrue(deviation < 0.05, "deviation: " + deviation);
    }
  }

  @Test
  void add_malformed_isCountedByReasonAndDropped() {
    Hierarchy tree = new Hierarchy(new RangeDomain(3, new Universe(0, 24)), 5);
    FrequencyOracle oracle = FrequencyOracle.hashing(COIN);
    HierarchyTally tally = new HierarchyTally(tree, oracle, 4);
    byte[] good = new HierarchyRandomizer(tree, oracle, 4).randomize(7, 2, 2, bits(6)).toBytes();
    byte[][] wrong = new byte[6][];
    Arrays.setAll(wrong, k -> good.clone());
    wrong[0][0] = 0x11;
    wrong[1][0] = 0x22;
    wrong[2][1] = 5;
    wrong[3] = Arrays.copyOf(good, good.length - 1);
    wrong[4][5] |= (byte) 0b1100_0000;
    // a = 2^31 - 1 is outside the field.
    for (int k = 5; k < 10; k++) {
      wrong[5][k] |= (byte) (k == 5 ? 0b0001_1111 : 0xFF);
    }
    RejectionReason[] reasons = {
      RejectionReason.KIND,
      RejectionReason.VERSION,
      RejectionReason.ROUND,
      RejectionReason.LENGTH,
      RejectionReason.RANGE,
      RejectionReason.RANGE
    };
    for (int k = 0; k < wrong.length; k++) {
      long before = tally.rejections().count(reasons[k]);
      tally.add(Report.of(wrong[k]));
      assertEquals(before + 1, tally.rejections().count(reasons[k]), "case " + k);
    }
    assertEquals(0, tally.reports());
    tally.add(Report.of(good));
    assertEquals(1, tally.reports());
    assertEquals(6, tally.rejections().total());
  }

  @Test
  void hierarchy_tooLarge_isRefused() {
    RangeDomain large = new RangeDomain(1, new Universe(0, 1 << 22));
    assertThrows(IllegalArgumentException.class, () -> new Hierarchy(large, 2));
    RangeDomain small = new RangeDomain(1, new Universe(0, 9));
    assertThrows(IllegalArgumentException.class, () -> new Hierarchy(small, 1));
    assertThrows(IllegalArgumentException.class, () -> new RangeDomain(0, new Universe(0, 9)));
    assertThrows(IllegalArgumentException.class, () -> new RangeDomain(1, new Universe(4, 4)));
  }
}
