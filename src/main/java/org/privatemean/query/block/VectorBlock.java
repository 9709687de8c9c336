package org.privatemean.query.block;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Supplier;
import org.privatemean.query.sparse.SparseRows;
import org.privatemean.rows.Block;

/**
 * A tile of vectors as they are, in doubles, and how often each counts. They are stored by column,
 * or, where rows are long and most of their coordinates may be 0, as {@link SparseRows}: then steps
 * go through these, and columns are not to be had.
 */
public final class VectorBlock implements Block {
  private static final long serialVersionUID = 1L;

  private static final int HEADER = 8;

  private final int rows;
  private final int columns;

  /** Coordinate j of vector i is number {@code j * rows + i}. */
  private final double[] values;

  /** In place of the columns; null where these are held. */
  private final SparseRows sparse;

  /** So often each row counts; empty where all count once. */
  private final int[] weights;

  /** The squared norms that were last asked for. Two tasks may write it: each writes what is so. */
  private transient CachedNorms norms;

  private VectorBlock(int rows, int columns, double[] values, SparseRows sparse, int[] weights) {
    this.rows = rows;
    this.columns = columns;
    this.values = values;
    this.sparse = sparse;
    this.weights = weights;
  }

  /**
   * A block.
   *
   * @param values the columns one after the other, each of {@code rows} entries or with room for
   *     more; kept if this room is missing
   */
  static VectorBlock of(int rows, int columns, double[] values) {
    return of(rows, columns, values, new int[0]);
  }

  /**
   * A block of rows that count more than once.
   *
   * @param weights one per row, each at least 1; or none, where all rows count once
   */
  static VectorBlock of(int rows, int columns, double[] values, int[] weights) {
    int room = values.length / columns;
    if (rows == room) {
      return new VectorBlock(rows, columns, values, null, weights);
    }
    double[] held = new double[rows * columns];
    for (int j = 0; j < columns; j++) {
      System.arraycopy(values, j * room, held, j * rows, rows);
    }
    return new VectorBlock(rows, columns, held, null, weights);
  }

  /** A block of rows of that many coordinates, by those that are not 0. */
  static VectorBlock of(SparseRows sparse, int columns, int[] weights) {
    return new VectorBlock(sparse.count(), columns, new double[0], sparse, weights);
  }

  /** True if it holds rows by their coordinates that are not 0. */
  boolean isSparse() {
    return sparse != null;
  }

  /** The rows, if {@link #isSparse}. */
  SparseRows sparse() {
    return sparse;
  }

  @Override
  public int rows() {
    return rows;
  }

  /** True if some rows may count more than once. */
  boolean isWeighted() {
    return weights.length > 0;
  }

  /** So often row i counts. */
  int weight(int i) {
    return isWeighted() ? weights[i] : 1;
  }

  /** All coordinates, those of column j from {@link #first} on; not to be changed. */
  double[] values() {
    if (isSparse()) {
      throw new UnsupportedOperationException("sparse rows have no columns");
    }
    return values;
  }

  /** Returns where column j starts. */
  int first(int j) {
    return j * rows;
  }

  /**
   * The squared norms of a view of the rows. Steps come in pairs that see the same view, a search
   * of norms and a sum, so the last ones are kept: 8 bytes per row in addition to its coordinates.
   *
   * @param view says whether they are the last ones, by {@code equals}
   * @param computed computes them
   * @return one per row; not to be changed
   */
  double[] cached(Object view, Supplier<double[]> computed) {
    CachedNorms known = norms;
    if (known == null || !known.view.equals(view)) {
      known = new CachedNorms(view, computed.get());
      norms = known;
    }
    return known.squares;
  }

  /** Immutable, so that anyone who sees it sees all of it. */
  private static final class CachedNorms {
    private final Object view;
    private final double[] squares;

    CachedNorms(Object view, double[] squares) {
      this.view = view;
      this.squares = squares;
    }
  }

  @Override
  public byte[] toBytes() {
    if (isSparse()) {
      return sparseBytes();
    }
    int ofValues = values.length * Double.BYTES;
    byte[] bytes = new byte[HEADER + ofValues + weights.length * Integer.BYTES];
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putInt(rows).putInt(columns).asDoubleBuffer().put(values);
    buffer.position(HEADER + ofValues).asIntBuffer().put(weights);
    return bytes;
  }

  /** The same, shown by a negative number of rows. */
  private byte[] sparseBytes() {
    byte[] bytes = new byte[HEADER + sparse.bytes() + weights.length * Integer.BYTES];
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    sparse.putTo(buffer.putInt(-1 - rows).putInt(columns));
    buffer.asIntBuffer().put(weights);
    return bytes;
  }

  /** Returns what Java serialisation writes instead. */
  private Object writeReplace() {
    return new PackedVectors(toBytes());
  }

  static VectorBlock fromBytes(byte[] bytes) {
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

  /** The binary form. */
  private static final class PackedVectors implements Serializable {
    private static final long serialVersionUID = 1L;

    private final byte[] bytes;

    PackedVectors(byte[] bytes) {
      this.bytes = bytes;
    }

    private Object readResolve() {
      return fromBytes(bytes);
    }
  }
}
