package org.privatemean.mean;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Rows stored by their nonzero coordinates, 12 bytes each; not a record, for Kryo. */
final class SparseRows {
  private static final int ENTRY_BYTES = Integer.BYTES + Double.BYTES;

  /** Row i has the entries from index {@code starts[i]} to {@code starts[i + 1]}. */
  private final int[] starts;

  private final int[] indices;
  private final double[] values;

  private SparseRows(int[] starts, int[] indices, double[] values) {
    this.starts = starts;
    this.indices = indices;
    this.values = values;
  }

  /** Returns the coordinates of all entries; not to be changed. */
  public int[] indices() {
    return indices;
  }

  /** Returns the values of all entries; not to be changed. */
  public double[] values() {
    return values;
  }

  public int count() {
    return starts.length - 1;
  }

  /** Returns the index of the first entry of a row, or one more than the last of the row before. */
  public int start(int row) {
    return starts[row];
  }

  public int bytes() {
    return (1 + starts.length) * Integer.BYTES + values.length * ENTRY_BYTES;
  }

  public void putTo(ByteBuffer buffer) {
    buffer.putInt(starts.length);
    buffer.asIntBuffer().put(starts).put(indices);
    buffer.position(buffer.position() + (starts.length + indices.length) * Integer.BYTES);
    buffer.asDoubleBuffer().put(values);
    buffer.position(buffer.position() + values.length * Double.BYTES);
  }

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

  /** Builder of rows, for one thread. */
  public static final class Builder {
    /** Number of entries after which rows are built: 3 MiB with their indices. */
    private static final int FULL = 1 << 18;

    /** Number of rows after which they are built, for any number of entries. */
    private static final int MOST_ROWS = 1 << 16;

    private static final int FIRST_ROWS = 1 << 10;

    private int[] starts = new int[FIRST_ROWS];
    private int[] indices = new int[FULL / 4];
    private double[] values = new double[FULL / 4];
    private int rows;

    public int rows() {
      return rows;
    }

    /** True if the rows should be built before the next one is added. */
    public boolean isFull() {
      return starts[rows] >= FULL || rows >= MOST_ROWS;
    }

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

    /** Adds a row of the given coordinates, ascending, and their values; all others are 0. */
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
