package org.privatemean.app;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.privatemean.spark.PrivateMean;

/**
 * Where rows come from. Row i of what is read is a function of record i alone and of what the user
 * asked for: no type, no name and no number of columns is taken from records.
 */
sealed interface Source {
  /**
   * The rows as one column of vectors or arrays and, if the stage asks for one, a column of ids.
   *
   * @throws WrongInputException if a column is missing or cannot hold numbers
   */
  Dataset<Row> rows(SparkSession session, Columns columns, PrivateMean stage);

  /**
   * Checks what can be known before anything is opened.
   *
   * @throws WrongInputException if the source cannot have such columns
   */
  default void check(Columns columns, PrivateMean stage) {}

  /** The files, where they are known. */
  default List<Path> paths() {
    return List.of();
  }

  /** Whether records are texts, so that any of them may be no number. */
  default boolean isText() {
    return false;
  }

  /** Whether a schema that may follow from records is the user's responsibility. */
  default boolean isUnknown() {
    return false;
  }

  private static Optional<String> idCol(PrivateMean stage) {
    return stage.isDefined(stage.idCol()) ? Optional.of(stage.getIdCol()) : Optional.empty();
  }

  private static Dataset<Row> select(Dataset<Row> rows, Columns columns, PrivateMean stage) {
    return idCol(stage)
        .map(id -> rows.select(columns.of(rows), Columns.named("--id-col", rows, id)))
        .orElseGet(() -> rows.select(columns.of(rows)));
  }

  private static void checkScalars(String format, Columns columns) {
    if (!(columns instanceof Columns.Features)) {
      throw new WrongInputException(
          String.format(
              "--vector-col: %s has no column of vectors: name columns of numbers with --features",
              format));
    }
  }

  private static void checkNoIds(String format, PrivateMean stage) {
    if (stage.isDefined(stage.idCol())) {
      throw new WrongInputException(
          String.format("--id-col: %s has no column of ids: convert the input first", format));
    }
  }

  /**
   * A table or view, with the schema that it stores.
   *
   * @param name as the session knows it
   */
  record Table(String name) implements Source {
    @Override
    public Dataset<Row> rows(SparkSession session, Columns columns, PrivateMean stage) {
      return select(session.table(name), columns, stage);
    }
  }

  /**
   * Files that store their schema.
   *
   * @param format one that is not of lines
   */
  record Stored(Format format, List<Path> paths, ReaderOptions options) implements Source {
    @Override
    public Dataset<Row> rows(SparkSession session, Columns columns, PrivateMean stage) {
      Dataset<Row> rows =
          session
              .read()
              .format(format.toString())
              .options(options.asGiven())
              .option("ignoreCorruptFiles", false)
              .option("ignoreMissingFiles", false)
              .option("mergeSchema", false)
              .load(paths.stream().map(Path::toString).toArray(String[]::new));
      return select(rows, columns, stage);
    }
  }

  /**
   * Any other source, by the name of its reader.
   *
   * @param names what is to be loaded
   */
  record Other(String reader, List<String> names, ReaderOptions options) implements Source {
    @Override
    public Dataset<Row> rows(SparkSession session, Columns columns, PrivateMean stage) {
      Dataset<Row> rows =
          session
              .read()
              .format(reader)
              .options(options.asGiven())
              .load(names.toArray(String[]::new));
      return select(rows, columns, stage);
    }

    @Override
    public boolean isUnknown() {
      return true;
    }
  }

  /** Lines of json: the columns are members of the objects. */
  record Json(List<Path> paths, ReaderOptions options) implements Source {
    @Override
    public Dataset<Row> rows(SparkSession session, Columns columns, PrivateMean stage) {
      Optional<String> idCol = idCol(stage);
      Fields coordinates =
          columns instanceof Columns.Features features
              ? JsonFields.members(options, features.names())
              : JsonFields.array(options, columns.name());
      Fields ids = JsonFields.members(options, List.of(idCol.orElse("")));
      LineParser parser = new LineParser.OfFields(coordinates, ids);
      return Lines.of(session, paths, options).rows(parser, columns.name(), idCol);
    }

    @Override
    public boolean isText() {
      return true;
    }
  }

  /** Lines of numbers: one column, {@code value}. */
  record PlainText(List<Path> paths, ReaderOptions options) implements Source {
    @Override
    public void check(Columns columns, PrivateMean stage) {
      checkScalars("text", columns);
      CsvNames.of(List.of("value")).places(columns.option(), columns.names());
      checkNoIds("text", stage);
    }

    @Override
    public Dataset<Row> rows(SparkSession session, Columns columns, PrivateMean stage) {
      Fields line = text -> new String[] {text};
      return Lines.of(session, paths, options)
          .rows(new LineParser.OfFields(line, line), columns.name(), Optional.empty());
    }

    @Override
    public boolean isText() {
      return true;
    }
  }

  /** Lines of libsvm: one column, {@code features}. */
  record Libsvm(List<Path> paths, ReaderOptions options) implements Source {
    @Override
    public void check(Columns columns, PrivateMean stage) {
      if (!columns.equals(new Columns.Vector("features"))) {
        throw new WrongInputException(
            columns.option() + ": libsvm has one column, of vectors: leave the option out");
      }
      checkNoIds("libsvm", stage);
      if (!stage.isSet(stage.dimension())) {
        throw new WrongInputException("the dimension is missing: libsvm needs --dimension");
      }
    }

    @Override
    public Dataset<Row> rows(SparkSession session, Columns columns, PrivateMean stage) {
      return Lines.of(session, paths, options)
          .rows(new LibsvmLine(stage.getDimension()), columns.name(), Optional.empty());
    }

    @Override
    public boolean isText() {
      return true;
    }
  }

  /**
   * Lines of fields.
   *
   * @param names of the fields by place, where the files have no header
   */
  record Csv(List<Path> paths, ReaderOptions options, Optional<List<String>> names)
      implements Source {
    @Override
    public void check(Columns columns, PrivateMean stage) {
      checkScalars("csv", columns);
    }

    @Override
    public Dataset<Row> rows(SparkSession session, Columns columns, PrivateMean stage) {
      CsvFields.Dialect dialect = CsvFields.Dialect.of(options);
      Lines lines = Lines.of(session, paths, options);
      boolean hasHeader = names.isEmpty() && options.isTrue("header", true);
      Optional<String> idCol = idCol(stage);
      CsvNames known =
          hasHeader
              ? CsvNames.of(lines.header(dialect))
              : names.map(CsvNames::of).orElse(CsvNames.BY_NUMBER);
      int[] coordinates = known.places("--features", columns.names());
      int[] ids = known.places("--id-col", idCol.stream().toList());
      LineParser parser =
          new LineParser.OfFields(new CsvFields(dialect, coordinates), new CsvFields(dialect, ids));
      return hasHeader
          ? lines.rowsBelowHeaders(parser, columns.name(), idCol)
          : lines.rows(parser, columns.name(), idCol);
    }

    @Override
    public boolean isText() {
      return true;
    }
  }
}
