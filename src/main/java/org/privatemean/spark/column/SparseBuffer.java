package org.privatemean.spark.column;

import java.util.Arrays;

/** Room for the coordinates of a sparse row that are not 0. */
public final class SparseBuffer {
  private final int dimension;
  private int[] indices = new int[0];
  private double[] values = new double[0];
  private int count;

  /** For rows of this many coordinates. */
  public SparseBuffer(int dimension) {
    this.dimension = dimension;
  }

  /** Number of coordinates of a row. */
  int dimension() {
    return dimension;
  }

  /** Makes room, and forgets the last row. */
  void clear(int most) {
    if (most > indices.length) {
      indices = Arrays.copyOf(indices, most);
      values = Arrays.copyOf(values, most);
    }
    count = 0;
  }

  void add(int index, double value) {
    indices[count] = index;
    values[count] = value;
    count++;
  }

  /** Returns the indices of the coordinates, ascending: the first {@link #count} of the array. */
  public int[] indices() {
    return indices;
  }

  /** The coordinates, likewise. */
  public double[] values() {
    return values;
  }

  /** Returns how many there are. */
  public int count() {
    return count;
  }
}
