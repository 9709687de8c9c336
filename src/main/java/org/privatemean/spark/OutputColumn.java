package org.privatemean.spark;

import java.util.Arrays;
import org.apache.spark.ml.attribute.AttributeGroup;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;

/** The vector and report columns that models append, in the same way for every stage. */
final class OutputColumn {
  private OutputColumn() {}

  /** Appends a vector column of a dimension, negative if not yet known, to a schema without it. */
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

  /** Appends the report column of a stage, text that is never null, if it has a name. */
  public static StructType appendReport(StructType schema, Params stage, Param<String> reportCol) {
    if (!stage.isDefined(reportCol)) {
      return schema;
    }
    String name = stage.getOrDefault(reportCol);
    checkNew(schema, "reportCol", name);
    return schema.add(name, DataTypes.StringType, false);
  }

  public static Dataset<Row> appendReport(
      Dataset<Row> rows, Params stage, Param<String> reportCol, String report) {
    return stage.isDefined(reportCol)
        ? rows.withColumn(stage.getOrDefault(reportCol), functions.lit(report))
        : rows;
  }

  /** Refuses a schema that has a column of the name that a param holds. */
  public static void checkNew(StructType schema, String param, String name) {
    if (Arrays.asList(schema.fieldNames()).contains(name)) {
      throw new ParamException(
          param,
          String.format("Output column %s already exists", Refusal.literal(name)),
          "set {" + param + "} to another");
    }
  }

  public static Dataset<Row> append(
      Dataset<?> rows, StructType schema, String name, Column vectors) {
    return rows.withColumn(name, vectors.as(name, schema.apply(name).metadata()));
  }
}
