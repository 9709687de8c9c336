package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.privatemean.mean.TailHistogram.TailCounts;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;

final class TailCountsTest {
  private static double[] edges(double low, int count, int perOctave) {
    double[] edges = new double[count];
    Arrays.setAll(
        edges,
        k ->
            low
                * Math.scalb(
                    StrictMath.pow(2, (double) (k % perOctave) / perOctave), k / perOctave));
    return edges;
  }

  /** All edges tried, by squares. */
  private static long[] bruteForce(CentredTransform view, double[] edges, double[][] rows) {
    boolean signed = view.size() == 1;
    long[] counts = new long[signed ? 2 * edges.length : edges.length];
    for (double[] row : rows) {
      VectorBlock block = EncodedBlocks.of(row);
      double square = view.squaredNorms(block)[0];
      int cell = -1;
      for (int k = 0; k < edges.length; k++) {
        cell = square > edges[k] * edges[k] ? k : cell;
      }
      if (cell >= 0) {
        counts[signed && view.valueAt(block, 0, 0) < 0 ? edges.length + cell : cell]++;
      }
    }
    return counts;
  }

  @Test
  void add_anyRows_isTheHistogramByBruteForce() {
    SplittableRandom random = new SplittableRandom(1);
    for (int k = 0; k < 200; k++) {
      int dimension = 1 + random.nextInt(4);
      int perOctave = 1 + random.nextInt(4);
      double[] edges =
          edges(
              Math.scalb(random.nextDouble(1, 2), random.nextInt(-500, 440)),
              2 + random.nextInt(40),
              perOctave);
      double[] weights = random.doubles(dimension, 0.1, 3).toArray();
      CentredTransform view =
          random.nextBoolean()
              ? new CentredTransform(random.doubles(dimension, -1, 1).toArray())
              : new CentredTransform(new double[dimension], weights, new double[0]);
      double[][] rows = Replay.wildRows(random, 40, dimension);
      for (int i = 0; i < 20; i++) {
        // Around the edges themselves, to a few roundings.
        double edge = edges[random.nextInt(edges.length)];
        rows[i] = new double[dimension];
        rows[i][0] =
            (random.nextBoolean() ? 1 : -1) * (edge + random.nextInt(-2, 3) * Math.ulp(edge));
      }
      TailCounts counts = new TailCounts(view, edges, perOctave);
      assertArrayEquals(bruteForce(view, edges, rows), Replay.totals(counts, rows));
      Replay.assertSplitDoesNotMatter(counts, random, rows);
    }
  }

  /** The lower edge is outside, the last cell is open, and sides are apart in one dimension. */
  @Test
  void add_edges_areInTheCellBelow() {
    double[] edges = {1, 2, 4, 8};
    TailCounts counts = new TailCounts(new CentredTransform(new double[1]), edges, 1);
    double[] row = {1, Math.nextUp(1.0), 2, Math.nextUp(2.0), 8, 8.1, 1e150, -3, -1, -1e140, 0};
    double[][] rows = Arrays.stream(row).mapToObj(x -> new double[] {x}).toArray(double[][]::new);
    assertArrayEquals(new long[] {2, 1, 1, 2, 0, 1, 0, 1}, Replay.totals(counts, rows));
    TailCounts plane = new TailCounts(new CentredTransform(new double[2]), edges, 1);
    assertArrayEquals(
        new long[] {1, 0, 1, 1},
        Replay.totals(
            plane,
            new double[] {-1, -1},
            new double[] {-3, 4},
            new double[] {0, -9},
            new double[2]));
  }

  /** Norms that overflow are in the last cell, and what is no number is in none. */
  @Test
  void add_infiniteIsInTheLastCell_nanInNone() {
    TailCounts counts = new TailCounts(new CentredTransform(new double[2]), edges(1, 6, 3), 3);
    assertArrayEquals(
        new long[] {0, 0, 0, 0, 0, 2},
        Replay.totals(
            counts,
            new double[] {1e300, 0},
            new double[] {Double.NEGATIVE_INFINITY, 1},
            new double[] {Double.NaN, 1e300},
            new double[] {1e-310, 0}));
  }

  @Test
  void squaredSensitivity_neighbours_isReachedAndNotPassed() {
    SplittableRandom random = new SplittableRandom(2);
    double most = 0;
    for (int k = 0; k < 300; k++) {
      int dimension = 1 + random.nextInt(3);
      TailCounts counts =
          new TailCounts(new CentredTransform(new double[dimension]), edges(1e-3, 60, 3), 3);
      most =
          Math.max(
              most,
              Replay.assertClaimHolds(
                  counts, random, Replay.wildRows(random, 1 + random.nextInt(8), dimension)));
    }
    assertEquals(1, most);
    TailCounts counts = new TailCounts(new CentredTransform(new double[1]), edges(1, 6, 3), 3);
    assertEquals(BigInteger.TWO, counts.squaredSensitivity(PrivacyUnit.row(Neighbours.REPLACE)));
    assertEquals(BigInteger.ONE, counts.squaredSensitivity(PrivacyUnit.row(Neighbours.ADD_REMOVE)));
    assertEquals(
        BigInteger.TWO,
        Replay.squaredChange(
            Replay.totals(counts, new double[] {3}), Replay.totals(counts, new double[] {-3})));
    assertEquals(1, counts.norm());
    assertEquals(12, counts.size());
  }
}
