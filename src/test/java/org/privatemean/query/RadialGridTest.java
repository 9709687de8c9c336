package org.privatemean.query;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.geometry.NormRange;
import org.privatemean.query.block.CentredView;
import org.privatemean.query.block.EncodedBlocks;
import org.privatemean.query.block.ViewNorm;

final class RadialGridTest {
  private static RadialGrid widest() {
    NormRange range = NormRange.WIDEST;
    return new RadialGrid(range.low(), range.high(), 7);
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 7", "1, 2, 1", "0.3, 77, 7", "1e-150, 1e150, 7", "5e9, 1e10, 24"})
  void cell_atEveryEdge_isDecidedExactly(double low, double high, int perOctave) {
    RadialGrid grid = new RadialGrid(low, high, perOctave);
    long last = grid.universe().high();
    assertEquals(0, grid.universe().low());
    assertEquals(low, grid.norm(0));
    for (long i = 0; i <= last; i++) {
      double square = grid.norm(i) * grid.norm(i);
      assertEquals(i, grid.cell(square));
      assertEquals(i, grid.cell(Math.nextDown(square)));
      assertEquals(i + 1, grid.cell(Math.nextUp(square)));
    }
    // The shortest that reaches the top.
    assertTrue(grid.norm(last) >= high);
    assertTrue(last == 0 || grid.norm(last - 1) < high);
  }

  @Test
  void cell_farOutside_isTheFirstOrOnePastTheLast() {
    RadialGrid grid = widest();
    long past = grid.universe().high() + 1;
    for (double square : new double[] {0, -0.0, Double.MIN_VALUE, 0x1p-1022}) {
      assertEquals(0, grid.cell(square));
    }
    for (double square : new double[] {0x1p997, Double.MAX_VALUE, Double.POSITIVE_INFINITY}) {
      assertEquals(past, grid.cell(square));
    }
  }

  @Test
  void universe_ofTheWidestRange_takesThirteenLevels() {
    assertEquals(996 * 7, widest().universe().high());
    assertEquals(13, widest().universe().levels());
  }

  @Test
  void norm_wholeOctaves_areExactPowersOfTwo() {
    RadialGrid grid = new RadialGrid(3, 3 * 0x1p60, 24);
    for (int octave = 0; octave <= 60; octave++) {
      assertEquals(Math.scalb(3.0, octave), grid.norm(24L * octave));
    }
    RadialGrid fine = new RadialGrid(0.7 / 2, 0.7, 24);
    assertEquals(24, fine.universe().high());
    assertEquals(0.7, fine.norm(24));
  }

  @Test
  void grid_scaledByAPowerOfTwo_hasTheSameCells() {
    SplittableRandom random = new SplittableRandom(1);
    RadialGrid grid = new RadialGrid(0.37, 1000, 7);
    for (int power : new int[] {-330, -7, 1, 330}) {
      double scale = Math.scalb(1.0, power);
      RadialGrid scaled = new RadialGrid(0.37 * scale, 1000 * scale, 7);
      assertEquals(grid.universe(), scaled.universe());
      for (long i = 0; i <= grid.universe().high(); i++) {
        assertEquals(grid.norm(i) * scale, scaled.norm(i));
      }
      for (int k = 0; k < 2000; k++) {
        double square = Math.exp(random.nextDouble(-4, 16));
        assertEquals(grid.cell(square), scaled.cell(square * scale * scale));
      }
    }
  }

  /** A histogram of norms against one made by comparing every norm with every edge. */
  @Test
  void count_anyCells_isTheNaiveHistogram() {
    SplittableRandom random = new SplittableRandom(2);
    RadialGrid grid = new RadialGrid(0.5, 8, 7);
    double[][] rows = new double[500][];
    Arrays.setAll(rows, i -> new double[] {Math.exp(random.nextDouble(-3, 4)), 0});
    rows[7] = new double[2];
    rows[8] = new double[] {0x1p499, 0x1p499};
    ViewNorm norm = new ViewNorm(new CentredView(new double[2]), grid);
    assertEquals(1, norm.width());
    for (int shift = 0; shift < 5; shift++) {
      for (int bits = 1; bits + shift < 6; bits++) {
        long base = random.nextLong(-10, 25);
        long[] counts = new long[1 << bits];
        norm.count(EncodedBlocks.of(rows), new long[] {base}, shift, bits, counts);
        assertArrayEquals(naive(rows, grid, base, shift, bits), counts);
      }
    }
  }

  private static long[] naive(double[][] rows, RadialGrid grid, long base, int shift, int bits) {
    long[] counts = new long[1 << bits];
    for (double[] row : rows) {
      double norm = Math.hypot(row[0], row[1]);
      long cell = 0;
      while (cell <= grid.universe().high() && grid.norm(cell) < norm) {
        cell++;
      }
      long place = Math.floorDiv(cell - base, 1L << shift);
      if (place >= 0 && place < counts.length) {
        counts[(int) place]++;
      }
    }
    return counts;
  }
}
