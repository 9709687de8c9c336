package org.privatemean.app;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
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

  /** Returns the fields on a name's path: a column, else a member of a struct; empty if none. */
  static Optional<List<StructField>> find(String option, Dataset<Row> rows, String name) {
    boolean isExact =
        Boolean.parseBoolean(rows.sparkSession().conf().get("spark.sql.caseSensitive"));
    Optional<List<StructField>> whole = path(option, rows.schema(), List.of(name), isExact);
    return whole.isPresent() ? whole : path(option, rows.schema(), parts(name), isExact);
  }

  private static Optional<List<StructField>> path(
      String option, StructType schema, List<String> parts, boolean isExact) {
    List<StructField> path = new ArrayList<>();
    StructType level = schema;
    for (String part : parts) {
      Optional<StructField> field =
          level == null ? Optional.empty() : field(option, level, part, isExact);
      if (field.isEmpty()) {
        return Optional.empty();
      }
      path.add(field.get());
      level = field.get().dataType() instanceof StructType inner ? inner : null;
    }
    return Optional.of(path);
  }

  private static Optional<StructField> field(
      String option, StructType schema, String name, boolean isExact) {
    int[] found = indices(Arrays.asList(schema.fieldNames()), name, isExact);
    if (found.length > 1) {
      throw WrongInputException.format("%s: the input has several columns %s", option, name);
    }
    return Arrays.stream(found).mapToObj(k -> schema.fields()[k]).findFirst();
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
