package org.privatemean.spark.column;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.attribute.AttributeGroup;
import org.apache.spark.ml.linalg.DenseVector;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** A column of vectors: ml Vector (dense or sparse), array of double or array of float. */
public final class VectorColumn implements CellReader<Row> {
  private static final long serialVersionUID = 1L;

  private final String name;
  private final boolean array;

  private VectorColumn(String name, boolean array) {
    this.name = name;
    this.array = array;
  }

  /**
   * Finds the column.
   *
   * @throws IllegalArgumentException if it is missing or of another type
   */
  public static VectorColumn of(StructType schema, String name) {
    DataType type = field(schema, name).dataType();
    if (type.equals(SQLDataTypes.VectorType())) {
      return new VectorColumn(name, false);
    }
    if (type instanceof ArrayType arrayType
        && (arrayType.elementType().equals(DataTypes.DoubleType)
            || arrayType.elementType().equals(DataTypes.FloatType))) {
      return new VectorColumn(name, true);
    }
    throw new IllegalArgumentException(
        String.format(
            "Input column %s is not of required type: it must be a vector, array<double> or"
                + " array<float>, but is %s",
            name, type.simpleString()));
  }

  /**
   * A field of a schema.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public static StructField field(StructType schema, String name) {
    if (!Arrays.asList(schema.fieldNames()).contains(name)) {
      throw new IllegalArgumentException(
          String.format(
              "Input column %s does not exist. Available: %s",
              name, String.join(", ", schema.fieldNames())));
    }
    return schema.apply(name);
  }

  /**
   * Checks that a column can identify users: two ids must never become one text, and no id may be a
   * function of a row's vector.
   *
   * @throws IllegalArgumentException if it is missing or of another type than strings and integers
   */
  public static void checkIds(StructType schema, String name) {
    DataType type = field(schema, name).dataType();
    List<DataType> identifying =
        List.of(
            DataTypes.StringType,
            DataTypes.LongType,
            DataTypes.IntegerType,
            DataTypes.ShortType,
            DataTypes.ByteType);
    if (!identifying.contains(type)) {
      throw new IllegalArgumentException(
          String.format(
              "idCol: column %s must hold strings or integers, but is %s: cast it (binary ids with hex)",
              name, type.simpleString()));
    }
  }

  /** The size that the column's metadata declares, or -1. */
  public static int declaredSize(StructType schema, String name) {
    StructField field = field(schema, name);
    return field.dataType().equals(SQLDataTypes.VectorType())
        ? AttributeGroup.fromStructField(field).size()
        : -1;
  }

  @Override
  public String name() {
    return name;
  }

  /** The column, whatever characters its name has. */
  public Column column() {
    return quoted(name);
  }

  /** A column, whatever characters its name has. */
  public static Column quoted(String name) {
    return functions.col("`" + name.replace("`", "``") + "`");
  }

  @Override
  public boolean read(Row row, double[] buffer) {
    if (row.isNullAt(0)) {
      return false;
    }
    return array ? readList(row.getList(0), buffer) : readVector((Vector) row.get(0), buffer);
  }

  private static boolean readVector(Vector vector, double[] buffer) {
    if (vector.size() != buffer.length) {
      return false;
    }
    if (vector instanceof DenseVector dense) {
      System.arraycopy(dense.values(), 0, buffer, 0, buffer.length);
    } else {
      SparseVector sparse = (SparseVector) vector;
      Arrays.fill(buffer, 0);
      for (int k = 0; k < sparse.indices().length; k++) {
        buffer[sparse.indices()[k]] = sparse.values()[k];
      }
    }
    return true;
  }

  private static boolean readList(List<?> list, double[] buffer) {
    if (list.size() != buffer.length) {
      return false;
    }
    int j = 0;
    for (Object element : list) {
      if (element == null) {
        return false;
      }
      buffer[j++] = ((Number) element).doubleValue();
    }
    return true;
  }
}
