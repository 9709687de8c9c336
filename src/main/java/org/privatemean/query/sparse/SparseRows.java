package org.privatemean.query.sparse;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Some rows by their coordinates that are not 0, in the order of the coordinates: 12 bytes each.
 * What is held of a row follows from its values alone, however it came.
 */
public final class SparseRows {
  private static final int ENTRY_BYTES = Integer.BYTES + Double.BYTES;

  /** Row i has the entries from number {@code starts[i]} to {@code starts[i + 1]}. */
  private final int[] starts;

  private final int[] indices;
  private final double[] values;

  private SparseRows(int[] starts, int[] indices, double[] values) {
    this.starts = starts;
    this.indices = indices;
    this.values = values;
  }

  /** Number of rows. */
  public int count() {
    return starts.length - 1;
  }

  /** Number of the first entry of a row; that of row {@link #count} is one more than the last. */
  public int start(int row) {
    return starts[row];
  }

  /** The coordinates of all entries; not to be changed. */
  public int[] indices() {
    return indices;
  }

  /** The values of all entries; not to be changed. */
  public double[] values() {
    return values;
  }

  /** Bytes of {@link #putTo}. */
  public int bytes() {
    return (1 + starts.length) * Integer.BYTES + values.length * ENTRY_BYTES;
  }

  /** Writes them in binary form. */
  public void putTo(ByteBuffer buffer) {
    buffer.putInt(starts.length);
    buffer.asIntBuffer().put(starts).put(indices);
    buffer.position(buffer.position() + (starts.length + indices.length) * Integer.BYTES);
    buffer.asDoubleBuffer().put(values);
    buffer.position(buffer.position() + values.length * Double.BYTES);
  }

  /** Reads what {@link #putTo} wrote. */
  public static SparseRows readFrom(ByteBuffer buffer) {
    int[] starts = ints(buffer, buffer.getInt());
    int[] indices = ints(buffer, starts[starts.length - 1]);
    double[] values = new double[indices.length];
    buffer.asDoubleBuffer().get(values);
    buffer.position(buffer.position() + values.length * Double.BYTES);
    return new SparseRows(starts, indices, values);
  }

  private static int[] ints(ByteBuffer buffer, int count) {
    int[] ints = new int[count];
    buffer.asIntBuffer().get(ints);
    buffer.position(buffer.position() + count * Integer.BYTES);
    return ints;
  }

  /** Collects rows; used by one thread. */
  public static final class Builder {
    /** Entries after which rows are built: with their indices 3 MiB. */
    private static final int FULL = 1 << 18;

    /** Rows after which they are built, however few entries they have. */
    private static final int MOST_ROWS = 1 << 16;

    private static final int FIRST_ROWS = 1 << 10;

    private int[] starts = new int[FIRST_ROWS];
    private int[] indices = new int[FULL / 4];
    private double[] values = new double[FULL / 4];
    private int rows;

    /** Number of rows so far. */
    public int rows() {
      return rows;
    }

    /** True if the rows should be built before the next one. */
    public boolean isFull() {
      return starts[rows] >= FULL || rows >= MOST_ROWS;
    }

    /** Adds a row of all coordinates. */
    public void add(double[] row) {
      begin(row.length);
      int end = starts[rows];
      for (int j = 0; j < row.length; j++) {
        if (row[j] != 0) {
          indices[end] = j;
          values[end++] = row[j];
        }
      }
      end(end);
    }

    /**
     * Adds a row.
     *
     * @param coordinates ascending
     * @param of theirs, finite; all others are 0
     * @param count how many there are
     */
    public void add(int[] coordinates, double[] of, int count) {
      begin(count);
      int end = starts[rows];
      for (int k = 0; k < count; k++) {
        if (of[k] != 0) {
          indices[end] = coordinates[k];
          values[end++] = of[k];
        }
      }
      end(end);
    }

    private void begin(int most) {
      int needed = Math.addExact(starts[rows], most);
      if (needed > values.length) {
        int room = (int) Math.max(needed, Math.min(2L * values.length, FULL + (long) most));
        indices = Arrays.copyOf(indices, room);
        values = Arrays.copyOf(values, room);
      }
    }

    private void end(int end) {
      rows++;
      if (rows == starts.length) {
        starts = Arrays.copyOf(starts, 2 * rows);
      }
      starts[rows] = end;
    }

    /** The rows so far; none afterwards. */
    public SparseRows build() {
      int entries = starts[rows];
      SparseRows built =
          new SparseRows(
              Arrays.copyOf(starts, rows + 1),
              Arrays.copyOf(indices, entries),
              Arrays.copyOf(values, entries));
      rows = 0;
      return built;
    }
  }
}
