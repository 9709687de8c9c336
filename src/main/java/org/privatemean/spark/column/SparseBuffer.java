package org.privatemean.spark.column;

import java.util.Arrays;

/** A buffer for the nonzero coordinates of a sparse row. */
public final class SparseBuffer {
  private final int dimension;
  private int[] indices = new int[0];
  private double[] values = new double[0];
  private int count;

  public SparseBuffer(int dimension) {
    this.dimension = dimension;
  }

  int dimension() {
    return dimension;
  }

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

  public int[] indices() {
    return indices;
  }

  public double[] values() {
    return values;
  }

  public int count() {
    return count;
  }
}
