package org.privatemean.app;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.privatemean.spark.column.Decoded;

/**
 * Files that hold records and their schema, such as Parquet. Where every table is one record each
 * has a file of its own; else all tables follow one another in one file, where a record meets what
 * a reader kept of those before.
 */
abstract class OddStoredSource implements OddSource<Row> {
  private final String format;
  private final StructType schema;
  private final List<List<String>> shapes;
  private final Map<String, Map<String, Integer>> sizes = new HashMap<>();

  /**
   * A format.
   *
   * @param format as Spark names it
   * @param schema of the records
   * @param shapes options of the job that name the columns, for each shape
   */
  OddStoredSource(String format, StructType schema, List<List<String>> shapes) {
    this.format = format;
    this.schema = schema;
    this.shapes = shapes;
  }

  @Override
  public String name() {
    return format;
  }

  @Override
  public final List<Row> split(Row written) {
    return List.of(written);
  }

  @Override
  public final Object key(Row record) {
    return record;
  }

  @Override
  public final void write(Path folder, Map<String, List<Row>> tables) {
    List<Row> rows = new ArrayList<>();
    Map<String, Integer> written = new LinkedHashMap<>();
    tables.forEach(
        (table, records) -> {
          written.put(table, records.size());
          rows.addAll(records);
        });
    sizes.put(folder.getFileName().toString(), written);
    boolean single = rows.size() == tables.size();
    stored(Sample.session().createDataFrame(rows, schema).coalesce(1), folder)
        .write()
        .option("maxRecordsPerFile", single ? 1 : 0)
        .format(format)
        .save(folder.toString());
  }

  /**
   * The records as they are to be stored.
   *
   * @param rows in one partition
   * @param beside a path beside which files may be left
   */
  Dataset<Row> stored(Dataset<Row> rows, Path beside) {
    return rows;
  }

  @Override
  public final String format() {
    return format;
  }

  @Override
  public final List<List<String>> shapes() {
    return shapes;
  }

  /** The rows one after the other: those of a file by their places, and files by their numbers. */
  @Override
  public final Map<String, List<List<Double>>> tables(String folder, List<Decoded> rows) {
    Map<String, List<List<Double>>> tables = new HashMap<>();
    int next = 0;
    String last = "";
    for (Map.Entry<String, Integer> table : sizes.get(folder).entrySet()) {
      last = table.getKey();
      int end = Math.min(rows.size(), next + table.getValue());
      tables.put(last, new ArrayList<>());
      for (Decoded one : rows.subList(next, end)) {
        tables.get(last).add(one.row());
      }
      next = end;
    }
    // A row too many somewhere: then the last table does not fit.
    for (Decoded one : rows.subList(next, rows.size())) {
      tables.get(last).add(one.row());
    }
    return tables;
  }
}
