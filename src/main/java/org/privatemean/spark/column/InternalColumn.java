package org.privatemean.spark.column;

import java.util.Arrays;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.UserDefinedType;
import org.apache.spark.unsafe.Platform;

/**
 * A column of vectors as Spark holds them inside a query: no object is made of a row or vector.
 *
 * <p>An ml Vector is there a struct (type, size, indices, values), of type 0 where it is sparse and
 * 1, with null size and indices, where it is dense.
 */
public final class InternalColumn implements CellReader<InternalRow> {
  private static final long serialVersionUID = 1L;

  private static final int FIELDS = 4;
  private static final int SIZE = 1;
  private static final int INDICES = 2;
  private static final int VALUES = 3;
  private static final byte SPARSE = 0;

  private enum Kind {
    VECTOR,
    DOUBLES,
    FLOATS
  }

  private final String name;
  private final Kind kind;

  private InternalColumn(String name, Kind kind) {
    this.name = name;
    this.kind = kind;
  }

  /** The internal form of a column of ml Vectors, or of arrays of doubles or of floats. */
  public static InternalColumn of(String name, DataType type) {
    if (type instanceof ArrayType array) {
      boolean single = array.elementType().equals(DataTypes.FloatType);
      return new InternalColumn(name, single ? Kind.FLOATS : Kind.DOUBLES);
    }
    return new InternalColumn(name, Kind.VECTOR);
  }

  /**
   * Reads a vector of each kind that this Spark has put in its internal form.
   *
   * @throws RuntimeException or LinkageError if this Spark has another form or other classes
   */
  public static void probe() {
    double[] vector = {0, -1.5, 0};
    check(SQLDataTypes.VectorType(), serialized(Vectors.dense(vector)), vector);
    check(SQLDataTypes.VectorType(), serialized(Vectors.dense(vector).toSparse()), vector);
    check(
        DataTypes.createArrayType(DataTypes.DoubleType),
        UnsafeArrayData.fromPrimitiveArray(vector),
        vector);
    check(
        DataTypes.createArrayType(DataTypes.FloatType),
        UnsafeArrayData.fromPrimitiveArray(new float[] {0, -1.5f, 0}),
        vector);
  }

  @SuppressWarnings("unchecked")
  private static Object serialized(Vector vector) {
    return ((UserDefinedType<Vector>) SQLDataTypes.VectorType()).serialize(vector);
  }

  private static void check(DataType type, Object field, double[] expected) {
    double[] read = new double[expected.length];
    boolean wellFormed = of("", type).read(new GenericInternalRow(new Object[] {field}), read);
    if (!wellFormed || !Arrays.equals(read, expected)) {
      throw new IllegalStateException("vectors have another internal form in this Spark");
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean read(InternalRow row, double[] buffer) {
    if (row.isNullAt(0)) {
      return false;
    }
    return switch (kind) {
      case VECTOR -> readVector(row.getStruct(0, FIELDS), buffer);
      case DOUBLES -> readDoubles(row.getArray(0), buffer);
      case FLOATS -> readFloats(row.getArray(0), buffer);
    };
  }

  private static boolean readVector(InternalRow vector, double[] buffer) {
    ArrayData values = vector.getArray(VALUES);
    if (vector.getByte(0) != SPARSE) {
      return copyDoubles(values, buffer);
    }
    if (vector.getInt(SIZE) != buffer.length) {
      return false;
    }
    ArrayData indices = vector.getArray(INDICES);
    Arrays.fill(buffer, 0);
    for (int k = 0; k < indices.numElements(); k++) {
      buffer[indices.getInt(k)] = values.getDouble(k);
    }
    return true;
  }

  /** Copies an array that holds no null. */
  private static boolean copyDoubles(ArrayData values, double[] buffer) {
    int length = values.numElements();
    if (length != buffer.length) {
      return false;
    }
    if (values instanceof UnsafeArrayData unsafe) {
      Platform.copyMemory(
          unsafe.getBaseObject(),
          unsafe.getBaseOffset() + UnsafeArrayData.calculateHeaderPortionInBytes(length),
          buffer,
          Platform.DOUBLE_ARRAY_OFFSET,
          (long) length * Double.BYTES);
    } else {
      for (int j = 0; j < length; j++) {
        buffer[j] = values.getDouble(j);
      }
    }
    return true;
  }

  private static boolean readDoubles(ArrayData values, double[] buffer) {
    return values.numElements() == buffer.length && !hasNull(values) && copyDoubles(values, buffer);
  }

  private static boolean readFloats(ArrayData values, double[] buffer) {
    if (values.numElements() != buffer.length || hasNull(values)) {
      return false;
    }
    for (int j = 0; j < buffer.length; j++) {
      buffer[j] = values.getFloat(j);
    }
    return true;
  }

  private static boolean hasNull(ArrayData values) {
    for (int j = 0; j < values.numElements(); j++) {
      if (values.isNullAt(j)) {
        return true;
      }
    }
    return false;
  }
}
