package org.privatemean.mean;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.privatemean.rows.Block;

/**
 * A tile of lattice vectors stored by column, as 32-bit integers where the public range allows and
 * as 64-bit ones otherwise.
 */
public final class LatticeBlock implements Block {
  private static final long serialVersionUID = 1L;

  private static final int HEADER = 12;

  private final int rows;
  private final int[][] narrow;
  private final long[][] wide;

  private LatticeBlock(int rows, int[][] narrow, long[][] wide) {
    this.rows = rows;
    this.narrow = narrow;
    this.wide = wide;
  }

  static LatticeBlock ofInts(int rows, int[][] columns) {
    return new LatticeBlock(rows, columns, null);
  }

  static LatticeBlock ofLongs(int rows, long[][] columns) {
    return new LatticeBlock(rows, null, columns);
  }

  @Override
  public int rows() {
    return rows;
  }

  /** Number of coordinates of a vector. */
  public int columns() {
    return narrow != null ? narrow.length : wide.length;
  }

  /**
   * Column j as longs.
   *
   * @param scratch at least {@link #rows} long; used unless the column is held as longs
   * @return an array whose first {@link #rows} entries are the column; not to be changed
   */
  public long[] column(int j, long[] scratch) {
    if (wide != null) {
      return wide[j];
    }
    int[] column = narrow[j];
    for (int i = 0; i < rows; i++) {
      scratch[i] = column[i];
    }
    return scratch;
  }

  /** Coordinate j of vector i. */
  public long at(int i, int j) {
    return wide != null ? wide[j][i] : narrow[j][i];
  }

  @Override
  public byte[] toBytes() {
    int width = narrow != null ? Integer.BYTES : Long.BYTES;
    byte[] bytes = new byte[HEADER + rows * columns() * width];
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    buffer.putInt(width).putInt(rows).putInt(columns());
    for (int j = 0; j < columns(); j++) {
      if (narrow != null) {
        buffer.asIntBuffer().put(narrow[j], 0, rows);
      } else {
        buffer.asLongBuffer().put(wide[j], 0, rows);
      }
      buffer.position(buffer.position() + rows * width);
    }
    return bytes;
  }

  /** What Java serialisation writes instead. */
  private Object writeReplace() {
    return new Packed(toBytes());
  }

  static LatticeBlock fromBytes(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int width = buffer.getInt();
    int rows = buffer.getInt();
    int columns = buffer.getInt();
    if (width == Integer.BYTES) {
      int[][] values = new int[columns][rows];
      for (int[] column : values) {
        buffer.asIntBuffer().get(column);
        buffer.position(buffer.position() + rows * width);
      }
      return ofInts(rows, values);
    }
    long[][] values = new long[columns][rows];
    for (long[] column : values) {
      buffer.asLongBuffer().get(column);
      buffer.position(buffer.position() + rows * width);
    }
    return ofLongs(rows, values);
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
