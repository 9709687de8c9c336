package org.privatemean.local;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.noise.BitSource;
import org.privatemean.noise.NoiseKey;

class ReportGridTest {

  private static ReportGrid grid(ReportLaw law, int dimension, double epsilon) {
    return ReportGrid.create(Threshold.optimal(law, dimension, epsilon), dimension);
  }

  /** A source of which every word of 64 bits ends in these 16 bits. */
  private static BitSource ending(int bits) {
    return k -> k == 32 ? bits : 0;
  }

  private static int rounded(ReportGrid grid, double x, int dither) {
    return grid.dither(x, new double[] {1}, 0, new double[1], ending(dither), new long[1])[0];
  }

  @ParameterizedTest
  @CsvSource({
    "SPHERE, 2, 700",
    "SPHERE, 100, 4",
    "SPHERE, 1000000, 1",
    "GAUSSIAN, 5, 0.1",
    "GAUSSIAN, 5, 700"
  })
  void step_anyLaw_isTheLeastPowerOfTwoThatReaches(ReportLaw law, int dimension, double epsilon) {
    ReportGrid grid = grid(law, dimension, epsilon);
    double gamma = Threshold.optimal(law, dimension, epsilon).gamma();
    double deviation = law == ReportLaw.SPHERE ? 1 / Math.sqrt(dimension) : 1;
    double reach = Math.min(law == ReportLaw.SPHERE ? 1 : 1e9, gamma + 12 * deviation);
    assertEquals(grid.step(), Math.scalb(1.0, Math.getExponent(grid.step())));
    assertTrue(grid.limit() * grid.step() >= reach && grid.limit() <= 32767);
    assertTrue(grid.step() / 2 * 32767 < reach);
  }

  /** Over all 2^16 dithers the mean is kept, which rounding to the nearest point would not do. */
  @Test
  void dithered_allDithers_keepTheMean() {
    ReportGrid grid = grid(ReportLaw.SPHERE, 16, 1);
    for (double steps : new double[] {0, 0.3, -0.3, 17.5, -1234.0001, 8000.999}) {
      long sum = 0;
      for (int dither = 0; dither < 1 << 16; dither++) {
        sum += rounded(grid, steps * grid.step(), dither);
      }
      assertEquals(steps, sum * 0x1p-16, 0x1p-17 + 1e-9);
    }
  }

  @Test
  void dithered_poles_areOnTheGridAndBoundIt() {
    ReportGrid grid = grid(ReportLaw.SPHERE, 2, 1);
    for (int dither : new int[] {0, 0x8000, 0xFFFF}) {
      assertEquals(1 / grid.step(), rounded(grid, 1, dither));
      assertEquals(-1 / grid.step(), rounded(grid, -1, dither));
      assertEquals(grid.limit(), rounded(grid, 7, dither));
      assertEquals(-grid.limit(), rounded(grid, -7, dither));
    }
  }

  /** Each coordinate has a dither of its own, in every chunk of those that are read. */
  @Test
  void dithered_manyCoordinates_areIndependent() {
    ReportGrid grid = grid(ReportLaw.SPHERE, 2000, 1);
    double[] v = new double[2000];
    java.util.Arrays.fill(v, 0.5 * grid.step());
    int[] up = new int[v.length];
    int[] pairs = new int[v.length];
    for (int i = 0; i < 1000; i++) {
      BitSource bits = NoiseKey.fromSeed(31).substream(0, 0, i);
      short[] rounded = grid.dither(1, v, 0, new double[v.length], bits, new long[128]);
      for (int j = 0; j < v.length; j++) {
        up[j] += rounded[j];
        pairs[j] += rounded[j] == rounded[(j + 1) % v.length] ? 1 : 0;
      }
    }
    for (int j = 0; j < v.length; j++) {
      assertEquals(500, up[j], 6.5 * Math.sqrt(250));
      assertEquals(500, pairs[j], 6.5 * Math.sqrt(250));
    }
  }

  /** Words that are read beforehand give what words read on the way do. */
  @Test
  void rounded_wordsReadBefore_givesTheSame() {
    ReportGrid grid = grid(ReportLaw.GAUSSIAN, 3, 1);
    for (int count : new int[] {1, 3, 4, 5, 8, 11}) {
      double[] v = Reports.vector(count, 1);
      double[] g = new double[count];
      Ziggurat.fillNormal(g, 0, count, Reports.stream(4), new long[512]);
      long[] words = new long[2 + ReportGrid.words(count)];
      Reports.stream(5).fill(words, 2, words.length);
      assertArrayEquals(
          grid.dither(0.3, v, 0.9, g, Reports.stream(5), new long[2]),
          grid.round(0.3, v, 0.9, g, words, 2));
    }
  }

  @Test
  void holds_impossibleVector_isFalse() {
    ReportGrid grid = grid(ReportLaw.SPHERE, 2, 1);
    short one = (short) grid.limit();
    assertTrue(grid.holds(new short[] {one, 0}));
    assertTrue(grid.holds(new short[] {(short) (0.6 * one), (short) (-0.8 * one)}));
    assertFalse(grid.holds(new short[] {one, (short) (one / 10)}));
    assertFalse(grid.holds(new short[] {(short) (one + 1), 0}));
    assertFalse(grid.holds(new short[] {Short.MIN_VALUE, 0}));
  }

  @Test
  void dithered_fewerCoordinates_keepsTheLeadingCoordinates() {
    ReportGrid grid = grid(ReportLaw.GAUSSIAN, 3, 1);
    double[] v = {1, 2, 3};
    double[] g = {10 * grid.step(), 20 * grid.step()};
    assertArrayEquals(
        new short[] {5, 10}, grid.dither(0, v, 0.5, g, Reports.stream(1), new long[1]));
  }
}
