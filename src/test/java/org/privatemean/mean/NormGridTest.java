package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.geometry.NormRange;
import org.privatemean.mean.PrivateQueries.ViewNorm;
import org.privatemean.query.NormGrid;
import org.privatemean.query.QuantileSearch.Universe;

final class NormGridTest {
  @ParameterizedTest
  @ValueSource(doubles = {1.0000001, 2, 1e3, 3.7e9, 0x1p61})
  void geometricCell_ofAnyNorm_isTheFirstThatContainsIt(double bound) {
    NormGrid grid = NormGrid.geometric(bound);
    long last = grid.universe().high();
    assertEquals(0, grid.universe().low());
    SplittableRandom random = new SplittableRandom(1);
    for (int k = 0; k < 2000; k++) {
      double norm = Math.exp(random.nextDouble() * Math.log(bound));
      long cell = grid.cell(norm * norm);
      assertTrue(cell >= 0 && cell <= last);
      assertTrue(grid.wholeNorm(cell) >= norm * (1 - 1e-12));
      if (cell > 0) {
        double below = Math.pow(NormGrid.RATIO, (double) (cell - 1));
        assertTrue(norm > below * (1 - 1e-10), norm + " belongs to an earlier cell");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1.0000001, 2, 1e3, 3.7e9, 0x1p61})
  void geometricNorm_ofTheLastCell_coversTheBoundAndLittleMore(double bound) {
    NormGrid grid = NormGrid.geometric(bound);
    long last = grid.wholeNorm(grid.universe().high());
    assertTrue(last >= bound);
    assertTrue(last <= Math.ceil(bound * NormGrid.RATIO * (1 + 1e-9)));
    assertEquals(grid.universe().high(), grid.cell(Double.MAX_VALUE));
    assertEquals(grid.universe().high(), grid.cell(Double.POSITIVE_INFINITY));
  }

  @Test
  void geometricCell_ofNormsUpToOne_isTheFirstWithNormOne() {
    NormGrid grid = NormGrid.geometric(100);
    assertEquals(0, grid.cell(0));
    assertEquals(0, grid.cell(1));
    assertEquals(1, grid.cell(1.0000001));
    assertEquals(1, grid.wholeNorm(0));
  }

  @Test
  void geometricCell_growingNorms_neverFalls() {
    NormGrid grid = NormGrid.geometric(1e4);
    long before = 0;
    for (int square = 0; square < 200_000; square++) {
      long cell = grid.cell(square);
      assertTrue(cell >= before);
      before = cell;
    }
  }

  @Test
  void geometricLevels_ofAWideGrid_areFew() {
    assertTrue(NormGrid.geometric(0x1p40).universe().levels() <= 12);
  }

  private static NormGrid widest() {
    NormRange range = NormRange.WIDEST;
    return NormGrid.octaves(range.low(), range.high(), 7);
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 7", "1, 2, 1", "0.3, 77, 7", "1e-150, 1e150, 7", "5e9, 1e10, 24"})
  void octaveCell_atEveryEdge_isDecidedExactly(double low, double high, int perOctave) {
    NormGrid grid = NormGrid.octaves(low, high, perOctave);
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
  void octaveCell_farOutside_isTheFirstOrOnePastTheLast() {
    NormGrid grid = widest();
    long past = grid.universe().high() + 1;
    for (double square : new double[] {0, -0.0, Double.MIN_VALUE, 0x1p-1022}) {
      assertEquals(0, grid.cell(square));
    }
    for (double square : new double[] {0x1p997, Double.MAX_VALUE, Double.POSITIVE_INFINITY}) {
      assertEquals(past, grid.cell(square));
    }
  }

  @Test
  void octaveUniverse_ofTheWidestRange_takesThirteenLevels() {
    assertEquals(996 * 7, widest().universe().high());
    assertEquals(13, widest().universe().levels());
  }

  @Test
  void octaveNorm_wholeOctaves_areExactPowersOfTwo() {
    NormGrid grid = NormGrid.octaves(3, 3 * 0x1p60, 24);
    for (int octave = 0; octave <= 60; octave++) {
      assertEquals(Math.scalb(3.0, octave), grid.norm(24L * octave));
    }
    NormGrid fine = NormGrid.octaves(0.7 / 2, 0.7, 24);
    assertEquals(24, fine.universe().high());
    assertEquals(0.7, fine.norm(24));
  }

  @Test
  void octaves_scaledByAPowerOfTwo_haveTheSameCells() {
    SplittableRandom random = new SplittableRandom(1);
    NormGrid grid = NormGrid.octaves(0.37, 1000, 7);
    for (int power : new int[] {-330, -7, 1, 330}) {
      double scale = Math.scalb(1.0, power);
      NormGrid scaled = NormGrid.octaves(0.37 * scale, 1000 * scale, 7);
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
    NormGrid grid = NormGrid.octaves(0.5, 8, 7);
    double[][] rows = new double[500][];
    Arrays.setAll(rows, i -> new double[] {Math.exp(random.nextDouble(-3, 4)), 0});
    rows[7] = new double[2];
    rows[8] = new double[] {0x1p499, 0x1p499};
    ViewNorm norm = new ViewNorm(new CentredTransform(new double[2]), grid);
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

  private static long[] naive(double[][] rows, NormGrid grid, long base, int shift, int bits) {
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

  @Test
  void squaresUniverse_ofABound_isItsSquare() {
    assertEquals(new Universe(0, 100), NormGrid.squares(10).universe());
    assertEquals(new Universe(0, 111), NormGrid.squares(10.5).universe());
  }

  @Test
  void squaresCell_ofASquare_isTheSquareWithinTheUniverse() {
    NormGrid grid = NormGrid.squares(10);
    assertEquals(0, grid.cell(0));
    assertEquals(37, grid.cell(37));
    assertEquals(38, grid.cell(37.5));
    assertEquals(100, grid.cell(100));
    assertEquals(100, grid.cell(1e300));
  }

  @Test
  void squaresWholeNorm_ofACell_isItsRootRoundedUpAndNeverZero() {
    NormGrid grid = NormGrid.squares(0x1.fffp30);
    assertEquals(1, grid.wholeNorm(0));
    SplittableRandom random = new SplittableRandom(1);
    for (int k = 0; k < 20_000; k++) {
      long root = random.nextLong(1, 2_147_000_000L);
      for (long cell : new long[] {root * root - 1, root * root, root * root + 1}) {
        long norm = grid.wholeNorm(cell);
        BigInteger exact = BigInteger.valueOf(cell).sqrt();
        long up = exact.longValueExact() + (exact.pow(2).longValueExact() < cell ? 1 : 0);
        assertEquals(Math.max(1, up), norm);
      }
    }
  }

  @Test
  void squares_boundTooLarge_areRefusedNamingTheParameter() {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> NormGrid.squares(0x1p31));
    assertTrue(refusal.getMessage().contains("thresholdGrid"), refusal::getMessage);
    assertTrue(refusal.getMessage().contains("2.147483648E9"), refusal::getMessage);
    assertTrue(NormGrid.coversSquares(0x1.ffffp30));
  }

  /** A list made elsewhere: the sums of the local model search it by binary search. */
  @Test
  void geometric_anyRatio_hasTheCellsOfABinarySearch() {
    SplittableRandom random = new SplittableRandom(3);
    for (int count : new int[] {1, 2, 50, 900}) {
      double low = random.nextDouble(1, 100);
      NormGrid grid = NormGrid.geometric(low, 1.05, count);
      double[] squares = new double[count];
      double norm = low;
      for (int k = 0; k < count; k++) {
        assertEquals(norm, grid.norm(k));
        squares[k] = norm * norm;
        norm *= 1.05;
      }
      assertEquals(new Universe(0, count - 1), grid.universe());
      for (int k = 0; k < 2000; k++) {
        double square = Math.exp(random.nextDouble(-3, 100));
        int found = Arrays.binarySearch(squares, square);
        assertEquals(Math.min(found >= 0 ? found : -found - 1, count - 1), grid.cell(square));
      }
    }
  }

  /** The root of a rounded square is the norm itself, so that either can stand for a cell. */
  @Test
  void norm_ofListedNorms_isTheRootOfItsSquare() {
    for (NormGrid grid :
        List.of(NormGrid.geometric(0x1p61), NormGrid.geometric(3.7, 1.05, 800), widest())) {
      for (long cell = 0; cell <= grid.universe().high(); cell++) {
        double norm = grid.norm(cell);
        assertEquals(norm, Math.sqrt(norm * norm));
        assertTrue(norm > 0x1p62 || grid.wholeNorm(cell) == Math.max(1, Math.ceil(norm)));
      }
    }
  }

  @Test
  void serialised_anyGrid_hasTheSameCells() throws IOException, ClassNotFoundException {
    for (NormGrid grid :
        List.of(NormGrid.geometric(900), NormGrid.squares(900), NormGrid.octaves(0.3, 900, 7))) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(grid);
      }
      ByteArrayInputStream back = new ByteArrayInputStream(bytes.toByteArray());
      NormGrid read = (NormGrid) new ObjectInputStream(back).readObject();
      assertEquals(grid.universe(), read.universe());
      for (double square = 0; square < 1e6; square += 777.7) {
        assertEquals(grid.cell(square), read.cell(square));
      }
      assertEquals(grid.norm(3), read.norm(3));
    }
  }
}
