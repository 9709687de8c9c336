package org.privatemean.mean;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.privatemean.rows.Block;

/** A tile of vectors as they are, in doubles, stored by column. */
public final class VectorBlock implements Block {
  private static final long serialVersionUID = 1L;

  private static final int HEADER = 8;

  private final int rows;
  private final double[][] columns;

  /** The squared norms that were last asked for. Two tasks may write it: each writes what is so. */
  private transient Norms norms;

  VectorBlock(int rows, double[][] columns) {
    this.rows = rows;
    this.columns = columns;
  }

  @Override
  public int rows() {
    return rows;
  }

  /**
   * Column j: its first {@link #rows} entries are coordinate j of the vectors; not to be changed.
   */
  double[] column(int j) {
    return columns[j];
  }

  /**
   * The squared norms of a view of the rows. Steps come in pairs that see the same view, a search
   * of norms and a sum, so the last ones are kept: 8 bytes a row beside its coordinates.
   *
   * @return one a row; not to be changed
   */
  double[] squaredNorms(RowView view) {
    Norms known = norms;
    if (known == null || !known.view.equals(view)) {
      known = new Norms(view, view.computeSquaredNorms(this));
      norms = known;
    }
    return known.squares;
  }

  /** Immutable, so that whoever sees it sees all of it. */
  private static final class Norms {
    private final RowView view;
    private final double[] squares;

    Norms(RowView view, double[] squares) {
      this.view = view;
      this.squares = squares;
    }
  }

  @Override
  public byte[] toBytes() {
    byte[] bytes = new byte[HEADER + rows * columns.length * Double.BYTES];
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putInt(rows).putInt(columns.length);
    for (double[] column : columns) {
      buffer.asDoubleBuffer().put(column, 0, rows);
      buffer.position(buffer.position() + rows * Double.BYTES);
    }
    return bytes;
  }

  /** What Java serialisation writes instead. */
  private Object writeReplace() {
    return new Packed(toBytes());
  }

  static VectorBlock fromBytes(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int rows = buffer.getInt();
    double[][] columns = new double[buffer.getInt()][rows];
    for (double[] column : columns) {
      buffer.asDoubleBuffer().get(column);
      buffer.position(buffer.position() + rows * Double.BYTES);
    }
    return new VectorBlock(rows, columns);
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
