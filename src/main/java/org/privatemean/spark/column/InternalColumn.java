package org.privatemean.spark.column;

import java.util.Arrays;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.UserDefinedType;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.bitset.BitSetMethods;

/** A column of vectors in Spark's internal form. It creates no object per row or vector. */
public final class InternalColumn extends VectorReader<InternalRow, ArrayData> {
  private static final long serialVersionUID = 1L;

  InternalColumn(String name, VectorKind kind, int weightField) {
    super(name, kind, weightField);
  }

  /** Reads each kind of vector; throws an exception or a LinkageError if this Spark has others. */
  public static void probe() {
    double[] vector = {0, -1.5, 0};
    check(SQLDataTypes.VectorType(), serialize(Vectors.dense(vector)), vector);
    check(SQLDataTypes.VectorType(), serialize(Vectors.dense(vector).toSparse()), vector);
    UnsafeArrayData doubles = UnsafeArrayData.fromPrimitiveArray(vector);
    check(DataTypes.createArrayType(DataTypes.DoubleType), doubles, vector);
    check(
        DataTypes.createArrayType(DataTypes.FloatType),
        UnsafeArrayData.fromPrimitiveArray(new float[] {0, -1.5f, 0}),
        vector);
    doubles.setNullAt(1);
    if (read(DataTypes.createArrayType(DataTypes.DoubleType), doubles, vector)) {
      throw otherForm();
    }
  }

  @SuppressWarnings("unchecked")
  private static Object serialize(Vector vector) {
    return ((UserDefinedType<Vector>) SQLDataTypes.VectorType()).serialize(vector);
  }

  private static void check(DataType type, Object field, double[] expected) {
    double[] read = new double[expected.length];
    if (!read(type, field, read) || !Arrays.equals(read, expected)) {
      throw otherForm();
    }
  }

  private static boolean read(DataType type, Object field, double[] buffer) {
    return new InternalColumn("", VectorKind.fromType(type), 0)
        .read(new GenericInternalRow(new Object[] {field}), buffer);
  }

  private static IllegalStateException otherForm() {
    return new IllegalStateException("vectors have another internal form in this Spark");
  }

  @Override
  boolean isNull(InternalRow struct, int field) {
    return struct.isNullAt(field);
  }

  @Override
  InternalRow struct(InternalRow row, int field) {
    return row.getStruct(field, FIELDS);
  }

  @Override
  ArrayData array(InternalRow struct, int field) {
    return struct.getArray(field);
  }

  @Override
  byte byteAt(InternalRow struct, int field) {
    return struct.getByte(field);
  }

  @Override
  int intAt(InternalRow struct, int field) {
    return struct.getInt(field);
  }

  @Override
  int length(ArrayData array) {
    return array.numElements();
  }

  @Override
  boolean hasNull(ArrayData array) {
    if (array instanceof UnsafeArrayData unsafe) {
      // An unsafe array is its length, one null bit per element, and elements.
      int length = array.numElements();
      long bits = UnsafeArrayData.calculateHeaderPortionInBytes(length) - (long) Long.BYTES;
      return BitSetMethods.anySet(
          unsafe.getBaseObject(), unsafe.getBaseOffset() + Long.BYTES, bits / Long.BYTES);
    }
    for (int k = 0; k < array.numElements(); k++) {
      if (array.isNullAt(k)) {
        return true;
      }
    }
    return false;
  }

  @Override
  int intOf(ArrayData array, int k) {
    return array.getInt(k);
  }

  @Override
  double doubleOf(ArrayData array, int k) {
    return array.getDouble(k);
  }

  @Override
  void copy(ArrayData values, double[] buffer) {
    if (kind() == VectorKind.FLOATS) {
      for (int j = 0; j < buffer.length; j++) {
        buffer[j] = values.getFloat(j);
      }
    } else if (values instanceof UnsafeArrayData unsafe) {
      Platform.copyMemory(
          unsafe.getBaseObject(),
          unsafe.getBaseOffset() + UnsafeArrayData.calculateHeaderPortionInBytes(buffer.length),
          buffer,
          Platform.DOUBLE_ARRAY_OFFSET,
          (long) buffer.length * Double.BYTES);
    } else {
      for (int j = 0; j < buffer.length; j++) {
        buffer[j] = values.getDouble(j);
      }
    }
  }
}
