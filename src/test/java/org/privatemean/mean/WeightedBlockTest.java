package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;
import org.privatemean.geometry.NormRange;
import org.privatemean.mean.PrivateQueries.ViewNorm;
import org.privatemean.mean.TailHistogram.TailCounts;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.query.ClippedSum;
import org.privatemean.query.NormGrid;
import org.privatemean.rows.RowEncoder.BlockBuilder;

/** A row of weight w counts as w rows do, in every question, to the bit. */
@Promise("rows of weights up to k move answers by k times what rows do")
final class WeightedBlockTest {
  private static VectorBlock weighted(double[][] rows, int[] weights) {
    int dimension = rows[0].length;
    BlockBuilder<VectorBlock> builder = new VectorEncoder(dimension, NormRange.WIDEST).newBuilder();
    for (int i = 0; i < rows.length; i++) {
      builder.add(rows[i], 0, weights[i]);
    }
    return builder.build();
  }

  private static VectorBlock repeated(double[][] rows, int[] weights) {
    List<double[]> all = new ArrayList<>();
    NormRange range = NormRange.WIDEST;
    for (int i = 0; i < rows.length; i++) {
      for (int w = 0; w < weights[i]; w++) {
        double[] scaled = new double[rows[i].length];
        range.scale(rows[i], scaled);
        all.add(scaled);
      }
    }
    return EncodedBlocks.of(all.toArray(double[][]::new));
  }

  private static List<ClippedSum<VectorBlock>> sums(int dimension) {
    CentredTransform view = new CentredTransform(new double[dimension]);
    double[] edges = {0.5, 1, 2, 4};
    return List.of(
        AnchoredSum.of(view, 1.5),
        AnchoredSum.forExcess(view, 0.5, 1.5),
        AnchoredSum.of(view.withSquares(), 2),
        new OctaveCounts(new double[dimension]),
        new TailCounts(view, edges, 1),
        new FarColumnCounts(view, edges[0]),
        new ExcessSum(view, 0.75));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 40})
  void add_weightedRows_countAsOftenAsTheirWeights(int dimension) {
    SplittableRandom random = new SplittableRandom(dimension);
    for (int trial = 0; trial < 60; trial++) {
      double[][] rows = Replay.wildRows(random, 40, dimension);
      int[] weights = random.ints(rows.length, 1, 9).toArray();
      VectorBlock once = weighted(rows, weights);
      assertTrue(once.isWeighted());
      VectorBlock often = repeated(rows, weights);
      for (ClippedSum<VectorBlock> sum : sums(dimension)) {
        assertArrayEquals(totals(sum, often), totals(sum, once), sum.getClass().getName());
      }
      NormGrid grid = NormGrid.octaves(0x1p-20, 0x1p20, 2);
      ViewNorm norm = new ViewNorm(new CentredTransform(new double[dimension]), grid);
      long[] expected = new long[64];
      long[] found = new long[64];
      norm.count(often, new long[] {3}, 0, 6, expected);
      norm.count(once, new long[] {3}, 0, 6, found);
      assertArrayEquals(expected, found);
    }
  }

  private static long[] totals(ClippedSum<VectorBlock> sum, VectorBlock block) {
    long[] totals = new long[sum.size()];
    sum.add(block, totals);
    return totals;
  }

  /** Doubles would round sums of 2^20 times 2^20 over more rows than a chunk has. */
  @Test
  void add_largestWeights_areExact() {
    int count = 5000;
    double[][] rows = new double[count][2];
    int[] weights = new int[count];
    Arrays.fill(weights, PrivacyUnit.MOST_WEIGHT);
    weights[0]--;
    for (int i = 0; i < count; i++) {
      rows[i] = new double[] {i % 3 == 0 ? 0.9999990463256836 : 0.1, 0};
    }
    AnchoredSum sum = AnchoredSum.of(new CentredTransform(new double[2]), 1);
    long[] each = totals(sum, EncodedBlocks.of(rows[0]));
    long[] other = totals(sum, EncodedBlocks.of(rows[1]));
    BigInteger expected = BigInteger.ZERO;
    for (int i = 0; i < count; i++) {
      long steps = i % 3 == 0 ? each[0] : other[0];
      expected = expected.add(BigInteger.valueOf(steps).multiply(BigInteger.valueOf(weights[i])));
    }
    assertEquals(expected.longValueExact(), totals(sum, weighted(rows, weights))[0]);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void squaredSensitivity_weightedNeighbours_isNotPassed(int dimension) {
    SplittableRandom random = new SplittableRandom(10 + dimension);
    int k = 7;
    double reached = 0;
    for (int trial = 0; trial < 400; trial++) {
      double[][] rows = Replay.wildRows(random, 5, dimension);
      int[] weights = random.ints(rows.length, 1, k + 1).toArray();
      double[][] others = rows.clone();
      others[2] = Replay.wildRows(random, 1, dimension)[0];
      int[] otherWeights = weights.clone();
      otherWeights[2] = random.nextBoolean() ? k : 1;
      double[][] fewer =
          Stream.concat(Arrays.stream(rows, 0, 2), Arrays.stream(rows, 3, 5))
              .toArray(double[][]::new);
      int[] fewerWeights = {weights[0], weights[1], weights[3], weights[4]};
      for (ClippedSum<VectorBlock> sum : sums(dimension)) {
        long[] before = totals(sum, weighted(rows, weights));
        BigInteger replaced =
            Replay.squaredChange(before, totals(sum, weighted(others, otherWeights)));
        BigInteger removed =
            Replay.squaredChange(before, totals(sum, weighted(fewer, fewerWeights)));
        BigInteger most = bound(sum, PrivacyUnit.person(Neighbours.REPLACE, k));
        assertTrue(replaced.compareTo(most) <= 0, () -> sum.getClass() + ": " + replaced);
        assertTrue(
            removed.compareTo(bound(sum, PrivacyUnit.person(Neighbours.ADD_REMOVE, k))) <= 0);
        reached = Math.max(reached, replaced.doubleValue() / most.doubleValue());
      }
    }
    assertTrue(reached > 0.9, "the claim is not nearly reached: " + reached);
  }

  private static BigInteger bound(ClippedSum<VectorBlock> sum, PrivacyUnit unit) {
    return unit.weighted(sum.squaredSensitivity(unit));
  }

  @Test
  void read_binaryForm_keepsTheWeights() {
    double[][] rows = {{1, 2}, {3, 4}, {5, 6}};
    VectorEncoder encoder = new VectorEncoder(2, NormRange.WIDEST);
    VectorBlock block = weighted(rows, new int[] {1, 1 << 20, 3});
    VectorBlock read = encoder.read(block.toBytes());
    assertEquals(3, read.rows());
    assertEquals(1, read.weight(0));
    assertEquals(1 << 20, read.weight(1));
    assertEquals(3, read.weight(2));
    assertArrayEquals(block.values(), read.values());
  }

  @Test
  void build_rowsOfWeightOne_isTheBlockWithoutWeights() {
    double[][] rows = {{1, 2}, {3, 4}};
    VectorBlock block = weighted(rows, new int[] {1, 1});
    assertFalse(block.isWeighted());
    assertArrayEquals(EncodedBlocks.of(rows).toBytes(), block.toBytes());
  }

  @Test
  void add_groupOrNoWeight_isRefused() {
    BlockBuilder<VectorBlock> builder = new VectorEncoder(1, NormRange.WIDEST).newBuilder();
    assertThrows(IllegalArgumentException.class, () -> builder.add(new double[1], 1, 1));
    assertThrows(IllegalArgumentException.class, () -> builder.add(new double[1], 0, 0));
  }
}
