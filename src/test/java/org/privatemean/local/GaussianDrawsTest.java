package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;

class GaussianDrawsTest {

  private static final int DRAWS = 4_000_000;
  private static final int CELLS_A_UNIT = 16;

  /** Cells of 1/16 from -4 to 4, and one beyond each end. */
  private static final int LAST = 4 * CELLS_A_UNIT;

  private static BitSource stream(int coordinate) {
    return NoiseKey.fromSeed(11).substream(0, 0, coordinate);
  }

  private static double[] filled(int count, int coordinate) {
    double[] values = new double[count];
    Ziggurat.fillNormal(values, 0, count, stream(coordinate), new long[512]);
    return values;
  }

  private static boolean isNormal(double[] draws, double scale) {
    CapOracle normal = new CapOracle(ReportLaw.GAUSSIAN, 1);
    double[] expected = new double[2 * LAST + 2];
    for (int i = 0; i <= LAST; i++) {
      double above = normal.tail((double) i / CELLS_A_UNIT);
      double beyond = i == LAST ? 0 : normal.tail((i + 1.0) / CELLS_A_UNIT);
      expected[LAST + 1 + i] = draws.length * (above - beyond);
      expected[LAST - i] = expected[LAST + 1 + i];
    }
    long[] counts = new long[expected.length];
    for (double draw : draws) {
      double cell = Math.floor(scale * draw * CELLS_A_UNIT);
      counts[LAST + 1 + (int) Math.max(-LAST - 1, Math.min(LAST, cell))]++;
    }
    return Fit.fits(expected, counts);
  }

  @Test
  void fill_manyDraws_areNormal() {
    double[] draws = filled(DRAWS, 0);
    assertTrue(isNormal(draws, 1));
    assertFalse(isNormal(draws, 1.005));
    assertFalse(isNormal(draws, 0.995));
  }

  @Test
  void next_manyDraws_areNormal() {
    BitSource bits = stream(1);
    double[] draws = new double[DRAWS / 4];
    for (int i = 0; i < draws.length; i++) {
      draws[i] = Ziggurat.normal(bits);
    }
    assertTrue(isNormal(draws, 1));
    assertFalse(isNormal(draws, 1.01));
  }

  /** Beyond 3.654 the draws come from a sampler of their own. */
  @Test
  void fill_tail_hasItsWeightAndShape() {
    CapOracle normal = new CapOracle(ReportLaw.GAUSSIAN, 1);
    double[] ends = {3.66, 3.8, 4, 4.3};
    double[] expected = new double[ends.length + 1];
    double above = 1;
    for (int i = 0; i < ends.length; i++) {
      double beyond = 2 * normal.tail(ends[i]);
      expected[i] = DRAWS * (above - beyond);
      above = beyond;
    }
    expected[ends.length] = DRAWS * above;
    long[] counts = new long[expected.length];
    for (double draw : filled(DRAWS, 2)) {
      int cell = 0;
      while (cell < ends.length && Math.abs(draw) >= ends[cell]) {
        cell++;
      }
      counts[cell]++;
    }
    assertTrue(Fit.fits(expected, counts));
    // A tenth of the tail moved one cell inwards is seen.
    counts[1] += counts[2] / 2;
    counts[2] -= counts[2] / 2;
    assertFalse(Fit.fits(expected, counts));
  }

  /**
   * Some generators' layer and point share bits, which ties the draws' low digits to their size.
   */
  @Test
  void fill_lowDigits_doNotDependOnTheSize() {
    long[] counts = new long[8 * 16];
    double[] expected = new double[counts.length];
    double[] draws = filled(DRAWS, 3);
    long[] bySize = new long[8];
    for (double draw : draws) {
      int size = (int) Math.min(7, Math.abs(draw) * 4);
      long digits = (long) Math.floor(Math.abs(draw) * 0x1p40);
      counts[16 * size + (int) (digits & 15)]++;
      bySize[size]++;
    }
    for (int i = 0; i < counts.length; i++) {
      expected[i] = bySize[i / 16] / 16.0;
    }
    assertTrue(Fit.fits(expected, counts));
  }

  @Test
  void fill_neighbours_areUncorrelated() {
    double[] draws = filled(DRAWS, 4);
    Fit.Mean products = new Fit.Mean();
    Fit.Mean squares = new Fit.Mean();
    for (int i = 1; i < draws.length; i++) {
      products.add(draws[i] * draws[i - 1]);
      squares.add((draws[i] * draws[i] - 1) * (draws[i - 1] * draws[i - 1] - 1));
    }
    assertTrue(products.agrees(0));
    assertTrue(squares.agrees(0));
  }

  @Test
  void fill_partOfAnArray_leavesTheRest() {
    double[] values = new double[3000];
    Ziggurat.fillNormal(values, 5, 2995, stream(5), new long[512]);
    for (int i = 0; i < values.length; i++) {
      assertEquals(i >= 5 && i < 2995, values[i] != 0);
    }
    double[] again = new double[3000];
    Ziggurat.fillNormal(again, 5, 2995, stream(5), new long[512]);
    assertArrayEquals(values, again);
    assertThrows(
        IndexOutOfBoundsException.class,
        () -> Ziggurat.fillNormal(values, 0, 3001, stream(5), new long[512]));
  }
}
