package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.privatemean.geometry.NormRange;

final class FarColumnCountsTest {
  private static final int OCTAVES = FarColumnCounts.OCTAVES;

  private static FarColumnCounts counts(double edge, double... centre) {
    return new FarColumnCounts(new CentredTransform(centre), edge);
  }

  /** The largest distance decides, the first column of its octave, and the last octave is open. */
  @Test
  void add_rows_areInOneCellEach() {
    long[] expected = new long[2 * OCTAVES];
    expected[0] = 2;
    expected[1] = 1;
    expected[OCTAVES - 1] = 1;
    expected[OCTAVES + 2] = 1;
    assertArrayEquals(
        expected,
        Replay.totals(
            counts(8, 0, 1),
            new double[] {7.9, 8.9},
            new double[] {8, 1},
            new double[] {-9, 16},
            new double[] {-16, 1 + 31},
            new double[] {8, 1 - 32},
            new double[] {1e200, 1e200}));
  }

  @Test
  void add_anyRows_isByBruteForceInAllForms() {
    SplittableRandom random = new SplittableRandom(1);
    for (int k = 0; k < 100; k++) {
      int dimension = 1 + random.nextInt(4);
      FarColumnCounts counts =
          counts(Math.scalb(1.0, random.nextInt(-60, 60)), new double[dimension]);
      double[][] rows = Replay.wildRows(random, 30, dimension);
      long[] expected = new long[counts.size()];
      for (double[] row : rows) {
        double most = Arrays.stream(row).map(Math::abs).max().orElseThrow();
        for (int cell = 0; cell < expected.length; cell++) {
          int octave = cell % OCTAVES;
          double low = Math.scalb(counts.edge(), octave);
          double high = octave == OCTAVES - 1 ? Double.POSITIVE_INFINITY : 2 * low;
          // The first such cell: cells are in the order of columns.
          if (most >= low && most < high && Math.abs(row[cell / OCTAVES]) >= low) {
            expected[cell]++;
            break;
          }
        }
      }
      assertArrayEquals(expected, Replay.totals(counts, rows));
      Replay.assertSplitDoesNotMatter(counts, random, rows);
      VectorEncoder sparse = VectorEncoder.sparse(dimension, NormRange.WIDEST);
      long[] totals = new long[counts.size()];
      counts.add(EncodedBlocks.encode(sparse, rows, rows.length).get(0), totals);
      assertArrayEquals(expected, totals);
    }
  }

  @Test
  void squaredSensitivity_neighbours_isReachedAndNotPassed() {
    SplittableRandom random = new SplittableRandom(2);
    double most = 0;
    for (int k = 0; k < 300; k++) {
      int dimension = 1 + random.nextInt(5);
      double[][] rows = Replay.wildRows(random, 1 + random.nextInt(8), dimension);
      FarColumnCounts counts = counts(1e-3, new double[dimension]);
      most = Math.max(most, Replay.assertClaimHolds(counts, random, rows));
    }
    assertEquals(1, most);
  }

  @Test
  void seen_ofCounts_endsAndSquaresAreThoseOfItsOctaves() {
    FarColumnCounts counts = counts(8, 0, 0);
    double[] noisy = new double[counts.size()];
    noisy[0] = 9;
    noisy[1] = 50;
    noisy[2] = -70;
    noisy[OCTAVES + 5] = 9;
    double[] seen = counts.seen(noisy, 0, 10);
    assertEquals(50, Arrays.stream(seen).sum());
    assertEquals(32, counts.end(seen));
    assertEquals(50 * 24 * 24, counts.square(seen));
    assertEquals(0, counts.end(counts.seen(noisy, 1, 10)));
  }
}
