package org.privatemean.spark.column;

import java.util.Arrays;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.privatemean.spark.column.CellReader.SparseBuffer;

/**
 * The definition of a well-formed cell of a column of vectors, for all forms of Spark's rows, so
 * every access path gives the same bits. S are rows and structs, A are arrays in them.
 *
 * <p>An ml Vector is a struct (type, size, indices, values): type 0 is sparse, type 1 dense, with
 * null size and indices. A file read as vectors bypasses Spark's checks, and an array in Spark's
 * internal form has no bounds check, so lengths and indices are checked here first.
 */
abstract class VectorReader<S, A> implements CellReader<S> {
  private static final long serialVersionUID = 1L;

  static final int TYPE = 0;
  static final int SIZE = 1;
  static final int INDICES = 2;
  static final int VALUES = 3;

  static final int FIELDS = 4;

  private static final byte SPARSE = 0;
  private static final byte DENSE = 1;

  enum VectorKind {
    VECTOR,
    DOUBLES,
    FLOATS;

    /** Returns the kind of a type, or null if a column of vectors cannot have it. */
    static VectorKind fromType(DataType type) {
      if (type.equals(SQLDataTypes.VectorType())) {
        return VECTOR;
      }
      DataType element = type instanceof ArrayType array ? array.elementType() : DataTypes.NullType;
      if (element.equals(DataTypes.DoubleType)) {
        return DOUBLES;
      }
      return element.equals(DataTypes.FloatType) ? FLOATS : null;
    }
  }

  /** The field of the group, if the weight is in the one after it. */
  private static final int GROUP = 1;

  private final VectorKind kind;

  /** The field of the weight: 1, or 2 after a group; 0 without one. */
  final int weightField;

  private final String source;

  VectorReader(String name, VectorKind kind, int weightField) {
    this.kind = kind;
    this.weightField = weightField;
    this.source = "Input column " + name;
  }

  final VectorKind kind() {
    return kind;
  }

  @Override
  public final String source() {
    return source;
  }

  @Override
  public final boolean isWeighted() {
    return weightField > 0;
  }

  @Override
  public final int group(S row) {
    return weightField > GROUP ? intAt(row, GROUP) : 0;
  }

  @Override
  public final int weight(S row) {
    return isWeighted() ? intAt(row, weightField) : 1;
  }

  @Override
  public final boolean read(S row, double[] buffer) {
    if (isNull(row, 0)) {
      return false;
    }
    return kind == VectorKind.VECTOR
        ? readVector(struct(row, 0), buffer)
        : readArray(array(row, 0), buffer);
  }

  private boolean readVector(S vector, double[] buffer) {
    if (isNull(vector, TYPE) || isNull(vector, VALUES)) {
      return false;
    }
    A values = array(vector, VALUES);
    return switch (byteAt(vector, TYPE)) {
      case DENSE -> readArray(values, buffer);
      case SPARSE -> readSparse(vector, values, buffer);
      default -> false;
    };
  }

  private boolean readArray(A values, double[] buffer) {
    if (length(values) != buffer.length || hasNull(values)) {
      return false;
    }
    copy(values, buffer);
    return true;
  }

  private boolean readSparse(S vector, A values, double[] buffer) {
    SparseBuffer sparse = new SparseBuffer(buffer.length);
    if (!readSparse(vector, values, sparse)) {
      return false;
    }
    Arrays.fill(buffer, 0);
    for (int k = 0; k < sparse.count(); k++) {
      buffer[sparse.indices()[k]] = sparse.values()[k];
    }
    return true;
  }

  @Override
  public final boolean readSparse(S row, SparseBuffer buffer) {
    if (kind != VectorKind.VECTOR || isNull(row, 0)) {
      return false;
    }
    S vector = struct(row, 0);
    return !isNull(vector, TYPE)
        && byteAt(vector, TYPE) == SPARSE
        && !isNull(vector, VALUES)
        && readSparse(vector, array(vector, VALUES), buffer);
  }

  private boolean readSparse(S vector, A values, SparseBuffer buffer) {
    int dimension = buffer.dimension();
    if (isNull(vector, SIZE) || intAt(vector, SIZE) != dimension || isNull(vector, INDICES)) {
      return false;
    }
    A indices = array(vector, INDICES);
    int length = length(indices);
    if (length(values) != length || hasNull(indices) || hasNull(values)) {
      return false;
    }
    buffer.clear(length);
    int last = -1;
    for (int k = 0; k < length; k++) {
      int index = intOf(indices, k);
      if (index <= last || index >= dimension) {
        return false;
      }
      buffer.add(index, doubleOf(values, k));
      last = index;
    }
    return true;
  }

  abstract boolean isNull(S struct, int field);

  abstract S struct(S row, int field);

  abstract A array(S struct, int field);

  abstract byte byteAt(S struct, int field);

  abstract int intAt(S struct, int field);

  abstract int length(A array);

  abstract boolean hasNull(A array);

  abstract int intOf(A array, int k);

  abstract double doubleOf(A array, int k);

  /** Copies an array of this column's kind, without nulls. */
  abstract void copy(A values, double[] buffer);
}
