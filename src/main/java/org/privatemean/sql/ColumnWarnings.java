package org.privatemean.sql;

import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.types.DataTypes;
import org.privatemean.release.ColumnWarning;
import org.privatemean.release.Release;
import org.privatemean.sql.ResultTable.Column;

/** What calls give of single columns: a struct for each warning of one. */
final class ColumnWarnings {
  /** The column of a result that has them. */
  static final String NAME = "column_warnings";

  private static final List<Column<Item>> FIELDS =
      List.of(
          Column.of("column", DataTypes.StringType, Item::name),
          Column.of("code", DataTypes.StringType, item -> item.warning().code().label()),
          Column.nullable("rows_at_most", DataTypes.LongType, Item::rowsAtMost));

  /**
   * A warning.
   *
   * @param names of the columns of the release, or none
   */
  private record Item(ColumnWarning warning, List<String> names) {
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
  static <T> Column<T> column(Function<T, Release> release) {
    return Column.of(
        NAME,
        DataTypes.createArrayType(ResultTable.schema(FIELDS), false),
        item -> ResultTable.structs(FIELDS, items(release.apply(item))));
  }

  private static List<Item> items(Release release) {
    return release.columnWarnings().stream()
        .map(warning -> new Item(warning, release.columns()))
        .toList();
  }
}
