package org.privatemean.mean;

import java.lang.reflect.Array;
import java.util.Map;
import java.util.function.Supplier;
import org.privatemean.rows.Block;

/** Block in primitive arrays that caches the last requested norms of its rows. */
abstract class ArrayBlock implements Block {
  private static final long serialVersionUID = 1L;

  /** The last requested norms, in one immutable object: two tasks may write it, both correctly. */
  private transient Map.Entry<Object, double[]> norms;

  /** Returns one norm per row, not to be changed: passes come in pairs around the same centre. */
  protected final double[] cached(Object key, Supplier<double[]> computed) {
    Map.Entry<Object, double[]> known = norms;
    if (known == null || !known.getKey().equals(key)) {
      known = Map.entry(key, computed.get());
      norms = known;
    }
    return known.getValue();
  }

  /** Returns an array of columns of some rows, without the extra room of each column. */
  protected static Object withoutRoom(Object values, int rows, int columns) {
    int room = Array.getLength(values) / columns;
    if (rows == room) {
      return values;
    }
    Object held = Array.newInstance(values.getClass().getComponentType(), rows * columns);
    for (int j = 0; j < columns; j++) {
      System.arraycopy(values, j * room, held, j * rows, rows);
    }
    return held;
  }

  /** Number of rows of each block: a full one is a large array, which collectors never copy. */
  static final class BlockSize {
    private static final int BYTES = 1 << 22;
    private static final int HEADER = 16;

    /** Minimum number of rows, so that loops over rows remain efficient. */
    private static final int MIN_ROWS = 16;

    private final int rowBytes;
    private int bytes = BYTES / 4;

    /** Creates the sizes for one partition; {@code width} is the bytes of a coordinate. */
    public BlockSize(int columns, int width) {
      this.rowBytes = Math.multiplyExact(columns, width);
    }

    /** Returns the number of rows of the next block: each is twice as large as the previous one. */
    public int nextRows() {
      int rows = rowsIn(bytes);
      bytes = Math.min(BYTES, 2 * bytes);
      return rows;
    }

    public int mostRows() {
      return rowsIn(BYTES);
    }

    private int rowsIn(int bytes) {
      return Math.max(MIN_ROWS, (bytes - HEADER) / rowBytes);
    }
  }
}
