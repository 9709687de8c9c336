package org.privatemean.app;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.privatemean.numeric.NumberFormat;
import org.privatemean.request.Scaling;
import org.privatemean.spark.column.ResolvedColumns;
import org.privatemean.spark.column.VectorColumn;

/**
 * Columns of the coordinates.
 *
 * @param name name of the column {@link #of} returns
 * @param option the option that names the columns
 * @param isVector true for one column of vectors or arrays, false for one column per coordinate
 */
record CoordinateColumns(List<String> names, String name, String option, boolean isVector) {
  /** Maximum number of columns that a message names. */
  static final int SHOWN = 10;

  private static final String SCALES = "--scales: ";
  private static final String OTHERS = "*";

  static CoordinateColumns vector(String name) {
    return new CoordinateColumns(List.of(name), name, "--vector-col", true);
  }

  static CoordinateColumns features(String option, List<String> names) {
    return new CoordinateColumns(names, "features", option, false);
  }

  OptionalInt size() {
    return isVector ? OptionalInt.empty() : OptionalInt.of(names.size());
  }

  /** Returns the column of vectors or arrays. Coordinates that are not numbers are null. */
  Column of(Dataset<Row> rows) {
    return isVector ? vector(rows) : array(rows);
  }

  private Column vector(Dataset<Row> rows) {
    DataType type = type(option, rows, name);
    String stored = sql(option, rows, name);
    if (type.equals(SQLDataTypes.VectorType())) {
      return functions.col(stored).as(name);
    }
    if (type instanceof ArrayType array && isNumber(array.elementType())) {
      boolean stands =
          array.elementType().equals(DataTypes.DoubleType)
              || array.elementType().equals(DataTypes.FloatType);
      return (stands ? functions.col(stored) : cast(stored, "array<double>")).as(name);
    }
    throw WrongInputException.format(
        "--vector-col: column %s holds %s, but must hold vectors or arrays of numbers%s",
        name, kind(type), VectorColumn.remedy(type));
  }

  private Column array(Dataset<Row> rows) {
    for (String each : names) {
      DataType type = type(option, rows, each);
      if (!isNumber(type)) {
        throw WrongInputException.format(
            "%s: column %s holds %s and cannot be read as a number: leave it out, or cast it first",
            option, each, kind(type));
      }
    }
    Column[] coordinates =
        names.stream().map(each -> cast(sql(option, rows, each), "double")).toArray(Column[]::new);
    return functions.array(coordinates).as(name);
  }

  boolean holdText(Dataset<Row> rows) {
    return names.stream()
        .map(each -> type(option, rows, each))
        .map(type -> type instanceof ArrayType array ? array.elementType() : type)
        .anyMatch(StringType.class::isInstance);
  }

  /** Returns the kind of each column, by its type. Names of members are left out. */
  Map<String, String> kinds(Dataset<Row> rows) {
    Map<String, String> kinds = new LinkedHashMap<>();
    names.forEach(each -> kinds.put(each, kind(type(option, rows, each))));
    return kinds;
  }

  double[] scales(String text) {
    return isVector ? parseScales(text) : parseScales(names, text);
  }

  /** Returns rows whose column {@link #name} states the names of its coordinates, if known. */
  Dataset<Row> nameCoordinates(Dataset<Row> rows) {
    return isVector ? rows : rows.withMetadata(name, VectorColumn.namesMetadata(names));
  }

  /** Returns a copy whose combined column has a name that differs from those of other columns. */
  CoordinateColumns besides(Collection<String> others) {
    String free = name;
    while (!isVector && others.contains(free)) {
      free = free.equals(name) ? "coordinates" : free + "_";
    }
    return new CoordinateColumns(names, free, option, isVector);
  }

  String description() {
    return (names.size() == 1 ? "column " : "columns ") + NumberFormat.list(names, SHOWN);
  }

  static Column findColumn(String option, Dataset<Row> rows, String name) {
    return functions.col(sql(option, rows, name)).as(name);
  }

  /** Returns a column of the input as text, null for missing values. */
  static Column text(String option, Dataset<Row> rows, String name) {
    DataType type = type(option, rows, name);
    boolean isTime =
        type.equals(DataTypes.DateType)
            || type.equals(DataTypes.TimestampType)
            || type.equals(DataTypes.TimestampNTZType);
    if (!isNumber(type) && !isTime && !(type instanceof BooleanType)) {
      throw WrongInputException.format(
          "%s: column %s holds %s, but must hold numbers, texts, true and false, or times",
          option, name, kind(type));
    }
    // A float is converted to the double of the same value, not to its shorter text.
    return type.equals(DataTypes.FloatType)
        ? functions.expr(String.format("try_cast(double(%s) AS string)", sql(option, rows, name)))
        : cast(sql(option, rows, name), "string");
  }

  private static DataType type(String option, Dataset<Row> rows, String name) {
    List<StructField> path = ColumnName.find(option, rows, name);
    return path.get(path.size() - 1).dataType();
  }

  private static String sql(String option, Dataset<Row> rows, String name) {
    return ColumnName.find(option, rows, name).stream()
        .map(field -> ResolvedColumns.quote(field.name()))
        .collect(Collectors.joining("."));
  }

  private static boolean isNumber(DataType type) {
    return type instanceof NumericType || type instanceof StringType;
  }

  /** Returns the kind of a type without the names of its members, which may come from rows. */
  private static String kind(DataType type) {
    if (type.equals(SQLDataTypes.VectorType())) {
      return "vectors";
    }
    if (type instanceof ArrayType array) {
      return "arrays of " + kind(array.elementType());
    }
    if (type instanceof StructType || type instanceof MapType) {
      return "objects";
    }
    if (type instanceof StringType) {
      return "text";
    }
    if (type instanceof NumericType) {
      return "numbers";
    }
    if (type instanceof BooleanType) {
      return "true and false";
    }
    return type instanceof BinaryType ? "bytes" : "dates, times or other values";
  }

  /** Returns null for values that cannot be cast, also if the session's casts are strict. */
  private static Column cast(String sql, String type) {
    return functions.expr(String.format("try_cast(%s AS %s)", sql, type));
  }

  /** Parses {@code --scales} as numbers in order. */
  static double[] parseScales(String text) {
    return Arrays.stream(text.split(",", -1))
        .mapToDouble(entry -> scale("a scale", entry))
        .toArray();
  }

  /** Parses {@code age=10,income=10000,*=1}. Returns scales in the order of the columns. */
  static double[] parseScales(List<String> columns, String text) {
    Map<String, Double> given = new LinkedHashMap<>();
    for (String entry : text.split(",", -1)) {
      int sign = entry.lastIndexOf('=');
      if (sign < 1) {
        throw WrongInputException.format(
            "%sgive NAME=NUMBER for columns of --features, and *=NUMBER for all others."
                + " Provided value: %s",
            SCALES, entry);
      }
      String name = entry.substring(0, sign);
      if (!name.equals(OTHERS) && !columns.contains(name)) {
        throw new WrongInputException(SCALES + name + " is none of --features");
      }
      double scale = scale("the scale of " + name, entry.substring(sign + 1));
      if (given.put(name, scale) != null) {
        throw new WrongInputException(SCALES + name + " is given twice: give it once");
      }
    }
    List<String> missing = columns.stream().filter(name -> !given.containsKey(name)).toList();
    if (!missing.isEmpty() && !given.containsKey(OTHERS)) {
      throw WrongInputException.format(
          "%sno scale is given for %s: add *=1 for all others",
          SCALES, NumberFormat.list(missing, SHOWN));
    }
    return columns.stream()
        .mapToDouble(name -> given.containsKey(name) ? given.get(name) : given.get(OTHERS))
        .toArray();
  }

  private static double scale(String what, String text) {
    double value = Fields.number(text);
    WrongInputException.check(
        SCALES + what, Scaling.isScale(value), "a number " + Scaling.RANGE, text);
    return value;
  }
}
