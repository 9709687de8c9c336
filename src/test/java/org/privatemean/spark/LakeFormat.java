package org.privatemean.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Formats of tables whose rows are spread over files, deletes and renames. Only SQL names them: the
 * jars are on the class path of the profile {@code lakes} alone.
 */
public enum LakeFormat {
  DELTA(
      "spark_catalog.default",
      "delta",
      "'delta.columnMapping.mode' = 'name', 'delta.enableDeletionVectors' = 'true'"),
  ICEBERG(
      "lake.db",
      "iceberg",
      "'format-version' = '2', 'write.delete.mode' = 'merge-on-read', 'write.update.mode' ="
          + " 'merge-on-read'");

  /** Rows with an id, two coordinates and a group each. */
  public static final String ROWS =
      "SELECT id, id * 7919 % 1000 / 8D AS x, double(id % 7) AS y, concat('k', id % 3) AS k"
          + " FROM range(3000)";

  /** The rows that {@link #changed} leaves. */
  public static final String LEFT =
      "SELECT id, if(id % 11 = 0, x + 1, x) AS carat, y, k FROM (" + ROWS + ") WHERE id % 5 <> 1";

  private static final Map<LakeFormat, String> CHANGED = new ConcurrentHashMap<>();

  private final String schema;
  private final String provider;
  private final String properties;

  LakeFormat(String schema, String provider, String properties) {
    this.schema = schema;
    this.provider = provider;
    this.properties = properties;
  }

  /** The name of the source in Spark. */
  public String provider() {
    return provider;
  }

  private static SparkSession session() {
    return LocalSpark.session();
  }

  /** Makes a table anew, without rows, and returns its name. */
  public String empty(String name, String columns) {
    String table = schema + "." + name;
    session().sql("CREATE NAMESPACE IF NOT EXISTS " + schema);
    session().sql("DROP TABLE IF EXISTS " + table);
    session()
        .sql(
            String.format(
                "CREATE TABLE %s (%s) USING %s TBLPROPERTIES (%s)",
                table, columns, provider, properties));
    return table;
  }

  /** Makes a table of {@link #ROWS}, from two inserts, and returns its name. */
  public String filled(String name) {
    String table = empty(name, "id BIGINT, x DOUBLE, y DOUBLE, k STRING");
    session().sql(String.format("INSERT INTO %s %s WHERE id < 2000", table, ROWS));
    session().sql(String.format("INSERT INTO %s %s WHERE id >= 2000", table, ROWS));
    return table;
  }

  /** A table of {@link #LEFT}, made once, which is only read. */
  public String changed() {
    return CHANGED.computeIfAbsent(this, format -> format.changed("changed"));
  }

  /** Makes a table that was filled, lost rows, had others updated, and a column renamed. */
  public String changed(String name) {
    String table = filled(name);
    session().sql("DELETE FROM " + table + " WHERE id % 5 = 1");
    session().sql("UPDATE " + table + " SET x = x + 1 WHERE id % 11 = 0");
    session().sql("ALTER TABLE " + table + " RENAME COLUMN x TO carat");
    return table;
  }

  /** The number of files that hold deleted rows' places, and not rows. */
  public long deleteFiles(String table) {
    if (this == ICEBERG) {
      return session().table(table + ".delete_files").count();
    }
    try (Stream<Path> files = Files.walk(folder(table))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("deletion_vector"))
          .filter(file -> file.toString().endsWith(".bin"))
          .count();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** The number of a table's version as it is now. */
  Object version(String table) {
    Dataset<Row> numbers =
        this == DELTA
            ? session().sql("DESCRIBE HISTORY " + table).selectExpr("max(version)")
            : session().table(table + ".refs").select("snapshot_id");
    return numbers.first().get(0);
  }

  /** The folder of a table. */
  public Path folder(String table) {
    Dataset<Row> detail = session().sql("DESCRIBE TABLE EXTENDED " + table);
    String location =
        detail.filter("col_name = 'Location'").select("data_type").first().getString(0);
    return Path.of(location.replaceFirst("^file:", ""));
  }
}
