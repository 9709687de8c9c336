package org.privatemean.app.input;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.privatemean.spark.PrivateMean;

/**
 * Rows to read.
 *
 * @param name path, or table where there is no format
 * @param path the path, where it is one of a file system
 * @param format the reader's name, or empty for a table
 * @param options of the reader
 * @param columns the coordinates among the columns
 */
public record Input(
    String name,
    Optional<Path> path,
    Optional<String> format,
    Map<String, String> options,
    Columns columns) {
  private static final String LIBSVM_DIMENSION = "numFeatures";

  /**
   * Checks what can be known of the columns before the input is opened.
   *
   * @throws WrongInputException if the dimension is missing or not that of the columns, or the
   *     coordinates go by the name of the column of ids
   */
  public void check(PrivateMean stage) {
    if (stage.isDefined(stage.idCol()) && stage.getIdCol().equals(columns.name())) {
      throw new WrongInputException(
          String.format("--id-col: rename column %s, the coordinates go by it", columns.name()));
    }
    boolean given = stage.isSet(stage.dimension());
    // The reader would take it from the data, where it is not public.
    if (isLibsvm() && !given) {
      throw new WrongInputException("the dimension is missing: libsvm needs --dimension");
    }
    if (given && columns.size().orElse(stage.getDimension()) != stage.getDimension()) {
      throw new WrongInputException(
          String.format(
              "--dimension is %d, but --features names %d columns: leave --dimension out",
              stage.getDimension(), columns.size().getAsInt()));
    }
  }

  /**
   * The rows as a DataFrame of one vector column, which becomes the input column of the stage, and
   * its column of ids, if it asks for one. Reads no more than the names and types of the columns
   * take.
   *
   * @throws WrongInputException if the input cannot be opened or lacks a column
   */
  public Dataset<Row> open(SparkSession session, PrivateMean stage) {
    Map<String, String> settings = settings(stage);
    Dataset<Row> rows = load(session, settings, stage);
    stage.setInputCol(columns.name());
    columns.size().ifPresent(stage::setDimension);
    return rows;
  }

  private boolean isLibsvm() {
    return format.filter("libsvm"::equals).isPresent();
  }

  /** The reader's options: those given, over those of the format. */
  private Map<String, String> settings(PrivateMean stage) {
    Map<String, String> settings = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    if (format.filter("csv"::equals).isPresent()) {
      settings.put("header", "true");
    }
    if (isLibsvm()) {
      settings.put(LIBSVM_DIMENSION, String.valueOf(stage.getDimension()));
    }
    settings.putAll(options);
    return settings;
  }

  private Dataset<Row> load(SparkSession session, Map<String, String> settings, PrivateMean stage) {
    try {
      Dataset<Row> rows =
          format.isEmpty()
              ? session.table(name)
              : session.read().format(format.get()).options(settings).load(name);
      return stage.isDefined(stage.idCol())
          ? rows.select(columns.of(rows), Columns.named("--id-col", rows, stage.getIdCol()))
          : rows.select(columns.of(rows));
    } catch (Exception failure) {
      // Both are checked exceptions that Spark throws undeclared.
      if (failure instanceof AnalysisException || failure instanceof ClassNotFoundException) {
        throw new WrongInputException(
            "the input cannot be opened: " + failure.getMessage(), failure);
      }
      throw failure;
    }
  }
}
