package org.privatemean.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.geometry.Lattice;
import org.privatemean.geometry.RandomRotation;
import org.privatemean.geometry.WalshHadamard;
import org.privatemean.noise.NoiseKey;
import org.privatemean.rows.RowEncoder.BlockBuilder;

final class LatticeEncoderTest {
  private static LatticeEncoder encoder(Lattice lattice, boolean rotates, boolean wide) {
    RandomRotation rotation =
        rotates
            ? RandomRotation.draw(lattice.dimension(), NoiseKey.fromSeed(1).substream(0, 0, 0))
            : null;
    return new LatticeEncoder(lattice, rotation, wide ? 0x1p40 : lattice.absoluteSumBound());
  }

  /** Rows of every kind: ordinary, zero, huge, tiny and on the boundary. */
  private static double[][] rows(int count, int dimension) {
    SplittableRandom random = new SplittableRandom(count);
    double[] scales = {1, 10, 0, 1e308, 1e-310, 3 / Math.sqrt(dimension), 1e160};
    double[][] rows = new double[count][];
    for (int i = 0; i < count; i++) {
      double scale = scales[i % scales.length];
      rows[i] = random.doubles(dimension, -1, 1).map(x -> scale * x).toArray();
    }
    return rows;
  }

  /** The encoding by its definition: one row, the matrix of signs. */
  private static long[] naive(Lattice lattice, boolean rotates, double[] row) {
    double[] rounded = new double[row.length];
    lattice.quantise(row, rounded);
    long[] quantised = Arrays.stream(rounded).mapToLong(x -> (long) x).toArray();
    if (!rotates) {
      return quantised;
    }
    RandomRotation rotation =
        RandomRotation.draw(row.length, NoiseKey.fromSeed(1).substream(0, 0, 0));
    long[] rotated = new long[rotation.size()];
    for (int i = 0; i < rotated.length; i++) {
      for (int j = 0; j < row.length; j++) {
        long sign = Integer.bitCount(i & j) % 2 == 0 ? 1 : -1;
        rotated[i] += sign * rotation.sign(j) * quantised[j];
      }
    }
    return rotated;
  }

  @ParameterizedTest
  @CsvSource({
    "1, false, false", "1, true, false", "1, true, true", "5, false, true", "5, true, false",
    "5, true, true", "64, true, false", "100, true, false", "100, false, false", "100, true, true"
  })
  void encode_anyRow_doesNotDependOnItsPosition(int dimension, boolean rotates, boolean wide) {
    Lattice lattice = Lattice.inBall(dimension, 3, 1e-3);
    LatticeEncoder encoder = encoder(lattice, rotates, wide);
    double[][] rows = rows(150, dimension);
    for (int size : new int[] {4, 7, 64, Integer.MAX_VALUE}) {
      List<LatticeBlock> blocks = EncodedBlocks.encode(encoder, rows, size);
      long[][] vectors = EncodedBlocks.vectors(blocks);
      assertEquals(rows.length, vectors.length);
      for (int i = 0; i < rows.length; i += 3) {
        assertArrayEquals(naive(lattice, rotates, rows[i]), vectors[i]);
      }
      assertArrayEquals(
          vectors,
          EncodedBlocks.vectors(
              blocks.stream().map(block -> encoder.read(block.toBytes())).toList()));
    }
  }

  @Test
  void encode_theSameRowInEveryPosition_hasTheSameNorm() {
    int dimension = 100;
    LatticeEncoder encoder = encoder(Lattice.inBall(dimension, 3, 1e-6), true, true);
    double[] row = new SplittableRandom(9).doubles(dimension, -1, 1).toArray();
    long[] centre = new SplittableRandom(8).longs(128, -100, 100).toArray();
    double expected =
        EncodedBlocks.encode(encoder, new double[][] {row}, 1).get(0).squaredDistances(centre)[0];
    double[][] others = rows(67, dimension);
    for (int place = 0; place < others.length; place += 3) {
      double[][] rows = others.clone();
      rows[place] = row;
      int from = 0;
      for (LatticeBlock block : EncodedBlocks.encode(encoder, rows, 5 + place)) {
        double[] squares = block.squaredDistances(centre);
        if (place >= from && place < from + squares.length) {
          assertEquals(expected, squares[place - from]);
        }
        from += squares.length;
      }
    }
  }

  /** A quarter, a half, and then full blocks; never fewer than 16 rows. */
  @ParameterizedTest
  @CsvSource({"1, 262140", "64, 4095", "65, 2047", "1024, 255", "131072, 16"})
  void builder_oneAfterTheOther_growToFourMebibytes(int dimension, int first) {
    LatticeEncoder encoder = encoder(Lattice.inBall(dimension, 3, 1), true, false);
    BlockBuilder<LatticeBlock> builder = encoder.newBuilder();
    double[] row = new double[dimension];
    int size = WalshHadamard.paddedSize(dimension);
    int full = Math.max(16, ((1 << 22) - 16) / 4 / size);
    int half = Math.max(16, ((1 << 21) - 16) / 4 / size);
    for (int capacity : new int[] {first, half, full, full}) {
      assertTrue(builder.isEmpty());
      for (int i = 0; i < capacity; i++) {
        assertTrue(!builder.isFull());
        builder.add(row);
      }
      assertTrue(builder.isFull() && !builder.isEmpty());
      assertEquals(capacity, builder.build().rows());
    }
    assertTrue(builder.isEmpty() && !builder.isFull());
    builder.add(row);
    assertEquals(1, builder.build().rows());
    assertEquals(dimension, encoder.dimension());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void encode_rowsThatFillTheRange_fitTheirType(boolean wide) {
    // All of a row's length ends up in one rotated coordinate.
    double step = wide ? 0x1p-40 : 0x1p-23;
    Lattice lattice = Lattice.inBall(256, 1, step);
    RandomRotation rotation = RandomRotation.draw(256, NoiseKey.fromSeed(1).substream(0, 0, 0));
    LatticeEncoder encoder = new LatticeEncoder(lattice, rotation, lattice.absoluteSumBound());
    double[] row = new double[256];
    for (int j = 0; j < row.length; j++) {
      row[j] = 1e300 * rotation.sign(j);
    }
    LatticeBlock block = EncodedBlocks.encode(encoder, new double[][] {row}, 1).get(0);
    double largest = (double) block.valueAt(0, 0);
    assertEquals(16 / step, largest, 1e-8 * largest);
    assertTrue(largest <= lattice.absoluteSumBound());
    for (int j = 1; j < 256; j++) {
      assertEquals(0, block.valueAt(0, j));
    }
  }
}
