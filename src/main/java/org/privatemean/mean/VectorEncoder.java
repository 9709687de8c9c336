package org.privatemean.mean;

import java.util.Arrays;
import org.privatemean.geometry.NormRange;
import org.privatemean.rows.BlockBuilder;
import org.privatemean.rows.RowEncoder;

/**
 * Encodes a row for the recentred mean: scales it into the public range of norms, each by itself.
 */
final class VectorEncoder implements RowEncoder<VectorBlock> {
  private static final long serialVersionUID = 1L;

  /** Coordinates of a block: 2^17 doubles make a mebibyte. */
  private static final int BLOCK_COORDINATES = 1 << 17;

  /** Rows that become columns at once: for every row alone, that would leave the cache. */
  private static final int PENDING = 16;

  private static final int MIN_ROWS = 8;
  private static final int MAX_ROWS = 4096;

  private final int dimension;
  private final NormRange range;

  VectorEncoder(int dimension, NormRange range) {
    this.dimension = dimension;
    this.range = range;
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public BlockBuilder<VectorBlock> newBuilder() {
    return new Builder(Math.max(MIN_ROWS, Math.min(MAX_ROWS, BLOCK_COORDINATES / dimension)));
  }

  @Override
  public VectorBlock read(byte[] bytes) {
    return VectorBlock.fromBytes(bytes);
  }

  private final class Builder implements BlockBuilder<VectorBlock> {
    private final int capacity;
    private final double[][] scaled = new double[PENDING][dimension];
    private double[][] columns;
    private int rows;
    private int pending;

    Builder(int capacity) {
      this.capacity = capacity;
    }

    @Override
    public void add(double[] row) {
      range.scale(row, scaled[pending]);
      pending++;
      rows++;
      if (pending == PENDING) {
        flush();
      }
    }

    /** Stores the pending rows, which are the last, as entries of the columns. */
    private void flush() {
      if (columns == null) {
        columns = new double[dimension][capacity];
      }
      for (int j = 0; j < dimension; j++) {
        double[] column = columns[j];
        for (int k = 0, i = rows - pending; k < pending; k++, i++) {
          column[i] = scaled[k][j];
        }
      }
      pending = 0;
    }

    @Override
    public boolean isFull() {
      return rows == capacity;
    }

    @Override
    public boolean isEmpty() {
      return rows == 0;
    }

    @Override
    public VectorBlock build() {
      flush();
      // A block may be held as it is: without the room that a last one leaves.
      for (int j = 0; rows < capacity && j < columns.length; j++) {
        columns[j] = Arrays.copyOf(columns[j], rows);
      }
      VectorBlock block = new VectorBlock(rows, columns);
      columns = null;
      rows = 0;
      return block;
    }
  }
}
