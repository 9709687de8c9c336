package org.privatemean.spark.column;

import java.io.Serializable;
import java.util.Arrays;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;

/** What could go wrong in a reader: to show that a test of readers would see it. */
enum Fault implements Serializable {
  /** Nothing. */
  NONE,
  /** One row of all, deep in the first task, is read as the row before it. */
  COPIES_ONE_ROW,
  /** An index of a sparse vector that is too large is taken as one of the coordinates. */
  WRAPS_INDICES,
  /** An index of a sparse vector is used as it is. */
  TRUSTS_INDICES;

  private static final int COPIED = 100;

  /** A reader with this fault. */
  CellReader<InternalRow> in(CellReader<InternalRow> reader) {
    return this == NONE ? reader : new Faulty(this, reader);
  }

  private static final class Faulty implements CellReader<InternalRow> {
    private static final long serialVersionUID = 1L;

    private static final int FIELDS = 4;
    private static final int INDICES = 2;
    private static final int VALUES = 3;

    private final Fault fault;
    private final CellReader<InternalRow> reader;
    private int rows;
    private double[] before;
    private boolean valid;

    Faulty(Fault fault, CellReader<InternalRow> reader) {
      this.fault = fault;
      this.reader = reader;
    }

    @Override
    public String source() {
      return reader.source();
    }

    @Override
    public boolean read(InternalRow row, double[] buffer) {
      if (fault == COPIES_ONE_ROW) {
        return copying(row, buffer);
      }
      if (!isSparse(row)) {
        return reader.read(row, buffer);
      }
      InternalRow vector = row.getStruct(0, FIELDS);
      ArrayData indices = vector.getArray(INDICES);
      ArrayData values = vector.getArray(VALUES);
      Arrays.fill(buffer, 0);
      for (int k = 0; k < Math.min(indices.numElements(), values.numElements()); k++) {
        int index = indices.getInt(k);
        buffer[fault == WRAPS_INDICES ? Math.floorMod(index, buffer.length) : index] =
            values.getDouble(k);
      }
      return true;
    }

    private static boolean isSparse(InternalRow row) {
      if (row.isNullAt(0)) {
        return false;
      }
      InternalRow vector = row.getStruct(0, FIELDS);
      return vector.getByte(0) == 0 && !vector.isNullAt(INDICES) && !vector.isNullAt(VALUES);
    }

    private boolean copying(InternalRow row, double[] buffer) {
      boolean copied = ++rows == COPIED && TaskContext.getPartitionId() == 0;
      if (copied) {
        System.arraycopy(before, 0, buffer, 0, buffer.length);
        return valid;
      }
      valid = reader.read(row, buffer);
      before = buffer.clone();
      return valid;
    }
  }
}
