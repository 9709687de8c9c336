package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.geometry.NormRange;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.rows.RowEncoder.BlockBuilder;

final class OctaveCountsTest {
  private static final int CELLS = OctaveCounts.CELLS;

  /** The cell of a value by comparing it with every edge, in exact decimals. */
  private static int cell(double value) {
    if (Double.isInfinite(value) || Double.isNaN(value)) {
      return CELLS - 1;
    }
    BigDecimal size = new BigDecimal(value).abs();
    int cell = 0;
    while (cell < CELLS - 1
        && size.compareTo(new BigDecimal(Math.scalb(17.0 / 16, cell + 1 + OctaveCounts.LOWEST)))
            >= 0) {
      cell++;
    }
    return cell;
  }

  @Test
  void add_anyRows_isTheHistogramByBruteForce() {
    SplittableRandom random = new SplittableRandom(1);
    for (int k = 0; k < 40; k++) {
      int dimension = 1 + random.nextInt(5);
      double[] centre =
          random.nextBoolean() ? new double[dimension] : random.doubles(dimension, -3, 3).toArray();
      double[][] rows = Replay.wildRows(random, 60, dimension);
      long[] expected = new long[dimension * CELLS];
      for (double[] row : rows) {
        for (int j = 0; j < dimension; j++) {
          expected[j * CELLS + cell(row[j] - centre[j])]++;
        }
      }
      OctaveCounts counts = new OctaveCounts(centre);
      assertArrayEquals(expected, Replay.totals(counts, rows));
      Replay.assertSplitDoesNotMatter(counts, random, rows);
    }
  }

  /** Some columns: what all columns have there, of rows in columns, by non-zeros and of weights. */
  @Test
  void add_someColumns_isTheirPartOfAllInEachFormOfRows() {
    SplittableRandom random = new SplittableRandom(3);
    for (int k = 0; k < 60; k++) {
      int dimension = 1 + random.nextInt(30);
      double[] centre =
          random.nextBoolean() ? new double[dimension] : random.doubles(dimension, -3, 3).toArray();
      double[][] rows = Replay.wildRows(random, 20, dimension);
      int[] columns = IntStream.range(0, dimension).filter(j -> random.nextBoolean()).toArray();
      OctaveCounts some = new OctaveCounts(centre, columns);
      assertEquals(columns.length * CELLS, some.size());
      int[] weights = random.ints(rows.length, 1, random.nextBoolean() ? 2 : 9).toArray();
      long[] expected = new long[some.size()];
      for (int i = 0; i < rows.length; i++) {
        for (int slot = 0; slot < columns.length; slot++) {
          int j = columns[slot];
          // Rows are scaled into the range as they are encoded.
          double[] scaled = new double[dimension];
          NormRange.WIDEST.scale(rows[i], scaled);
          expected[slot * CELLS + cell(scaled[j] - centre[j])] += weights[i];
        }
      }
      for (VectorEncoder encoder :
          List.of(
              new VectorEncoder(dimension, NormRange.WIDEST),
              VectorEncoder.sparse(dimension, NormRange.WIDEST))) {
        BlockBuilder<VectorBlock> builder = encoder.newBuilder();
        for (int i = 0; i < rows.length; i++) {
          builder.add(rows[i], 0, weights[i]);
        }
        long[] found = new long[some.size()];
        some.add(builder.build(), found);
        assertArrayEquals(expected, found);
      }
    }
  }

  /** Each edge is in the cell that it begins, and a hair less in the one before. */
  @Test
  void cell_edges_beginTheirCells() {
    assertEquals(17.0 / 16, OctaveCounts.edge(-OctaveCounts.LOWEST));
    for (int k = 1; k < CELLS; k++) {
      double edge = OctaveCounts.edge(k);
      assertEquals(2 * OctaveCounts.edge(k - 1), edge);
      assertEquals(k, OctaveCounts.cell(edge));
      assertEquals(k, OctaveCounts.cell(-edge));
      assertEquals(k - 1, OctaveCounts.cell(Math.nextDown(edge)));
    }
  }

  /** What is in no octave of its own, and ones, which are below 1.0625. */
  @ParameterizedTest
  @CsvSource({
    "1, 119",
    "-1, 119",
    "1.0625, 120",
    "2, 120",
    "0x1p-120, 0",
    "0x1p-119, 0",
    "0, 0",
    "-0.0, 0",
    "4.9e-324, 0",
    "-2.2e-308, 0",
    "0x1.2p120, 240",
    "1e300, 240",
    "-Infinity, 240",
    "NaN, 240"
  })
  void add_oddValue_isInItsCell(double value, int cell) {
    long[] cells = new long[CELLS];
    cells[cell] = 1;
    assertArrayEquals(cells, Replay.totals(new OctaveCounts(new double[1]), new double[] {value}));
  }

  @Test
  void squaredSensitivity_neighbours_isReachedAndNotPassed() {
    SplittableRandom random = new SplittableRandom(2);
    for (int k = 0; k < 300; k++) {
      int dimension = 1 + random.nextInt(6);
      int[] columns = IntStream.range(0, dimension).filter(j -> random.nextInt(3) > 0).toArray();
      OctaveCounts counts = new OctaveCounts(random.doubles(dimension, -1, 1).toArray(), columns);
      Replay.assertClaimHolds(
          counts, random, Replay.wildRows(random, 1 + random.nextInt(8), dimension));
    }
    OctaveCounts counts = new OctaveCounts(new double[3]);
    BigInteger replaced =
        Replay.squaredChange(
            Replay.totals(counts, new double[] {1, 1, 1}),
            Replay.totals(counts, new double[] {2, 0, 8}));
    BigInteger removed =
        Replay.squaredChange(Replay.totals(counts, new double[] {1, 1, 1}), new long[3 * CELLS]);
    assertEquals(BigInteger.valueOf(6), replaced);
    assertEquals(BigInteger.valueOf(3), removed);
    assertEquals(replaced, counts.squaredSensitivity(PrivacyUnit.row(Neighbours.REPLACE)));
    assertEquals(removed, counts.squaredSensitivity(PrivacyUnit.row(Neighbours.ADD_REMOVE)));
    OctaveCounts two = new OctaveCounts(new double[3], new int[] {0, 2});
    BigInteger ofTwo =
        Replay.squaredChange(
            Replay.totals(two, new double[] {1, 1, 1}), Replay.totals(two, new double[] {2, 0, 8}));
    assertEquals(BigInteger.valueOf(4), ofTwo);
    assertEquals(ofTwo, two.squaredSensitivity(PrivacyUnit.row(Neighbours.REPLACE)));
  }

  /** A row's own vector of counts has the norm that it is said to have. */
  @Test
  void norm_ofOneRow_isNotPassed() {
    for (int dimension : new int[] {1, 2, 3, 16, 100}) {
      OctaveCounts counts = new OctaveCounts(new double[dimension]);
      long[] row = Replay.totals(counts, new double[dimension]);
      double square = Replay.squaredChange(row, new long[row.length]).doubleValue();
      assertEquals(dimension, square);
      assertEquals(Math.ceil(Math.sqrt(dimension)), (double) counts.norm());
      assertEquals(dimension * CELLS, counts.size());
    }
  }
}
