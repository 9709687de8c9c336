package org.privatemean.sql;

import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.types.DataTypes;
import org.privatemean.release.ColumnWarning;
import org.privatemean.release.Release;
import org.privatemean.sql.ResultTable.ResultColumn;

/** The warnings of single columns in results of calls: a struct for each warning of one. */
final class ColumnWarnings {
  /** The column of a result that has them. */
  static final String NAME = "column_warnings";

  private static final List<ResultColumn<WarningItem>> FIELDS =
      List.of(
          ResultColumn.of("column", DataTypes.StringType, WarningItem::name),
          ResultColumn.of("code", DataTypes.StringType, item -> item.warning().code().label()),
          ResultColumn.nullable("rows_at_most", DataTypes.LongType, WarningItem::rowsAtMost));

  /**
   * A warning.
   *
   * @param names of the columns of the release, or none
   */
  private record WarningItem(ColumnWarning warning, List<String> names) {
    String name() {
      int column = warning.column();
      return names.isEmpty() ? String.valueOf(column) : names.get(column);
    }

    /** Null where nothing is known. */
    Long rowsAtMost() {
      return warning.rowsAtMost() < 0 ? null : (Long) warning.rowsAtMost();
    }
  }

  private ColumnWarnings() {}

  /** The column of a result, of the release of each item. */
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
