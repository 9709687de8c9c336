package org.privatemean.spark;

import java.util.Arrays;
import org.apache.spark.ml.attribute.AttributeGroup;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;

/** The vector and report columns that models append, in the same way for every stage. */
final class OutputColumn {
  private OutputColumn() {}

  /**
   * Appends a vector column to a schema.
   *
   * @param dimension number of coordinates, or negative if not yet known
   * @throws IllegalArgumentException if the schema has a column of that name
   */
  public static StructType append(StructType schema, String name, int dimension) {
    return append(schema, name, dimension, false);
  }

  public static StructType append(StructType schema, String name, int dimension, boolean nullable) {
    checkNew(schema, "outputCol", name);
    AttributeGroup group =
        dimension < 0 ? new AttributeGroup(name) : new AttributeGroup(name, dimension);
    StructField field = group.toStructField();
    return schema.add(field.name(), field.dataType(), nullable, field.metadata());
  }

  /** Appends the report column, text that is never null, to a schema. */
  public static StructType appendReport(StructType schema, String name) {
    checkNew(schema, "reportCol", name);
    return schema.add(name, DataTypes.StringType, false);
  }

  /**
   * Checks that a schema has no column of the name that a param holds.
   *
   * @throws IllegalArgumentException if it has one
   */
  public static void checkNew(StructType schema, String param, String name) {
    if (Arrays.asList(schema.fieldNames()).contains(name)) {
      throw new ParamException(
          param,
          String.format("Output column %s already exists", Refusal.literal(name)),
          "set {" + param + "} to another");
    }
  }

  /** Appends the vector column of a schema to rows. */
  public static Dataset<Row> append(
      Dataset<?> rows, StructType schema, String name, Column vectors) {
    return rows.withColumn(name, vectors.as(name, schema.apply(name).metadata()));
  }
}
