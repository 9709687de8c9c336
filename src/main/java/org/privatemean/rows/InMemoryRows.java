package org.privatemean.rows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.privatemean.privacy.Checks;
import org.privatemean.rows.RowEncoder.BlockBuilder;
import org.privatemean.rows.RowPasses.RowFold;

/**
 * Rows in arrays of this process, for servers and tests without Spark.
 *
 * @since 0.1.0
 */
public final class InMemoryRows implements Rows {
  private static final String SOURCE = "the data";

  private final double[][] rows;
  private final int dimension;
  private final InvalidRows invalidRows;

  private InMemoryRows(double[][] rows, int dimension, InvalidRows invalidRows) {
    this.rows = rows;
    this.dimension = dimension;
    this.invalidRows = invalidRows;
  }

  /**
   * Wraps rows without copying them; a null row is invalid.
   *
   * @param dimension declared number of coordinates, at least 1
   * @throws IllegalArgumentException if the dimension is below 1
   */
  public static InMemoryRows of(double[][] rows, int dimension, InvalidRows invalidRows) {
    Checks.argument("dimension", dimension >= 1, "at least 1", dimension);
    return new InMemoryRows(rows, dimension, invalidRows);
  }

  @Override
  public long count() {
    double[] buffer = new double[dimension];
    return invalidRows == InvalidRows.SKIP
        ? Arrays.stream(rows).filter(row -> read(row, buffer)).count()
        : rows.length;
  }

  /** Reads a row into a buffer; returns true if it counts. */
  private boolean read(double[] row, double[] buffer) {
    return copy(row, buffer)
        ? invalidRows.apply(buffer, SOURCE)
        : invalidRows.applyToMisshapen(buffer, SOURCE);
  }

  /** Copies a row into a buffer of its declared length; returns false if it has none. */
  private static boolean copy(double[] row, double[] buffer) {
    boolean wellFormed = row != null && row.length == buffer.length;
    if (wellFormed) {
      System.arraycopy(row, 0, buffer, 0, buffer.length);
    }
    return wellFormed;
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public boolean dropsRows() {
    return invalidRows == InvalidRows.SKIP;
  }

  @Override
  public <B extends Block> Blocks<B> prepare(RowEncoder<B> encoder) {
    List<B> blocks = new ArrayList<>();
    BlockBuilder<B> builder = encoder.newBuilder();
    double[] buffer = new double[dimension];
    for (double[] row : rows) {
      if (read(row, buffer)) {
        builder.add(buffer);
      }
      if (builder.isFull()) {
        blocks.add(builder.build());
      }
    }
    while (!builder.isEmpty()) {
      blocks.add(builder.build());
    }
    return Blocks.held(blocks);
  }

  @Override
  public Optional<RowPasses> passes() {
    return Optional.of(
        new RowPasses() {
          @Override
          public <B extends Block> Sample<B> sample(RowEncoder<B> encoder, RowSample sample) {
            RowSample.Picks picks = sample.picks(0);
            double[][] kept =
                Arrays.stream(rows).filter(row -> picks.next()).toArray(double[][]::new);
            InMemoryRows found = of(kept, dimension, invalidRows);
            return new Sample<>(found.prepare(encoder), found.count());
          }

          @Override
          public long[] fold(RowFold fold, String description) {
            RowFold.Adder adder = fold.start();
            double[] buffer = new double[dimension];
            for (double[] row : rows) {
              adder.addRead(buffer, copy(row, buffer), invalidRows, SOURCE);
            }
            return adder.totals();
          }
        });
  }
}
