package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.Promise;
import org.privatemean.geometry.NormRange;
import org.privatemean.mean.OctaveCounts.OctaveFold;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.query.WideSum;
import org.privatemean.rows.InMemoryRows;
import org.privatemean.rows.InvalidRows;
import org.privatemean.rows.RowPasses.RowFold;

@Promise("one row moves counts by octave of one pass by no more than their noise is made for")
final class OctaveFoldTest {
  private static final PrivacyUnit REPLACE = PrivacyUnit.row(Neighbours.REPLACE);
  private static final PrivacyUnit ADD_REMOVE = PrivacyUnit.row(Neighbours.ADD_REMOVE);

  /** A pass around a centre over rows of a range. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Pass(double[] centre, NormRange range) {
    static Pass random(SplittableRandom random, int dimension) {
      double[] centre = new double[dimension];
      double spread = random.nextInt(3);
      Arrays.setAll(centre, j -> spread * random.nextGaussian());
      return new Pass(
          centre, random.nextBoolean() ? NormRange.WIDEST : new NormRange(0x1p-10, 0x1p6));
    }

    /** Rows that another pass is tried with: of all sizes, invalid ones, and mostly zeros. */
    double[][] rows(SplittableRandom random, int count) {
      CellOracle oracle = new CellOracle(centre, new double[0], CellGrid.createAbove(1, 9), range);
      return Stream.generate(
              () -> {
                double[] row = oracle.wild(random);
                if (row != null && row.length == centre.length && random.nextBoolean()) {
                  int kept = random.nextInt(row.length);
                  Arrays.setAll(row, j -> j == kept ? row[j] : 0);
                }
                return row;
              })
          .limit(count)
          .toArray(double[][]::new);
    }

    long[] totals(double[]... rows) {
      InMemoryRows held = InMemoryRows.of(rows, centre.length, InvalidRows.ZERO);
      try (var passes = held.passes().orElseThrow()) {
        return passes.fold(new OctaveFold(centre, range), "test");
      }
    }

    long[] held(double[]... rows) {
      InMemoryRows held = InMemoryRows.of(rows, centre.length, InvalidRows.ZERO);
      try (var blocks = held.prepare(new VectorEncoder(centre.length, range))) {
        return blocks.fold(new OctaveCounts(centre), "test");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 9, 64})
  void totals_anyRows_areTheCountsOfHeldOnes(int dimension) {
    SplittableRandom random = new SplittableRandom(dimension);
    for (int run = 0; run < 60; run++) {
      Pass pass = Pass.random(random, dimension);
      double[][] rows = pass.rows(random, 30);
      assertArrayEquals(pass.held(rows), pass.totals(rows));
    }
  }

  /** A row adds the same by its non-zeros as in full, and is left to the rule where it is odd. */
  @ParameterizedTest
  @ValueSource(ints = {1, 9, 64})
  void totals_ofSparseRows_areThoseOfTheRowsInFull(int dimension) {
    SplittableRandom random = new SplittableRandom(dimension);
    int taken = 0;
    for (int run = 0; run < 30; run++) {
      Pass pass = Pass.random(random, dimension);
      OctaveFold fold = new OctaveFold(pass.centre(), pass.range());
      RowFold.Adder full = fold.start();
      RowFold.Adder sparse = fold.start();
      for (double[] row : pass.rows(random, 30)) {
        if (row == null || row.length != dimension) {
          continue;
        }
        int[] indices =
            IntStream.range(0, dimension)
                .filter(j -> Double.doubleToRawLongBits(row[j]) != 0)
                .toArray();
        double[] values = Arrays.stream(indices).mapToDouble(j -> row[j]).toArray();
        boolean counts = full.addRead(row.clone(), true, InvalidRows.SKIP, "rows");
        if (sparse.addSparse(indices, values, indices.length)) {
          taken++;
          assertTrue(counts);
        } else {
          assertEquals(counts, sparse.addRead(row.clone(), true, InvalidRows.SKIP, "rows"));
        }
      }
      assertArrayEquals(full.totals(), sparse.totals());
    }
    assertTrue(taken > 300, "rows taken: " + taken);
  }

  @Test
  void squaredSensitivity_ofSomeColumns_isReachedAndNotPassed() {
    SplittableRandom random = new SplittableRandom(1);
    for (int run = 0; run < 1000; run++) {
      int dimension = 1 + random.nextInt(6);
      Pass pass = Pass.random(random, dimension);
      int[] columns = IntStream.range(0, dimension).filter(j -> random.nextInt(3) > 0).toArray();
      double[][] rows = pass.rows(random, 3);
      WideSum all = OctaveFold.of(pass.totals(rows), columns);
      assertMoves(all, OctaveFold.of(pass.totals(rows[0], rows[1]), columns), ADD_REMOVE);
      double[] other = pass.rows(random, 1)[0];
      assertMoves(all, OctaveFold.of(pass.totals(rows[0], rows[1], other), columns), REPLACE);
    }
    Pass pass = new Pass(new double[3], NormRange.WIDEST);
    int[] columns = {0, 2};
    WideSum one = OctaveFold.of(pass.totals(new double[] {1, 1, 1}), columns);
    WideSum other = OctaveFold.of(pass.totals(new double[] {4, 4, 4}), columns);
    assertEquals(2 * OctaveCounts.CELLS, one.total().length);
    assertEquals(BigInteger.valueOf(4), moved(one, other));
    assertEquals(moved(one, other), one.squaredSensitivity(REPLACE));
    assertEquals(BigInteger.TWO, one.squaredSensitivity(ADD_REMOVE));
  }

  private static BigInteger moved(WideSum one, WideSum other) {
    return CellOracle.squared(CellOracle.minus(one.total(), other.total()));
  }

  private static void assertMoves(WideSum one, WideSum other, PrivacyUnit unit) {
    BigInteger moved = moved(one, other);
    assertTrue(moved.compareTo(one.squaredSensitivity(unit)) <= 0, () -> "moved by " + moved);
  }
}
