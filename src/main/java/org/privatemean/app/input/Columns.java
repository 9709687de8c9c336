package org.privatemean.app.input;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;

/** The columns that hold the coordinates. */
sealed interface Columns {
  /** Name of the one column of {@link #of}. */
  String name();

  /** Number of coordinates, where the columns tell it. */
  OptionalInt size();

  /**
   * The vector or array of each row: null where there is no number.
   *
   * @throws WrongInputException if a column is missing or cannot hold numbers
   */
  Column of(Dataset<Row> rows);

  /**
   * A column of the input, as it is.
   *
   * @param option that named it
   * @throws WrongInputException if it is missing
   */
  static Column named(String option, Dataset<Row> rows, String name) {
    type(option, rows, name);
    return functions.col(quoted(name));
  }

  /**
   * A column of vectors or arrays.
   *
   * @param name its name
   */
  record Vector(String name) implements Columns {
    @Override
    public OptionalInt size() {
      return OptionalInt.empty();
    }

    @Override
    public Column of(Dataset<Row> rows) {
      DataType type = type("--vector-col", rows, name);
      if (type instanceof ArrayType array
          && isNumber(array.elementType())
          && !array.elementType().equals(DataTypes.DoubleType)
          && !array.elementType().equals(DataTypes.FloatType)) {
        return cast(name, "array<double>").as(name);
      }
      return functions.col(quoted(name));
    }
  }

  /**
   * One column a coordinate.
   *
   * @param names the columns' names, in order
   */
  record Features(List<String> names) implements Columns {
    @Override
    public String name() {
      return "features";
    }

    @Override
    public OptionalInt size() {
      return OptionalInt.of(names.size());
    }

    @Override
    public Column of(Dataset<Row> rows) {
      for (String name : names) {
        DataType type = type("--features", rows, name);
        if (!isNumber(type)) {
          throw new WrongInputException(
              String.format(
                  "--features: column %s is of type %s and cannot be read as a number",
                  name, type.simpleString()));
        }
      }
      Column[] coordinates =
          names.stream().map(name -> cast(name, "double")).toArray(Column[]::new);
      return functions.array(coordinates).as(name());
    }
  }

  /** The names of the other columns are not told: without a header, they are values. */
  private static DataType type(String option, Dataset<Row> rows, String name) {
    if (!Arrays.asList(rows.columns()).contains(name)) {
      throw new WrongInputException(
          String.format(
              "%s: the input has no column %s (it has %d columns)",
              option, name, rows.columns().length));
    }
    return rows.schema().apply(name).dataType();
  }

  private static boolean isNumber(DataType type) {
    return type instanceof NumericType || type instanceof StringType || type instanceof BooleanType;
  }

  /** Null for what cannot be cast, whatever the session's rule for casts is. */
  private static Column cast(String name, String type) {
    return functions.expr(String.format("try_cast(%s AS %s)", quoted(name), type));
  }

  private static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }
}
