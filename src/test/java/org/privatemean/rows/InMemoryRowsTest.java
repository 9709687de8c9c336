package org.privatemean.rows;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.privatemean.rows.Blocks.Fold;
import org.privatemean.rows.RowEncoder.BlockBuilder;

final class InMemoryRowsTest {
  /** Keeps the coordinates, cut to integers, of three rows a block. */
  private static final class Truncating implements RowEncoder<Truncating.Rounded> {
    private static final long serialVersionUID = 1L;

    private final int dimension;

    Truncating(int dimension) {
      this.dimension = dimension;
    }

    record Rounded(List<long[]> vectors) implements Block {
      @Override
      public int rows() {
        return vectors.size();
      }

      @Override
      public byte[] toBytes() {
        throw new UnsupportedOperationException("never written");
      }
    }

    @Override
    public int dimension() {
      return dimension;
    }

    @Override
    public BlockBuilder<Rounded> newBuilder() {
      return new BlockBuilder<>() {
        private List<long[]> held = new ArrayList<>();

        @Override
        public void add(double[] row) {
          held.add(Arrays.stream(row).mapToLong(x -> (long) x).toArray());
        }

        @Override
        public boolean isFull() {
          return held.size() == 3;
        }

        @Override
        public boolean isEmpty() {
          return held.isEmpty();
        }

        @Override
        public Rounded build() {
          Rounded block = new Rounded(held);
          held = new ArrayList<>();
          return block;
        }
      };
    }

    @Override
    public Rounded read(byte[] bytes) {
      throw new UnsupportedOperationException("never read");
    }
  }

  /** Entry 0 counts blocks, entry 1 rows, the others sum the coordinates. */
  private record Totals(int dimension) implements Fold<Truncating.Rounded> {
    @Override
    public int size() {
      return dimension + 2;
    }

    @Override
    public void add(Truncating.Rounded block, long[] totals) {
      totals[0]++;
      totals[1] += block.rows();
      for (long[] vector : block.vectors()) {
        for (int j = 0; j < vector.length; j++) {
          totals[2 + j] += vector[j];
        }
      }
    }
  }

  private static long[] totals(double[][] rows, int dimension, InvalidRows rule) {
    try (Blocks<Truncating.Rounded> blocks =
        InMemoryRows.of(rows, dimension, rule).prepare(new Truncating(dimension))) {
      return blocks.fold(new Totals(dimension), "totals");
    }
  }

  static Stream<double[]> invalidRows() {
    return Stream.of(
        null,
        new double[] {1234.5, Double.NaN},
        new double[] {Double.POSITIVE_INFINITY, 1234.5},
        new double[] {1234.5, Double.NEGATIVE_INFINITY},
        new double[] {1234.5},
        new double[] {1234.5, 1234.5, 1234.5},
        new double[0]);
  }

  @Test
  void fold_ofRows_readsEveryRowOnce() {
    double[][] rows = {{1, 10}, {2, 20}, {3, 30}, {4, 40}, {5, 50}, {6, 60}, {7, 70}};
    assertArrayEquals(new long[] {3, 7, 28, 280}, totals(rows, 2, InvalidRows.ERROR));
    assertArrayEquals(
        new long[] {1, 3, 6, 60}, totals(Arrays.copyOf(rows, 3), 2, InvalidRows.ERROR));
    assertEquals(1, rows[0][0]);
  }

  @Test
  void fold_ofNoRows_isZero() {
    assertArrayEquals(new long[4], totals(new double[0][], 2, InvalidRows.ERROR));
  }

  @Test
  void fold_twice_givesTheSame() {
    double[][] rows = {{1, 2}, {3, 4}};
    Blocks<Truncating.Rounded> blocks =
        InMemoryRows.of(rows, 2, InvalidRows.ERROR).prepare(new Truncating(2));
    assertArrayEquals(blocks.fold(new Totals(2), "one"), blocks.fold(new Totals(2), "two"));
    blocks.close();
    assertArrayEquals(new long[4], blocks.fold(new Totals(2), "closed"));
  }

  @ParameterizedTest
  @MethodSource("invalidRows")
  void prepare_invalidRowUnderError_isRefusedWithoutItsValues(double[] invalid) {
    double[][] rows = {{1, 2}, invalid, {3, 4}};
    InvalidRowException refusal =
        assertThrows(InvalidRowException.class, () -> totals(rows, 2, InvalidRows.ERROR));
    assertEquals(
        "the data has a row that is null, holds a null, NaN or infinite coordinate, or does not"
            + " have 2 coordinates: mend the data or set handleInvalid to \"zero\", which takes the"
            + " zero vector for such a row",
        refusal.getMessage());
    assertFalse(refusal.getMessage().contains("1234"));
    assertEquals(null, refusal.getCause());
  }

  @ParameterizedTest
  @MethodSource("invalidRows")
  void prepare_invalidRowUnderZero_isTheZeroVectorAndCounts(double[] invalid) {
    double[][] rows = {{1, 2}, invalid, {3, 4}};
    assertArrayEquals(new long[] {1, 3, 4, 6}, totals(rows, 2, InvalidRows.ZERO));
    double[][] first = {invalid, {1, 2}};
    assertArrayEquals(new long[] {1, 2, 1, 2}, totals(first, 2, InvalidRows.ZERO));
    assertEquals(3, InMemoryRows.of(rows, 2, InvalidRows.ZERO).count());
  }

  @Test
  void prepare_extremeButFiniteRow_isValid() {
    double[][] rows = {{Double.MAX_VALUE, -Double.MAX_VALUE}, {Double.MIN_VALUE, -0.0}};
    assertEquals(2, totals(rows, 2, InvalidRows.ERROR)[1]);
  }

  @Test
  void of_dimensionBelowOne_isRefused() {
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> InMemoryRows.of(new double[0][], 0, InvalidRows.ERROR));
    assertEquals("dimension must be at least 1. Provided value: 0", refusal.getMessage());
    assertEquals(5, InMemoryRows.of(new double[0][], 5, InvalidRows.ERROR).dimension());
  }
}
