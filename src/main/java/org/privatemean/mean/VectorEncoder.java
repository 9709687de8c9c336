package org.privatemean.mean;

import java.util.Arrays;
import org.privatemean.geometry.NormRange;
import org.privatemean.mean.ArrayBlock.BlockSize;
import org.privatemean.rows.RowEncoder;
import org.privatemean.rows.RowEncoder.BlockBuilder;

/** Encoder of rows, scaled into the public range of norms: each as a function of itself alone. */
record VectorEncoder(int dimension, NormRange range, int mostHeld)
    implements RowEncoder<VectorBlock> {
  /** Number of rows that become columns together. One row at a time would not stay in the cache. */
  private static final int PENDING = 16;

  /** Inverse of the largest fraction of nonzero coordinates of a sparse row. */
  private static final int SHARE_HELD = 16;

  private static final int NONE = -1;

  public VectorEncoder(int dimension, NormRange range) {
    this(dimension, range, NONE);
  }

  public static VectorEncoder sparse(int dimension, NormRange range) {
    return new VectorEncoder(dimension, range, dimension);
  }

  /** Creates an encoder of both kinds, in separate blocks: rows of few nonzeros are sparse. */
  public static VectorEncoder either(int dimension, NormRange range) {
    return new VectorEncoder(dimension, range, dimension / SHARE_HELD);
  }

  public boolean maySparse() {
    return mostHeld != NONE;
  }

  @Override
  public BlockBuilder<VectorBlock> newBuilder() {
    if (mostHeld == NONE) {
      return new Builder();
    }
    return mostHeld == dimension ? new SparseBuilder() : new EitherBuilder();
  }

  @Override
  public VectorBlock read(byte[] bytes) {
    return VectorBlock.fromBytes(bytes);
  }

  private static void checkWeight(int group, int weight) {
    if (group != 0 || weight < 1) {
      throw new IllegalArgumentException(
          String.format("no row of group %d and weight %d goes in such a block", group, weight));
    }
  }

  private final class SparseBuilder implements BlockBuilder<VectorBlock> {
    private final double[] scaled = new double[dimension];
    private final SparseRows.Builder held = new SparseRows.Builder();
    private final Weighing weighing = new Weighing();

    @Override
    public void add(double[] row, int group, int weight) {
      checkWeight(group, weight);
      weighing.add(held.rows(), weight);
      range.scale(row, scaled);
      held.add(scaled);
    }

    @Override
    public boolean takesSparse() {
      return true;
    }

    @Override
    public boolean addSparse(int[] indices, double[] values, int count, int weight) {
      boolean isPlain = range.isPlain(values, count);
      if (isPlain) {
        weighing.add(held.rows(), weight);
        held.add(indices, values, count);
      }
      return isPlain;
    }

    @Override
    public boolean isFull() {
      return held.isFull();
    }

    @Override
    public boolean isEmpty() {
      return held.rows() == 0;
    }

    @Override
    public VectorBlock build() {
      int[] weights = weighing.build(held.rows());
      return VectorBlock.of(held.build(), dimension, weights);
    }
  }

  /** Builder for rows of both kinds. At the end up to two blocks may remain. */
  private final class EitherBuilder implements BlockBuilder<VectorBlock> {
    private final SparseBuilder few = new SparseBuilder();
    private final Builder columns = new Builder();

    @Override
    public void add(double[] row, int group, int weight) {
      (isFew(row, row.length) ? few : columns).add(row, group, weight);
    }

    /** True if the row has few nonzero coordinates, in whichever form it was added. */
    private boolean isFew(double[] values, int count) {
      int held = 0;
      for (int k = 0; k < count && held <= mostHeld; k++) {
        if (values[k] != 0) {
          held++;
        }
      }
      return held <= mostHeld;
    }

    @Override
    public boolean takesSparse() {
      return true;
    }

    @Override
    public boolean addSparse(int[] indices, double[] values, int count, int weight) {
      return isFew(values, count) && few.addSparse(indices, values, count, weight);
    }

    @Override
    public boolean isFull() {
      return few.isFull() || columns.isFull();
    }

    @Override
    public boolean isEmpty() {
      return few.isEmpty() && columns.isEmpty();
    }

    @Override
    public VectorBlock build() {
      return few.isFull() || columns.isEmpty() ? few.build() : columns.build();
    }
  }

  /** Weights of the rows of a block, stored if one of them is above 1. */
  private static final class Weighing {
    private int[] weights = new int[0];

    void add(int row, int weight) {
      if (weight > 1 || weights.length > 0) {
        int before = weights.length;
        if (row >= before) {
          weights = Arrays.copyOf(weights, 2 * row + 1);
          Arrays.fill(weights, before, weights.length, 1);
        }
        weights[row] = weight;
      }
    }

    int[] build(int rows) {
      int[] built = Arrays.copyOf(weights, weights.length == 0 ? 0 : rows);
      weights = new int[0];
      return built;
    }
  }

  private final class Builder implements BlockBuilder<VectorBlock> {
    private final BlockSize size = new BlockSize(dimension, Double.BYTES);
    private final double[][] scaled = new double[PENDING][dimension];
    private int capacity = size.nextRows();
    private double[] values;
    private final Weighing weighing = new Weighing();
    private int rows;
    private int pending;

    @Override
    public void add(double[] row, int group, int weight) {
      checkWeight(group, weight);
      weighing.add(rows, weight);
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

    /** Four rows at once: one row writes too little of each cache line. */
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
      VectorBlock block = VectorBlock.of(rows, dimension, values, weighing.build(rows));
      values = null;
      capacity = size.nextRows();
      rows = 0;
      return block;
    }
  }
}
