package org.privatemean.app;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.privatemean.app.CsvFields.CsvNames;
import org.privatemean.spark.PrivateMean;

/**
 * A source of rows. Row i of what is read is a function of record i and of the request alone: no
 * type, no name and no number of columns is taken from records.
 *
 * @param reader name of the table or of Spark's reader
 * @param names what another source loads; names of the fields of csv files without header
 */
record Source(
    Format format, String reader, List<Path> paths, ReaderOptions options, List<String> names) {
  /** Beginning of a scope whose column only the ledger names. */
  static final String HASH = "/hash=";

  static final String WHERE = "--where";

  /** Column that suits every stage, for checks before the input is opened. */
  static final String SAMPLE = "the coordinates";

  private static final CsvNames ONE_VALUE = new CsvNames(List.of("value"), List.of(), false);

  /** Opened input, with all columns of the source unless the plan of the rows shows them. */
  record OpenInput(
      Dataset<Row> rows, boolean isText, Map<String, String> kinds, Optional<String> columns) {}

  static Source table(String name) {
    ReaderOptions none = ReaderOptions.parse(Format.TABLE, List.of());
    return new Source(Format.TABLE, name, List.of(), none, List.of());
  }

  /** Returns files of a format; csv files without header have names of fields, or none. */
  static Source files(Format format, List<Path> paths, ReaderOptions options, List<String> names) {
    return new Source(format, format.toString(), paths, options, names);
  }

  void check(CoordinateColumns columns, PrivateMean stage) {
    if (format == Format.LIBSVM) {
      if (!columns.equals(CoordinateColumns.vector("features"))) {
        throw new WrongInputException(
            columns.option() + ": libsvm has one column, of vectors: leave the option out");
      }
      checkNoOthers(beside(stage, Optional.empty()));
      if (!stage.isSet(stage.dimension())) {
        throw new WrongInputException("the dimension is missing: libsvm needs --dimension");
      }
      return;
    }
    boolean isScalar = format == Format.CSV || format == Format.TEXT;
    if (isScalar && columns.isVector()) {
      throw WrongInputException.format(
          "--vector-col: %s has no column of vectors: name columns of numbers with --features",
          reader);
    }
    if (format == Format.TEXT) {
      columns.names().forEach(name -> ONE_VALUE.field(columns.option(), name));
      checkNoOthers(beside(stage, Optional.empty()));
    }
  }

  void checkWhere(Condition condition) {
    if (format == Format.TEXT) {
      condition.columns().forEach(name -> ONE_VALUE.field(WHERE, name));
    }
    if (format == Format.LIBSVM) {
      throw new WrongInputException(
          WHERE + ": libsvm has no columns to distinguish rows by: convert the input first");
    }
  }

  private void checkNoOthers(Map<String, String> others) {
    others.forEach(
        (name, option) -> {
          throw WrongInputException.format(
              "%s: %s has no column %s: convert the input first", option, reader, name);
        });
  }

  void warn(Consumer<String> warnings) {
    if (format == Format.OTHER) {
      warnings.accept(
          String.format(
              "--format %s is read without checks: the names and types of its columns and "
                  + "the number of its rows must not depend on the content of single rows",
              reader));
    }
  }

  /** Returns a stage's other columns, the scope's by the ledger, and the options that name them. */
  static Map<String, String> beside(PrivateMean stage, Optional<String> ofLedger) {
    Map<String, String> found = new LinkedHashMap<>();
    if (stage.isDefined(stage.idCol())) {
      found.put(stage.getIdCol(), "--id-col");
    }
    if (stage.isGrouped()) {
      for (String name : stage.getGroupCols()) {
        found.putIfAbsent(name, "--group-cols");
      }
    }
    if (stage.isDefined(stage.personCol())) {
      found.putIfAbsent(stage.getPersonCol(), "--person-col");
    }
    String scope = stage.getLedgerScope();
    if (scope.contains("=") && !scope.startsWith(HASH)) {
      found.putIfAbsent(scope.substring(1, scope.indexOf('=')), "--scope");
    }
    ofLedger.ifPresent(name -> found.putIfAbsent(name, "--scope"));
    return found;
  }

  /** Returns the schema of {@link #SAMPLE} and the other columns that a stage asks for. */
  static StructType sampleSchema(PrivateMean stage) {
    StructType schema = new StructType().add(SAMPLE, SQLDataTypes.VectorType());
    for (String column : beside(stage, Optional.empty()).keySet()) {
      schema = schema.add(column, DataTypes.StringType);
    }
    return schema;
  }

  OpenInput open(
      SparkSession session,
      CoordinateColumns columns,
      PrivateMean stage,
      Map<String, String> beside,
      Optional<Condition> where) {
    return switch (format) {
      case TABLE -> select(session.table(reader), columns, beside, where, Optional.empty());
      case PARQUET, ORC, AVRO ->
          Lines.withFoldersOfText(
              session, () -> select(load(session), columns, beside, where, Optional.empty()));
      case OTHER -> {
        Dataset<Row> rows =
            session
                .read()
                .format(reader)
                .options(options.asGiven())
                .load(names.toArray(String[]::new));
        yield select(rows, columns, beside, where, Optional.of(rows.schema().catalogString()));
      }
      case JSON -> openJson(session, columns, beside, where);
      case TEXT -> {
        checkNoOthers(beside);
        Fields line = (text, folders) -> new String[] {text};
        yield text(
            Lines.read(session, paths, options)
                .where(where, names -> line)
                .rows(line::coordinates, columns.name()),
            columns,
            List.of());
      }
      case LIBSVM -> {
        checkNoOthers(beside);
        int dimension = stage.getDimension();
        yield text(
            Lines.read(session, paths, options)
                .rows((line, folders) -> Fields.parseLibsvm(line, dimension), columns.name()),
            columns,
            List.of());
      }
      case CSV -> openCsv(session, columns, beside, where);
    };
  }

  private Dataset<Row> load(SparkSession session) {
    return session
        .read()
        .format(reader)
        .options(options.asGiven())
        .option("ignoreCorruptFiles", false)
        .option("ignoreMissingFiles", false)
        .option("mergeSchema", false)
        .load(paths.stream().map(Path::toString).toArray(String[]::new));
  }

  private static OpenInput select(
      Dataset<Row> rows,
      CoordinateColumns columns,
      Map<String, String> beside,
      Optional<Condition> where,
      Optional<String> all) {
    Dataset<Row> kept = where.map(condition -> filter(rows, condition)).orElse(rows);
    List<Column> selected = new ArrayList<>();
    selected.add(columns.of(rows));
    beside.forEach(
        (name, option) -> selected.add(CoordinateColumns.findColumn(option, rows, name)));
    Dataset<Row> read = kept.select(selected.toArray(Column[]::new));
    return new OpenInput(
        columns.nameCoordinates(read), columns.holdText(rows), columns.kinds(rows), all);
  }

  /** Returns the rows that satisfy a condition, by one function that fails for none of them. */
  private static Dataset<Row> filter(Dataset<Row> rows, Condition condition) {
    Column[] cells =
        condition.columns().stream()
            .map(name -> CoordinateColumns.text(WHERE, rows, name))
            .toArray(Column[]::new);
    UDF1<Row, Boolean> holds =
        row ->
            condition.holds(
                IntStream.range(0, row.size()).mapToObj(row::getString).toArray(String[]::new));
    return rows.filter(functions.udf(holds, DataTypes.BooleanType).apply(functions.struct(cells)));
  }

  private static OpenInput text(Dataset<Row> rows, CoordinateColumns columns, List<String> all) {
    Map<String, String> kinds = new LinkedHashMap<>();
    columns.names().forEach(name -> kinds.put(name, "text, read as numbers"));
    return new OpenInput(
        columns.nameCoordinates(rows), true, kinds, Optional.of(String.join("\n", all)));
  }

  private OpenInput openJson(
      SparkSession session,
      CoordinateColumns columns,
      Map<String, String> beside,
      Optional<Condition> where) {
    List<String> others = List.copyOf(beside.keySet());
    Fields coordinates =
        columns.isVector()
            ? JsonFields.array(options, columns.name())
            : JsonFields.members(options, columns.names());
    Lines all = Lines.read(session, paths, options);
    columns.names().forEach(name -> all.checkNoFolder(columns.option(), name));
    beside.forEach((name, option) -> all.checkNoFolder(option, name));
    return text(
        all.where(where, members -> JsonFields.members(options, members))
            .rows(
                false,
                coordinates::coordinates,
                columns.name(),
                JsonFields.members(options, others),
                others),
        columns,
        List.of());
  }

  private OpenInput openCsv(
      SparkSession session,
      CoordinateColumns columns,
      Map<String, String> beside,
      Optional<Condition> where) {
    CsvFields.Dialect dialect = CsvFields.Dialect.from(options);
    boolean isExact = Boolean.parseBoolean(session.conf().get("spark.sql.caseSensitive"));
    Lines all = Lines.read(session, paths, options);
    boolean hasHeader = names.isEmpty() && options.isTrue("header", true);
    List<String> fields = hasHeader ? all.header(dialect) : names;
    CsvNames known = new CsvNames(fields, all.folders(), isExact);
    List<String> others = List.copyOf(beside.keySet());
    Fields coordinates = known.reader(dialect, columns.names(), name -> columns.option());
    Fields besides = known.reader(dialect, others, beside::get);
    Lines lines =
        all.where(where, columnNames -> known.reader(dialect, columnNames, name -> WHERE));
    // All that decides which field or folder a name means.
    List<String> named = new ArrayList<>(fields);
    all.folders().forEach(name -> named.add(name + "="));
    named.add("" + isExact);
    return text(
        lines.rows(hasHeader, coordinates::coordinates, columns.name(), besides, others),
        columns,
        named);
  }
}
