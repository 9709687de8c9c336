package org.privatemean.mean;

import org.privatemean.geometry.NormRange;
import org.privatemean.rows.BlockBuilder;
import org.privatemean.rows.RowEncoder;

/**
 * Encodes a row for the recentred mean: scales it into the public range of norms, each by itself.
 */
final class VectorEncoder implements RowEncoder<VectorBlock> {
  private static final long serialVersionUID = 1L;

  /** Rows that become columns at once: for every row alone, that would leave the cache. */
  private static final int PENDING = 16;

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
    return new Builder();
  }

  @Override
  public VectorBlock read(byte[] bytes) {
    return VectorBlock.fromBytes(bytes);
  }

  private final class Builder implements BlockBuilder<VectorBlock> {
    private final BlockSize size = new BlockSize(dimension, Double.BYTES);
    private final double[][] scaled = new double[PENDING][dimension];
    private int capacity = size.nextRows();
    private double[] values;
    private int rows;
    private int pending;

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
      if (values == null) {
        values = new double[dimension * capacity];
      }
      for (int j = 0; j < dimension; j++) {
        for (int k = 0, i = j * capacity + rows - pending; k < pending; k++, i++) {
          values[i] = scaled[k][j];
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
      VectorBlock block = VectorBlock.of(rows, dimension, values);
      values = null;
      capacity = size.nextRows();
      rows = 0;
      return block;
    }
  }
}
