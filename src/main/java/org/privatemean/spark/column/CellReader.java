package org.privatemean.spark.column;

import java.io.Serializable;
import java.util.Arrays;
import org.privatemean.rows.InvalidRows;

/** A reader of the vectors of a column, the first field of rows of type R. */
public interface CellReader<R> extends Serializable {
  /** Returns the name of the column in the message about an invalid row. */
  String source();

  /**
   * Reads the first field of a row, and no other; returns true if it is well formed: present, of
   * the length of the buffer, without nulls. Otherwise the content of the buffer is undefined.
   */
  boolean read(R row, double[] buffer);

  /** Reads the first field if it is a well-formed sparse vector; otherwise returns false. */
  default boolean readSparse(R row, SparseBuffer buffer) {
    return false;
  }

  default boolean isWeighted() {
    return false;
  }

  /** Returns the index of the group of a row; 0 without groups. */
  default int group(R row) {
    return 0;
  }

  /** Returns the weight of a row: the number of times it counts. */
  default int weight(R row) {
    return 1;
  }

  /** Reads the first field by the rule for invalid rows; returns true if the row counts. */
  default boolean read(R row, double[] buffer, InvalidRows rule) {
    return read(row, buffer)
        ? rule.apply(buffer, source())
        : rule.applyToMisshapen(buffer, source());
  }

  /** A buffer for the nonzero coordinates of a sparse row. */
  final class SparseBuffer {
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
}
