package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.geometry.NormRange;
import org.privatemean.rows.RowEncoder.BlockBuilder;

final class VectorBlockTest {
  private static double[][] rows(SplittableRandom random, int count, int dimension) {
    double[][] rows = new double[count][];
    Arrays.setAll(rows, i -> random.doubles(dimension, -1, 1).toArray());
    return rows;
  }

  private static double[][] rows(VectorBlock block, int dimension) {
    double[][] rows = new double[block.rows()][dimension];
    for (int j = 0; j < dimension; j++) {
      for (int i = 0; i < rows.length; i++) {
        rows[i][j] = block.values()[block.first(j) + i];
      }
    }
    return rows;
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "5, 3", "13, 100", "8, 20000", "4096, 2"})
  void encode_thenWriteAndRead_givesTheRowsBack(int count, int dimension) {
    VectorEncoder encoder = new VectorEncoder(dimension, NormRange.WIDEST);
    assertEquals(dimension, encoder.dimension());
    double[][] rows = rows(new SplittableRandom(1), count, dimension);
    rows[0][0] = -0.0;
    rows[count - 1][dimension - 1] = Double.MIN_VALUE;
    List<VectorBlock> blocks = EncodedBlocks.encode(encoder, rows, Integer.MAX_VALUE);
    int from = 0;
    for (VectorBlock block : blocks) {
      double[][] part = Arrays.copyOfRange(rows, from, from + block.rows());
      byte[] bytes = block.toBytes();
      assertEquals(8 + 8 * block.rows() * dimension, bytes.length);
      assertArrayEquals(part, rows(block, dimension));
      assertArrayEquals(part, rows(encoder.read(bytes), dimension));
      from += block.rows();
    }
    assertEquals(count, from);
  }

  /** A block that is cut short holds rubbish past its rows, which must not be written. */
  @Test
  void toBytes_ofAPartBlock_holdsItsRowsOnly() {
    VectorBlock block = EncodedBlocks.of(new double[] {1, 2}, new double[] {3, 4});
    VectorBlock read = VectorBlock.fromBytes(block.toBytes());
    assertArrayEquals(new double[] {1, 3, 2, 4}, read.values());
  }

  @ParameterizedTest
  @CsvSource({"1, 131070", "32, 4095", "64, 2047", "131072, 16"})
  void builder_firstBlock_isFullAtAMebibyteOrSixteenRows(int dimension, int expected) {
    VectorEncoder encoder = new VectorEncoder(dimension, NormRange.WIDEST);
    BlockBuilder<VectorBlock> builder = encoder.newBuilder();
    assertTrue(builder.isEmpty());
    double[] row = new double[dimension];
    int added = 0;
    while (!builder.isFull()) {
      builder.add(row);
      added++;
    }
    assertEquals(expected, added);
    assertEquals(expected, builder.build().rows());
    assertTrue(builder.isEmpty());
    assertFalse(builder.isFull());
  }

  @Test
  void encode_rowsBeyondTheRange_areScaledSeparately() {
    VectorEncoder encoder = new VectorEncoder(2, new NormRange(0.5, 4));
    double[][] rows = {{1, 1}, {1e308, 0}, {3, 8}, {1e-300, 0}};
    VectorBlock block = EncodedBlocks.encode(encoder, rows, 4).get(0);
    double[][] held = rows(block, 2);
    assertArrayEquals(rows[0], held[0]);
    assertArrayEquals(new double[] {4, 0}, held[1], 1e-15);
    // Clipped to (3, 4) by coordinates, then to the norm.
    assertArrayEquals(new double[] {2.4, 3.2}, held[2], 1e-15);
    assertArrayEquals(rows[3], held[3]);
    // Whatever the caller does with its buffer, the block keeps its rows.
    double[] buffer = {1, 2};
    BlockBuilder<VectorBlock> builder = encoder.newBuilder();
    builder.add(buffer);
    Arrays.fill(buffer, 3);
    builder.add(buffer);
    assertArrayEquals(
        new double[][] {{1, 2}, {2.82842712474619, 2.82842712474619}},
        rounded(rows(builder.build(), 2)));
  }

  private static double[][] rounded(double[][] rows) {
    return Arrays.stream(rows)
        .map(row -> Arrays.stream(row).map(x -> Math.rint(x * 1e14) / 1e14).toArray())
        .toArray(double[][]::new);
  }

  @Test
  void squaredNorms_otherView_areNotThoseOfTheLast() {
    VectorBlock block = EncodedBlocks.of(new double[] {3, 4}, new double[] {-1, 0});
    double[] zero = {0, 0};
    double[] centre = {-1, 0};
    assertArrayEquals(new double[] {25, 1}, new CentredTransform(zero).squaredNorms(block));
    assertArrayEquals(new double[] {32, 0}, new CentredTransform(centre).squaredNorms(block));
    assertArrayEquals(
        new double[] {100, 4},
        new CentredTransform(zero, new double[] {2, 2}, new double[0]).squaredNorms(block));
    assertArrayEquals(
        new double[] {16, 0},
        new CentredTransform(centre, new double[] {0, 1}, new double[0]).squaredNorms(block));
    assertArrayEquals(new double[] {9 * 9 + 16 * 16, 1}, squares(zero, 1).squaredNorms(block));
    assertArrayEquals(
        new double[] {(81 + 256) / 16.0, 1 / 16.0}, squares(zero, 2).squaredNorms(block));
    assertArrayEquals(new double[] {25, 1}, new CentredTransform(zero).squaredNorms(block));
  }

  /** Squares of centred rows in a unit. */
  private static CentredTransform squares(double[] centre, double unit) {
    double[] weights = new double[centre.length];
    Arrays.fill(weights, 1 / unit);
    return new CentredTransform(centre, weights, new double[0]).withSquares();
  }
}
