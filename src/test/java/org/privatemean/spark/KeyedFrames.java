package org.privatemean.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/** DataFrames of group columns for tests. */
final class KeyedFrames {
  private KeyedFrames() {}

  static SparkSession session() {
    return LocalSpark.session();
  }

  /** A DataFrame of one column {@code g}. */
  static Dataset<Row> column(DataType type, Object... values) {
    List<Row> rows = new ArrayList<>();
    for (Object value : values) {
      rows.add(RowFactory.create(value));
    }
    return session().createDataFrame(rows, new StructType().add("g", type));
  }

  static KeyColumns columns(Dataset<Row> rows, String... names) {
    return KeyColumns.find(rows.schema(), names);
  }

  /** Runs something under a setting of the session. */
  static <T> T with(String setting, String value, Supplier<T> action) {
    String before = session().conf().get(setting, null);
    session().conf().set(setting, value);
    try {
      return action.get();
    } finally {
      if (before == null) {
        session().conf().unset(setting);
      } else {
        session().conf().set(setting, before);
      }
    }
  }
}
