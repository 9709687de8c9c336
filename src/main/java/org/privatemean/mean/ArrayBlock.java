package org.privatemean.mean;

import java.lang.reflect.Array;
import java.util.function.Supplier;
import org.privatemean.rows.Block;

/** Block in primitive arrays that caches the last requested norms of its rows. */
abstract class ArrayBlock implements Block {
  private static final long serialVersionUID = 1L;

  /** The last requested norms. Two tasks may write it; both write correct values. */
  private transient CachedNorms norms;

  /** Returns one norm per row, not to be changed: passes come in pairs around the same centre. */
  protected final double[] cached(Object key, Supplier<double[]> computed) {
    CachedNorms known = norms;
    if (known == null || !known.key.equals(key)) {
      known = new CachedNorms(key, computed.get());
      norms = known;
    }
    return known.values;
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

  /** Immutable, so that it is safely published without synchronization. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record CachedNorms(Object key, double[] values) {}
}
