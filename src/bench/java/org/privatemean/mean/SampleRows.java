package org.privatemean.mean;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.privatemean.rows.Block;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.RowEncoder.BlockBuilder;

/** Rows for the benchmarks, and their blocks. */
public final class SampleRows {
  /** Coordinates of all rows together. */
  public static final int COORDINATES = 1 << 18;

  private SampleRows() {}

  /** Rows whose coordinate j is normal with mean 3 + j mod 8 and standard deviation 1. */
  public static double[][] gaussian(int dimension) {
    SplittableRandom random = new SplittableRandom(dimension);
    double[][] rows = new double[COORDINATES / dimension][dimension];
    for (double[] row : rows) {
      for (int j = 0; j < dimension; j++) {
        row[j] = random.nextGaussian(3 + j % 8, 1);
      }
    }
    return rows;
  }

  /** The blocks of rows, as full as a fit makes them. */
  public static <B extends Block> List<B> encode(RowEncoder<B> encoder, double[][] rows) {
    List<B> blocks = new ArrayList<>();
    BlockBuilder<B> builder = encoder.newBuilder();
    for (double[] row : rows) {
      builder.add(row);
      if (builder.isFull()) {
        blocks.add(builder.build());
      }
    }
    if (!builder.isEmpty()) {
      blocks.add(builder.build());
    }
    return blocks;
  }
}
