package org.privatemean.app;

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
import org.privatemean.spark.column.ResolvedColumns;
import org.privatemean.spark.column.VectorColumn;

/** Columns of the coordinates. */
sealed interface CoordinateColumns {
  /** Maximal number of names in a message. */
  int SHOWN = 10;

  /** Returns the name of the column {@link #of} returns. */
  String name();

  /** Returns the columns of the input, in order. */
  List<String> names();

  /** Returns the option that names the columns. */
  String option();

  /** Returns the number of coordinates, if the columns determine it. */
  OptionalInt size();

  /** Returns the column of vectors or arrays. Coordinates that are not numbers are null. */
  Column of(Dataset<Row> rows);

  /** True if one of the columns is of text. */
  default boolean holdText(Dataset<Row> rows) {
    return names().stream()
        .map(name -> type(option(), rows, name))
        .map(type -> type instanceof ArrayType array ? array.elementType() : type)
        .anyMatch(StringType.class::isInstance);
  }

  /** Returns the kind of each column, by its type. Names of members are left out. */
  default Map<String, String> kinds(Dataset<Row> rows) {
    Map<String, String> kinds = new LinkedHashMap<>();
    names().forEach(name -> kinds.put(name, kind(type(option(), rows, name))));
    return kinds;
  }

  /** Returns the values of {@code --scales}, one for each coordinate. */
  double[] scales(String text);

  /** Returns the public names of the coordinates; empty if they have none. */
  List<String> coordinates();

  /** Returns a copy whose name differs from those of other columns. */
  CoordinateColumns besides(Collection<String> others);

  /** Returns the description for messages. */
  default String description() {
    List<String> first = names().subList(0, Math.min(SHOWN, names().size()));
    int more = names().size() - first.size();
    return (names().size() == 1 ? "column " : "columns ")
        + String.join(", ", first)
        + (more == 0 ? "" : " and " + more + " more");
  }

  /** Returns a column of the input, unchanged. */
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
      throw new WrongInputException(
          String.format(
              "%s: column %s holds %s, but must hold numbers, texts, true and false, or times",
              option, name, kind(type)));
    }
    // A float is converted to the double of the same value, not to its shorter text.
    return type.equals(DataTypes.FloatType)
        ? functions.expr(String.format("try_cast(double(%s) AS string)", sql(option, rows, name)))
        : cast(sql(option, rows, name), "string");
  }

  /** Column of vectors or arrays. */
  record Vector(String name) implements CoordinateColumns {
    @Override
    public List<String> names() {
      return List.of(name);
    }

    @Override
    public String option() {
      return "--vector-col";
    }

    @Override
    public double[] scales(String text) {
      return ScaleList.inOrder(text);
    }

    @Override
    public List<String> coordinates() {
      return List.of();
    }

    @Override
    public CoordinateColumns besides(Collection<String> others) {
      return this;
    }

    @Override
    public OptionalInt size() {
      return OptionalInt.empty();
    }

    @Override
    public Column of(Dataset<Row> rows) {
      DataType type = type(option(), rows, name);
      String stored = sql(option(), rows, name);
      if (type.equals(SQLDataTypes.VectorType())) {
        return functions.col(stored).as(name);
      }
      if (type instanceof ArrayType array && isNumber(array.elementType())) {
        boolean stands =
            array.elementType().equals(DataTypes.DoubleType)
                || array.elementType().equals(DataTypes.FloatType);
        return (stands ? functions.col(stored) : cast(stored, "array<double>")).as(name);
      }
      throw new WrongInputException(
          String.format(
              "--vector-col: column %s holds %s, but must hold vectors or arrays of numbers%s",
              name, kind(type), VectorColumn.remedy(type)));
    }
  }

  /** One column per coordinate. */
  record Features(List<String> names, String name, String option) implements CoordinateColumns {
    Features(List<String> names) {
      this(names, "features", "--features");
    }

    /** Returns the single column of an option other than {@code --features}. */
    static Features only(String option, String name) {
      return new Features(List.of(name), "features", option);
    }

    @Override
    public double[] scales(String text) {
      return ScaleList.parse(names, text);
    }

    @Override
    public List<String> coordinates() {
      return names;
    }

    @Override
    public CoordinateColumns besides(Collection<String> others) {
      String free = name;
      while (others.contains(free)) {
        free = free.equals(name) ? "coordinates" : free + "_";
      }
      return free.equals(name) ? this : new Features(names, free, option);
    }

    @Override
    public OptionalInt size() {
      return OptionalInt.of(names.size());
    }

    @Override
    public Column of(Dataset<Row> rows) {
      for (String name : names) {
        DataType type = type(option(), rows, name);
        if (!isNumber(type)) {
          throw new WrongInputException(
              String.format(
                  "%s: column %s holds %s and cannot be read as a number: leave it out, or cast it"
                      + " first",
                  option, name, kind(type)));
        }
      }
      Column[] coordinates =
          names.stream()
              .map(name -> cast(sql(option(), rows, name), "double"))
              .toArray(Column[]::new);
      return functions.array(coordinates).as(name);
    }
  }

  /**
   * Returns the exception for a missing column. It does not list other names: without a header,
   * these are values.
   */
  static WrongInputException missing(String option, String name) {
    return new WrongInputException(String.format("%s: the input has no column %s", option, name));
  }

  private static DataType type(String option, Dataset<Row> rows, String name) {
    List<StructField> path = path(option, rows, name);
    return path.get(path.size() - 1).dataType();
  }

  private static List<StructField> path(String option, Dataset<Row> rows, String name) {
    return ColumnName.find(option, rows, name).orElseThrow(() -> missing(option, name));
  }

  /** Returns the SQL expression of a column or member. */
  private static String sql(String option, Dataset<Row> rows, String name) {
    return path(option, rows, name).stream()
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
}
