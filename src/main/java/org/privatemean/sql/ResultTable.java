package org.privatemean.sql;

import java.time.LocalDate;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.connector.read.LocalScan;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** The computed rows of a call, as the only kind of scan that Spark accepts from a procedure. */
@SuppressWarnings(
    "ArrayRecordComponent") // Spark's interface requires an array; tables are not compared.
record ResultTable(StructType readSchema, InternalRow... rows) implements LocalScan {
  static final DataType NUMBERS = DataTypes.createArrayType(DataTypes.DoubleType, false);
  static final DataType TEXTS = DataTypes.createArrayType(DataTypes.StringType, false);

  /** Column with its function from an item to a value that {@link #internal} converts, or null. */
  record ResultColumn<T>(
      String name, DataType type, boolean isNullable, Function<T, Object> value) {
    static <T> ResultColumn<T> of(String name, DataType type, Function<T, Object> value) {
      return new ResultColumn<>(name, type, false, value);
    }

    static <T> ResultColumn<T> text(String name, Function<T, Object> value) {
      return of(name, DataTypes.StringType, value);
    }

    static <T> ResultColumn<T> number(String name, Function<T, Object> value) {
      return of(name, DataTypes.DoubleType, value);
    }

    static <T> ResultColumn<T> numberOrNull(String name, Function<T, Object> value) {
      return nullable(name, DataTypes.DoubleType, value);
    }

    static <T> ResultColumn<T> nullable(String name, DataType type, Function<T, Object> value) {
      return new ResultColumn<>(name, type, true, value);
    }
  }

  static <T> ResultTable of(List<ResultColumn<T>> columns, List<T> items) {
    return new ResultTable(
        schema(columns),
        items.stream().map(item -> row(columns, item)).toArray(InternalRow[]::new));
  }

  static <T> StructType schema(List<ResultColumn<T>> columns) {
    StructType schema = new StructType();
    for (ResultColumn<T> column : columns) {
      schema = schema.add(column.name(), column.type(), column.isNullable());
    }
    return schema;
  }

  private static <T> InternalRow row(List<ResultColumn<T>> columns, T item) {
    return new GenericInternalRow(
        columns.stream().map(column -> internal(column.value().apply(item))).toArray());
  }

  static <T> List<?> structs(List<ResultColumn<T>> columns, List<T> items) {
    return items.stream().map(item -> row(columns, item)).toList();
  }

  private static Object internal(Object value) {
    if (value instanceof String text) {
      return UTF8String.fromString(text);
    }
    if (value instanceof LocalDate date) {
      return Math.toIntExact(date.toEpochDay());
    }
    if (value instanceof OptionalDouble number) {
      return number.isPresent() ? number.getAsDouble() : null;
    }
    if (value instanceof double[] numbers) {
      return new GenericArrayData(numbers);
    }
    if (value instanceof List<?> list) {
      return new GenericArrayData(list.stream().map(ResultTable::internal).toArray());
    }
    return value;
  }
}
