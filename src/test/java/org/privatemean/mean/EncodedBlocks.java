package org.privatemean.mean;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.privatemean.rows.Block;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.RowEncoder.BlockBuilder;

/** Blocks of vectors for tests, cut as the test likes. */
public final class EncodedBlocks {
  private EncodedBlocks() {}

  /** Encodes rows into blocks of at most {@code size} rows, in order. */
  public static <B extends Block> List<B> encode(RowEncoder<B> encoder, double[][] rows, int size) {
    List<B> blocks = new ArrayList<>();
    BlockBuilder<B> builder = encoder.newBuilder();
    int held = 0;
    for (double[] row : rows) {
      builder.add(row);
      held++;
      if (builder.isFull() || held == size) {
        blocks.add(builder.build());
        held = 0;
      }
    }
    while (!builder.isEmpty()) {
      blocks.add(builder.build());
    }
    return blocks;
  }

  /** A block of given vectors whose columns have room for some more rows, filled with rubbish. */
  public static LatticeBlock of(boolean wide, long[]... vectors) {
    int columns = vectors[0].length;
    int room = vectors.length + 3;
    int[] ints = new int[columns * room];
    long[] longs = new long[columns * room];
    Arrays.fill(ints, 12345);
    Arrays.fill(longs, 12345);
    for (int j = 0; j < columns; j++) {
      for (int i = 0; i < vectors.length; i++) {
        ints[j * room + i] = wide ? 0 : Math.toIntExact(vectors[i][j]);
        longs[j * room + i] = vectors[i][j];
      }
    }
    return wide
        ? LatticeBlock.of(vectors.length, columns, longs)
        : LatticeBlock.of(vectors.length, columns, ints);
  }

  /** One block of rows as they are, whose columns have room for some more, filled with NaN. */
  public static VectorBlock of(double[]... rows) {
    int columns = rows[0].length;
    int room = rows.length + 3;
    double[] values = new double[columns * room];
    Arrays.fill(values, Double.NaN);
    for (int j = 0; j < columns; j++) {
      for (int i = 0; i < rows.length; i++) {
        values[j * room + i] = rows[i][j];
      }
    }
    return VectorBlock.of(rows.length, columns, values, new int[0]);
  }

  public static long[][] randomVectors(SplittableRandom random, int rows, int columns, long bound) {
    long[][] vectors = new long[rows][];
    for (int i = 0; i < rows; i++) {
      vectors[i] = random.longs(columns, -bound, bound + 1).toArray();
    }
    return vectors;
  }

  /** The vectors of all blocks, in order. */
  public static long[][] vectors(List<LatticeBlock> blocks) {
    List<long[]> vectors = new ArrayList<>();
    for (LatticeBlock block : blocks) {
      for (int i = 0; i < block.rows(); i++) {
        long[] vector = new long[block.columns()];
        for (int j = 0; j < vector.length; j++) {
          vector[j] = block.valueAt(i, j);
        }
        vectors.add(vector);
      }
    }
    return vectors.toArray(long[][]::new);
  }
}
