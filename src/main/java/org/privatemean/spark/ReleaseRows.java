package org.privatemean.spark;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.privatemean.privacy.Charge;
import org.privatemean.release.Field.SavedColumn;
import org.privatemean.release.Release;
import org.privatemean.release.ReleaseSchema;

/** Releases as rows of a table, with the columns of {@link ReleaseSchema}. */
final class ReleaseRows {
  private static final StructType CHARGE =
      new StructType()
          .add("step", DataTypes.StringType)
          .add("rho", DataTypes.DoubleType)
          .add("delta", DataTypes.DoubleType);

  private ReleaseRows() {}

  /** Returns the type of the rows. */
  public static StructType schema() {
    StructType schema = new StructType();
    for (SavedColumn column : ReleaseSchema.columns()) {
      schema = schema.add(column.name(), type(column.type()));
    }
    return schema;
  }

  /** Returns the row of a release. */
  public static Row create(Release release) {
    return RowFactory.create(
        ReleaseSchema.columns().stream()
            .map(column -> cell(column.type(), column.value(release)))
            .toArray());
  }

  /** Returns the format version of a row. */
  public static int version(Row row) {
    return row.getInt(row.fieldIndex(ReleaseSchema.VERSION));
  }

  /**
   * Returns the release of a row, with columns in any order.
   *
   * @throws IllegalArgumentException if the row lacks a required value
   */
  public static Release release(Row row) {
    List<String> names = Arrays.asList(row.schema().fieldNames());
    return ReleaseSchema.read(
        column -> {
          int index = names.indexOf(column.name());
          return index < 0 || row.isNullAt(index) ? null : value(column.type(), row, index);
        });
  }

  private static DataType type(SavedColumn.Type type) {
    return switch (type) {
      case INTEGER -> DataTypes.IntegerType;
      case COUNT -> DataTypes.LongType;
      case NUMBER -> DataTypes.DoubleType;
      case FLAG -> DataTypes.BooleanType;
      case TEXT -> DataTypes.StringType;
      case NUMBERS -> DataTypes.createArrayType(DataTypes.DoubleType);
      case TEXTS -> DataTypes.createArrayType(DataTypes.StringType);
      case CHARGES -> DataTypes.createArrayType(CHARGE);
    };
  }

  private static Object cell(SavedColumn.Type type, Object value) {
    return switch (type) {
      case INTEGER, COUNT, NUMBER, FLAG, TEXT, NUMBERS -> value;
      case TEXTS -> ((List<?>) value).toArray();
      case CHARGES -> ((List<?>) value).stream().map(charge -> row((Charge) charge)).toArray();
    };
  }

  private static Object value(SavedColumn.Type type, Row row, int index) {
    return switch (type) {
      case INTEGER, COUNT, NUMBER, FLAG, TEXT -> row.get(index);
      case NUMBERS -> row.<Double>getList(index).stream().mapToDouble(x -> x).toArray();
      case TEXTS -> row.<String>getList(index);
      case CHARGES -> row.<Row>getList(index).stream().map(ReleaseRows::charge).toList();
    };
  }

  private static Row row(Charge charge) {
    return RowFactory.create(charge.step(), charge.rho(), charge.delta());
  }

  private static Charge charge(Row row) {
    return new Charge(row.getString(0), row.getDouble(1), row.getDouble(2));
  }
}
