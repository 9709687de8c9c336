package org.privatemean.query.block;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Supplier;
import org.privatemean.rows.Block;

/** A tile of vectors as they are, in doubles, stored by column. */
public final class VectorBlock implements Block {
  private static final long serialVersionUID = 1L;

  private static final int HEADER = 8;

  private final int rows;
  private final int columns;

  /** Coordinate j of vector i is number {@code j * rows + i}. */
  private final double[] values;

  /** The squared norms that were last asked for. Two tasks may write it: each writes what is so. */
  private transient Norms norms;

  private VectorBlock(int rows, int columns, double[] values) {
    this.rows = rows;
    this.columns = columns;
    this.values = values;
  }

  /**
   * A block.
   *
   * @param values the columns one after the other, each of {@code rows} entries or with room for
   *     more; kept if there is no such room
   */
  static VectorBlock of(int rows, int columns, double[] values) {
    int room = values.length / columns;
    if (rows == room) {
      return new VectorBlock(rows, columns, values);
    }
    double[] held = new double[rows * columns];
    for (int j = 0; j < columns; j++) {
      System.arraycopy(values, j * room, held, j * rows, rows);
    }
    return new VectorBlock(rows, columns, held);
  }

  @Override
  public int rows() {
    return rows;
  }

  /** All coordinates, those of column j from {@link #first} on; not to be changed. */
  double[] values() {
    return values;
  }

  /** Where column j starts. */
  int first(int j) {
    return j * rows;
  }

  /**
   * The squared norms of a view of the rows. Steps come in pairs that see the same view, a search
   * of norms and a sum, so the last ones are kept: 8 bytes per row beside its coordinates.
   *
   * @param view says whether they are the last ones, by {@code equals}
   * @param computed computes them
   * @return one per row; not to be changed
   */
  double[] remembered(Object view, Supplier<double[]> computed) {
    Norms known = norms;
    if (known == null || !known.view.equals(view)) {
      known = new Norms(view, computed.get());
      norms = known;
    }
    return known.squares;
  }

  /** Immutable, so that whoever sees it sees all of it. */
  private static final class Norms {
    private final Object view;
    private final double[] squares;

    Norms(Object view, double[] squares) {
      this.view = view;
      this.squares = squares;
    }
  }

  @Override
  public byte[] toBytes() {
    byte[] bytes = new byte[HEADER + values.length * Double.BYTES];
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putInt(rows).putInt(columns).asDoubleBuffer().put(values);
    return bytes;
  }

  /** What Java serialisation writes instead. */
  private Object writeReplace() {
    return new Packed(toBytes());
  }

  static VectorBlock fromBytes(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int rows = buffer.getInt();
    int columns = buffer.getInt();
    double[] values = new double[rows * columns];
    buffer.asDoubleBuffer().get(values);
    return new VectorBlock(rows, columns, values);
  }

  /** The binary form. */
  private static final class Packed implements Serializable {
    private static final long serialVersionUID = 1L;

    private final byte[] bytes;

    Packed(byte[] bytes) {
      this.bytes = bytes;
    }

    private Object readResolve() {
      return fromBytes(bytes);
    }
  }
}
