package org.privatemean.sql;

import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.types.DataTypes;
import org.privatemean.release.ColumnWarning;
import org.privatemean.release.Release;
import org.privatemean.sql.ResultTable.ResultColumn;

/** The warnings about single columns in results of calls: one struct per warning. */
final class ColumnWarnings {
  /** Name of the result column. */
  static final String NAME = "column_warnings";

  private ColumnWarnings() {}

  /** Returns the result column with the warnings of each item's release. */
  static <T> ResultColumn<T> column(Function<T, Release> release) {
    return ResultColumn.of(
        NAME,
        DataTypes.createArrayType(ResultTable.schema(fields(List.of())), false),
        item -> {
          Release found = release.apply(item);
          return ResultTable.structs(fields(found.columns()), found.columnWarnings());
        });
  }

  /** Returns the fields of a warning about one of the named columns; the names may be missing. */
  private static List<ResultColumn<ColumnWarning>> fields(List<String> names) {
    return List.of(
        ResultColumn.text(
            "column",
            warning ->
                names.isEmpty() ? String.valueOf(warning.column()) : names.get(warning.column())),
        ResultColumn.text("code", warning -> warning.code().label()),
        ResultColumn.nullable(
            "rows_at_most",
            DataTypes.LongType,
            warning -> warning.rowsAtMost() < 0 ? null : (Long) warning.rowsAtMost()));
  }
}
