package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.privatemean.geometry.NormRange;
import org.privatemean.numeric.SymmetricMatrix;
import org.privatemean.rows.RowPasses.RowFold.Adder;

final class BasisChangeTest {
  private static final int SIZE = 5;

  private static final double[] MATRIX = {
    4, 1, 0, 2, 0, 1, 3, 1, 0, 0, 0, 1, 2, 0, 0, 2, 0, 0, 5, 1, 0, 0, 0, 1, 1
  };

  private static final CentredTransform VIEW =
      new CentredTransform(
          new double[] {1, 0, -2, 0, 3},
          new double[] {1, 2, 0.5, 1, 4},
          new double[] {9, 9, 9, 9, 9});

  private static BasisChange create(int kept, double other) {
    SymmetricMatrix matrix = SymmetricMatrix.of(MATRIX, SIZE);
    double[] eigenvalues = Arrays.copyOf(matrix.eigenvalues(), kept);
    return BasisChange.of(VIEW, eigenvalues, matrix.eigenvectors(kept), other, 0.25);
  }

  private static double[][] rows(int count) {
    SplittableRandom random = new SplittableRandom(3);
    double[][] rows = new double[count][SIZE];
    for (double[] row : rows) {
      Arrays.setAll(row, j -> random.nextInt(3) == 0 ? 0 : 4 * random.nextGaussian());
    }
    return rows;
  }

  private static double[] row(VectorBlock block, int i) {
    double[] row = new double[SIZE];
    Arrays.setAll(row, j -> block.values()[block.first(j) + i]);
    return row;
  }

  private static double[] view(double[] row) {
    double[] view = new double[SIZE];
    Arrays.setAll(view, j -> VIEW.of(j, row[j]));
    return view;
  }

  /** The sensitivity needs it: what other rows of a block are must not matter, not to the bit. */
  @Test
  void apply_rowInAnyBlock_hasTheSameBits() {
    BasisChange change = create(3, 1.5);
    double[][] rows = rows(70);
    VectorBlock all = change.apply(EncodedBlocks.of(rows));
    for (int from = 1; from < rows.length; from++) {
      VectorBlock some =
          change.apply(EncodedBlocks.of(Arrays.copyOfRange(rows, from, rows.length)));
      assertArrayEquals(row(all, from), row(some, 0));
    }
  }

  @Test
  void undo_ofARow_isItsView() {
    for (int kept : new int[] {1, 3, SIZE}) {
      BasisChange change = create(kept, 1.5).times(7);
      double[][] rows = rows(20);
      VectorBlock block = change.apply(EncodedBlocks.of(rows));
      for (int i = 0; i < rows.length; i++) {
        assertArrayEquals(view(rows[i]), change.undo(row(block, i)), 1e-12);
      }
    }
  }

  /** With all eigenvalues A^-2 is the root of the matrix: its square is the matrix. */
  @Test
  void undoneCovariance_ofAllEigenvalues_isTheRootOfTheMatrix() {
    BasisChange change = create(SIZE, 1);
    double[] root = change.undoneCovariance();
    double[] square = new double[SIZE * SIZE];
    for (int i = 0; i < SIZE; i++) {
      for (int j = 0; j < SIZE; j++) {
        for (int k = 0; k < SIZE; k++) {
          square[i * SIZE + j] += root[i * SIZE + k] * root[k * SIZE + j];
        }
      }
    }
    assertArrayEquals(MATRIX, square, 1e-12);
    double[] lengths = change.undoneLengths(2);
    for (int j = 0; j < SIZE; j++) {
      assertEquals(2 * Math.sqrt(root[j * SIZE + j]), lengths[j], 1e-12);
    }
    double largest = SymmetricMatrix.of(root, SIZE).eigenvalues()[0];
    assertEquals(3 * Math.sqrt(largest), change.longest(3), 1e-12);
  }

  @Test
  void apply_hugeRow_isFinite() {
    double[][] rows = {{1e149, -1e149, 1e149, 0, 1e149}};
    VectorBlock block = create(2, 0.01).apply(EncodedBlocks.of(rows));
    assertTrue(Arrays.stream(row(block, 0)).allMatch(Double::isFinite));
  }

  /** A pass over rows adds what the sums of changed blocks add, up to rounding to steps. */
  @Test
  void of_pass_addsTheRowsOfTheBasis() {
    BasisChange change = create(3, 1.5);
    double[][] rows = rows(50);
    CentredTransform seen = new CentredTransform(new double[SIZE]);
    CellGrid grid = CellGrid.single(100);
    CellFold cells = new CellFold(seen, grid, NormRange.WIDEST);
    Adder adder = change.of(cells, NormRange.WIDEST).start();
    for (double[] row : rows) {
      assertTrue(adder.addPlain(row));
    }
    double step = cells.totals(adder.totals()).clipped(0).step();
    VectorBlock block = change.apply(EncodedBlocks.of(rows));
    AnchoredSum sum = AnchoredSum.of(seen, 100);
    long[] expected = new long[SIZE];
    sum.add(block, expected);
    Adder again = change.of(cells, NormRange.WIDEST).start();
    for (double[] row : rows) {
      again.add(row);
    }
    java.math.BigInteger[] found = cells.totals(again.totals()).clipped(0).total();
    for (int j = 0; j < SIZE; j++) {
      assertEquals(expected[j] * sum.step(), found[j].doubleValue() * step, 50 * sum.step());
    }
  }

  @Test
  void addPlain_rowThatIsNotFinite_isRefused() {
    CentredTransform seen = new CentredTransform(new double[SIZE]);
    CellFold cells = new CellFold(seen, CellGrid.single(1), NormRange.WIDEST);
    Adder adder = create(2, 1).of(cells, NormRange.WIDEST).start();
    for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, 1e200}) {
      assertTrue(!adder.addPlain(new double[] {0, bad, 0, 0, 0}));
    }
  }
}
