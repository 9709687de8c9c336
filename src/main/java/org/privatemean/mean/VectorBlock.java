package org.privatemean.mean;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Tile of vectors in doubles, with the weight of each: columns, or {@link SparseRows} instead. */
final class VectorBlock extends ArrayBlock {
  private static final long serialVersionUID = 1L;

  private static final int HEADER = 8;

  private final int rows;
  private final int columns;

  /** Coordinate j of vector i is entry {@code j * rows + i}. */
  private final double[] values;

  /** Replaces the columns; null if the block has columns. */
  private final SparseRows sparse;

  /** Weights of the rows; empty if all weights are 1. */
  private final int[] weights;

  private VectorBlock(int rows, int columns, double[] values, SparseRows sparse, int[] weights) {
    this.rows = rows;
    this.columns = columns;
    this.values = values;
    this.sparse = sparse;
    this.weights = weights;
  }

  /** Creates a block of columns with room for some rows; weights are empty if all are 1. */
  public static VectorBlock of(int rows, int columns, double[] values, int[] weights) {
    double[] held = (double[]) withoutRoom(values, rows, columns);
    return new VectorBlock(rows, columns, held, null, weights);
  }

  /** Creates a block of sparse rows with the given number of coordinates. */
  public static VectorBlock of(SparseRows sparse, int columns, int[] weights) {
    return new VectorBlock(sparse.count(), columns, new double[0], sparse, weights);
  }

  public boolean isSparse() {
    return sparse != null;
  }

  SparseRows sparse() {
    return sparse;
  }

  @Override
  public int rows() {
    return rows;
  }

  public boolean isWeighted() {
    return weights.length > 0;
  }

  public int weight(int i) {
    return isWeighted() ? weights[i] : 1;
  }

  /** Returns all coordinates, those of column j from {@link #first} on; not to be changed. */
  public double[] values() {
    if (isSparse()) {
      throw new UnsupportedOperationException("sparse rows have no columns");
    }
    return values;
  }

  VectorBlock full() {
    if (!isSparse()) {
      return this;
    }
    double[] full = new double[rows * columns];
    for (int i = 0; i < rows; i++) {
      for (int k = sparse.start(i); k < sparse.start(i + 1); k++) {
        full[sparse.indices()[k] * rows + i] = sparse.values()[k];
      }
    }
    return new VectorBlock(rows, columns, full, null, weights);
  }

  /** Returns a block of as many rows of the same weights, with other columns. */
  VectorBlock with(double[] others, int count) {
    return new VectorBlock(rows, count, others, null, weights);
  }

  public int first(int j) {
    return j * rows;
  }

  /** Returns the bytes; sparse rows are marked by a negative number of rows. */
  @Override
  public byte[] toBytes() {
    int ofValues = isSparse() ? sparse.bytes() : values.length * Double.BYTES;
    byte[] bytes = new byte[HEADER + ofValues + weights.length * Integer.BYTES];
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putInt(isSparse() ? -1 - rows : rows).putInt(columns);
    if (isSparse()) {
      sparse.putTo(buffer);
    } else {
      buffer.asDoubleBuffer().put(values);
    }
    buffer.position(HEADER + ofValues).asIntBuffer().put(weights);
    return bytes;
  }

  public static VectorBlock fromBytes(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int rows = buffer.getInt();
    int columns = buffer.getInt();
    if (rows < 0) {
      return of(SparseRows.readFrom(buffer), columns, rest(buffer));
    }
    double[] values = new double[rows * columns];
    buffer.asDoubleBuffer().get(values);
    buffer.position(HEADER + values.length * Double.BYTES);
    return new VectorBlock(rows, columns, values, null, rest(buffer));
  }

  private static int[] rest(ByteBuffer buffer) {
    int[] weights = new int[buffer.remaining() / Integer.BYTES];
    buffer.asIntBuffer().get(weights);
    return weights;
  }

  private Object writeReplace() {
    return new PackedVectors(toBytes());
  }

  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record PackedVectors(byte[] bytes) implements Serializable {
    private Object readResolve() {
      return fromBytes(bytes);
    }
  }
}
