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

  private static final List<ResultColumn<WarningItem>> FIELDS =
      List.of(
          ResultColumn.of("column", DataTypes.StringType, WarningItem::name),
          ResultColumn.of("code", DataTypes.StringType, item -> item.warning().code().label()),
          ResultColumn.nullable("rows_at_most", DataTypes.LongType, WarningItem::rowsAtMost));

  /** A warning with the column names of its release. */
  private record WarningItem(ColumnWarning warning, List<String> names) {
    String name() {
      int column = warning.column();
      return names.isEmpty() ? String.valueOf(column) : names.get(column);
    }

    /** Returns the bound on the number of rows; null if unknown. */
    Long rowsAtMost() {
      return warning.rowsAtMost() < 0 ? null : (Long) warning.rowsAtMost();
    }
  }

  private ColumnWarnings() {}

  /** Returns the result column with the warnings of each item's release. */
  static <T> ResultColumn<T> column(Function<T, Release> release) {
    return ResultColumn.of(
        NAME,
        DataTypes.createArrayType(ResultTable.schema(FIELDS), false),
        item -> ResultTable.structs(FIELDS, items(release.apply(item))));
  }

  private static List<WarningItem> items(Release release) {
    return release.columnWarnings().stream()
        .map(warning -> new WarningItem(warning, release.columns()))
        .toList();
  }
}
