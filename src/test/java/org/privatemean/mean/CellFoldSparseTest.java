package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.geometry.NormRange;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowPasses.RowFold;

/** A row adds the same integers by its non-zeros as in full. */
final class CellFoldSparseTest {
  private static final NormRange RANGE = NormRange.WIDEST;

  private static int[] indices(double[] row) {
    return IntStream.range(0, row.length)
        .filter(j -> Double.doubleToRawLongBits(row[j]) != 0)
        .toArray();
  }

  private static boolean addSparse(RowFold.Adder adder, double[] row) {
    int[] indices = indices(row);
    double[] values = Arrays.stream(indices).mapToDouble(j -> row[j]).toArray();
    return adder.addSparse(indices, values, indices.length);
  }

  /** Totals of rows in full, and of rows by their non-zeros where that is taken. */
  private static int assertSame(CellFold fold, double[][] rows) {
    RowFold.Adder full = fold.start();
    RowFold.Adder sparse = fold.start();
    int taken = 0;
    for (double[] row : rows) {
      boolean counts = full.addRead(row.clone(), true, InvalidRows.SKIP, "rows");
      if (addSparse(sparse, row)) {
        taken++;
        assertTrue(counts);
      } else {
        assertEquals(counts, sparse.addRead(row.clone(), true, InvalidRows.SKIP, "rows"));
      }
    }
    assertArrayEquals(full.totals(), sparse.totals());
    return taken;
  }

  private static double[][] rows(SplittableRandom random, int count, int dimension, double size) {
    double[][] rows = new double[count][dimension];
    for (double[] row : rows) {
      for (int k = 0; k < Math.max(1, dimension / 10); k++) {
        row[random.nextInt(dimension)] = size * random.nextGaussian();
      }
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 8, 9, 64, 1000})
  void totals_ofSparseRows_areThoseOfTheRowsInFull(int dimension) {
    SplittableRandom random = new SplittableRandom(dimension);
    for (double size : new double[] {1, 1e-9, 1e12}) {
      double[][] rows = rows(random, 300, dimension, size);
      double[] centre = random.doubles(dimension, -0.1 * size, 0.1 * size).toArray();
      double[] weights = random.doubles(dimension, 0.1, 10).toArray();
      double norm = size * Math.sqrt(dimension);
      CellFold plain =
          new CellFold(
              new CentredTransform(centre, new double[0], new double[0]),
              CellGrid.createAbove(norm, dimension),
              RANGE);
      CellFold weighted =
          new CellFold(
              new CentredTransform(centre, weights, new double[0]),
              CellGrid.createAbove(8 * norm, dimension),
              RANGE);
      assertEquals(300, assertSame(plain, rows));
      double[] limits = random.doubles(dimension, 0, 2 * size).toArray();
      CellFold limited =
          new CellFold(
              new CentredTransform(centre, weights, limits),
              CellGrid.createAbove(norm, dimension),
              RANGE);
      assertEquals(300, assertSame(weighted, rows));
      assertEquals(300, assertSame(limited, rows));
    }
  }

  /** In all cells, and beyond the last; of each kind of row there are some. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 8, 17, 64, 1000})
  void totals_ofSparseRowsBeyondTheFirstNorm_areThoseOfTheRowsInFull(int dimension) {
    SplittableRandom random = new SplittableRandom(dimension);
    double[][] rows = rows(random, 400, dimension, 1);
    for (double[] row : rows) {
      double length = Math.scalb(1.0, random.nextInt(12));
      Arrays.setAll(row, j -> row[j] * length);
    }
    double[] centre = random.doubles(dimension, -0.1, 0.1).toArray();
    double[] weights = random.doubles(dimension, 0.5, 2).toArray();
    double norm = 2 * Math.sqrt(0.1 * dimension + 1);
    double[] limits = random.doubles(dimension, 100, 3000).toArray();
    double[][] both = {weights, limits};
    double[][] none = {new double[0], new double[0]};
    for (double[][] clips : List.of(none, new double[][] {weights, new double[0]}, both)) {
      CellGrid grid = CellGrid.createAbove(norm, dimension);
      CellFold fold = new CellFold(new CentredTransform(centre, clips[0], clips[1]), grid, RANGE);
      assertEquals(rows.length, assertSame(fold, rows));
      RowFold.Adder adder = fold.start();
      Arrays.stream(rows).forEach(row -> addSparse(adder, row));
      CellTotals totals = fold.totals(adder.totals());
      long within = totals.count(0);
      long between = IntStream.range(1, grid.clips()).mapToLong(totals::count).sum();
      long beyond = rows.length - within - between;
      assertTrue(Math.min(within, Math.min(between, beyond)) > 10, within + " " + between);
    }
  }

  /** Moved from doubles to longs before each third row. */
  @Test
  void totals_movedBetweenRows_areTheSame() {
    double[][] rows = rows(new SplittableRandom(3), 50, 9, 4);
    CellFold fold =
        new CellFold(
            new CentredTransform(new double[9], new double[0], new double[0]),
            CellGrid.createAbove(1, 9),
            RANGE);
    RowFold.Adder often = fold.start(2);
    RowFold.Adder once = fold.start();
    for (double[] row : rows) {
      assertTrue(addSparse(often, row) && addSparse(once, row));
    }
    assertArrayEquals(once.totals(), often.totals());
  }

  /** A column far from 0 in units of the norm: the steps of its zeros cancel. */
  @ParameterizedTest
  @ValueSource(doubles = {1e3, 3e6, 1e9, 0x1p53, 3e17})
  void totals_ofAColumnFarFromZero_cancelExactly(double far) {
    SplittableRandom random = new SplittableRandom(5);
    double[][] rows = rows(random, 5000, 20, 1);
    double[] centre = new double[20];
    centre[3] = far;
    for (double[] row : rows) {
      row[3] = far + random.nextInt(3) * Math.ulp(far);
    }
    CellFold fold =
        new CellFold(
            new CentredTransform(centre, new double[0], new double[0]),
            CellGrid.createAbove(6, 20),
            RANGE);
    int taken = assertSame(fold, rows);
    // Where a zero's steps are beyond a long, rows are taken in full.
    assertEquals(far <= 1e9 ? rows.length : 0, taken);
  }

  @Test
  void addSparse_rowsNextToTheNorm_areInTheCellOfTheRowInFull() {
    double[][] rows = new double[41][8];
    for (int i = 0; i < rows.length; i++) {
      // From 20 steps of a double below the norm to 20 beyond.
      rows[i][2] = 1 + (i - 20) * Math.ulp(1.0);
    }
    CellFold fold =
        new CellFold(
            new CentredTransform(new double[8], new double[0], new double[0]),
            CellGrid.createAbove(1, 8),
            RANGE);
    assertEquals(rows.length, assertSame(fold, rows));
  }

  @Test
  void addSparse_unusualRows_areLeftToTheRuleForInvalidRows() {
    double[][] rows = {
      {0, 0, Double.NaN, 0},
      {Double.POSITIVE_INFINITY, 0, 0, 0},
      {1e300, 0, 0, -1e300},
      {1.7e308, 1.7e308, 1.7e308, 1.7e308},
      {-0.0, 0, Double.MIN_VALUE, -Double.MIN_VALUE},
      {0, 0, 0, 0},
      {0x1p-520, 0, 0, 0}
    };
    double[] centre = {0.25, 0, -0.5, 0};
    CellFold fold =
        new CellFold(
            new CentredTransform(centre, new double[0], new double[0]),
            CellGrid.createAbove(2, 4),
            RANGE);
    assertEquals(3, assertSame(fold, rows));
    CellFold tiny =
        new CellFold(
            new CentredTransform(new double[4], new double[0], new double[0]),
            CellGrid.createAbove(1e-140, 4),
            RANGE);
    int ignored = assertSame(tiny, rows);
    RowFold.Adder adder = fold.start();
    assertFalse(addSparse(adder, rows[0]));
    assertTrue(addSparse(adder, rows[5]));
  }

  /** Views say nothing of the length of rows whose coordinates are clipped: rows themselves do. */
  @Test
  void addSparse_farRowsOfClippedCoordinates_areScaledAsInFull() {
    double[][] rows = {
      {0, 0, Double.NaN, 0},
      {0, Double.NEGATIVE_INFINITY, 0, 0},
      {1e300, 0, 0, -1e300},
      {1e140, 0, 0, 1},
      {0, 63, 0, 0},
      {0, 65, 0, 0},
      {0, 0, 1e4, -1e4},
      {0, Double.MIN_VALUE, 0, 0},
      {0, 0, 0, 0}
    };
    double[] centre = {0.25, 0, -0.5, 0};
    double[] weights = {1, 2, 1e-3, 4};
    double[] limits = {1, 0.5, 3, 0};
    CellGrid grid = CellGrid.createAbove(2, 4);
    NormRange narrow = new NormRange(0x1p-10, 64);
    assertEquals(
        6,
        assertSame(new CellFold(new CentredTransform(centre, weights, limits), grid, RANGE), rows));
    assertEquals(
        3,
        assertSame(
            new CellFold(new CentredTransform(centre, weights, limits), grid, narrow), rows));
  }
}
