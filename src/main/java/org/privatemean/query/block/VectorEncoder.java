package org.privatemean.query.block;

import java.util.Arrays;
import org.privatemean.geometry.NormRange;
import org.privatemean.rows.BlockBuilder;
import org.privatemean.rows.RowEncoder;

/**
 * Encodes a row for the recentred mean: scales it into the public range of norms, each by itself.
 */
public final class VectorEncoder implements RowEncoder<VectorBlock> {
  private static final long serialVersionUID = 1L;

  /** Rows that become columns at once: for every row alone, that would leave the cache. */
  private static final int PENDING = 16;

  private final int dimension;
  private final NormRange range;

  public VectorEncoder(int dimension, NormRange range) {
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

    /** Of the rows so far; empty while all of them count once. */
    private int[] weights = new int[0];

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

    /**
     * Encodes a row that counts some times.
     *
     * @throws IllegalArgumentException if it is of a group other than 0, or its weight is below 1
     */
    @Override
    public void add(double[] row, int group, int weight) {
      if (group != 0 || weight < 1) {
        throw new IllegalArgumentException(
            String.format("no row of group %d and weight %d goes in such a block", group, weight));
      }
      if (weight > 1 && weights.length == 0) {
        weights = new int[capacity];
        Arrays.fill(weights, 1);
      }
      if (weights.length > 0) {
        weights[rows] = weight;
      }
      add(row);
    }

    /** Stores the pending rows, which are the last, as entries of the columns. */
    private void flush() {
      if (values == null) {
        values = new double[dimension * capacity];
      }
      int first = rows - pending;
      int k = 0;
      for (; k + 4 <= pending; k += 4) {
        store(first + k, scaled[k], scaled[k + 1], scaled[k + 2], scaled[k + 3]);
      }
      for (; k < pending; k++) {
        store(first + k, scaled[k]);
      }
      pending = 0;
    }

    /** Four rows at once: what one row stores of a column is too little for each cache line. */
    private void store(int i, double[] a, double[] b, double[] c, double[] d) {
      double[] columns = values;
      int room = capacity;
      for (int j = 0, to = i; j < a.length; j++, to += room) {
        columns[to] = a[j];
        columns[to + 1] = b[j];
        columns[to + 2] = c[j];
        columns[to + 3] = d[j];
      }
    }

    private void store(int i, double[] row) {
      for (int j = 0, to = i; j < dimension; j++, to += capacity) {
        values[to] = row[j];
      }
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
      VectorBlock block =
          VectorBlock.of(
              rows, dimension, values, Arrays.copyOf(weights, Math.min(rows, weights.length)));
      values = null;
      weights = new int[0];
      capacity = size.nextRows();
      rows = 0;
      return block;
    }
  }
}
