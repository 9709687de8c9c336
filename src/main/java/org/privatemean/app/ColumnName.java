package org.privatemean.app;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Names of columns in options: {@code s.v} is member v of s unless a column {@code s.v} exists. */
final class ColumnName {
  /** Matches before an even number of backticks; possessive, so that it needs no stack for them. */
  private static final String OUTSIDE = "(?=(?:[^`]*+`[^`]*+`)*+[^`]*+$)";

  /** Pattern of the commas between names, except those within backticks. */
  public static final String COMMAS = "," + OUTSIDE;

  private ColumnName() {}

  /** Returns the names of a list, without the quotes around names that are quoted as a whole. */
  public static List<String> unquote(List<String> names) {
    return names.stream()
        .map(
            name ->
                name.matches("`[^`]+`|\"[^\"]+\"") ? name.substring(1, name.length() - 1) : name)
        .toList();
  }

  /** Splits a name at its dots, except at dots within backticks. */
  static List<String> parts(String name) {
    return Arrays.stream(name.split("\\." + OUTSIDE, -1))
        .map(part -> part.matches("`[^`]+`") ? part.substring(1, part.length() - 1) : part)
        .toList();
  }

  /** Returns the fields on a name's path: a column, else a member of a struct. */
  static List<StructField> find(String option, Dataset<Row> rows, String name) {
    boolean isExact =
        Boolean.parseBoolean(rows.sparkSession().conf().get("spark.sql.caseSensitive"));
    return path(option, rows.schema(), List.of(name), isExact)
        .or(() -> path(option, rows.schema(), parts(name), isExact))
        .orElseThrow(() -> missing(option, name));
  }

  /** Returns the exception for a missing column, without other names: these may be values. */
  static WrongInputException missing(String option, String name) {
    return WrongInputException.format("%s: the input has no column %s", option, name);
  }

  private static Optional<List<StructField>> path(
      String option, StructType schema, List<String> parts, boolean isExact) {
    List<StructField> path = new ArrayList<>();
    DataType level = schema;
    for (String part : parts) {
      int[] found =
          level instanceof StructType struct
              ? indices(Arrays.asList(struct.fieldNames()), part, isExact)
              : new int[0];
      if (found.length > 1) {
        throw WrongInputException.format("%s: the input has several columns %s", option, part);
      }
      if (found.length == 0) {
        return Optional.empty();
      }
      path.add(((StructType) level).fields()[found[0]]);
      level = path.get(path.size() - 1).dataType();
    }
    return Optional.of(path);
  }

  /** Returns the places of a name: of all exact matches, else of those in any case. */
  static int[] indices(List<String> names, String name, boolean isExact) {
    int[] same = IntStream.range(0, names.size()).filter(k -> names.get(k).equals(name)).toArray();
    return same.length > 0 || isExact
        ? same
        : IntStream.range(0, names.size())
            .filter(k -> names.get(k).equalsIgnoreCase(name))
            .toArray();
  }
}
