package org.privatemean.app;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.privatemean.spark.PrivateMean;

/**
 * A source of rows. Row i of what is read is a function of record i and of the request alone: no
 * type, no name and no number of columns is taken from records.
 *
 * @param reader name of the table or of Spark's reader
 * @param names what another source loads; names of the fields of csv files without header
 */
record Source(
    SourceKind kind, String reader, List<Path> paths, ReaderOptions options, List<String> names) {
  /** Beginning of a scope whose column only the ledger names. */
  static final String HASH = "/hash=";

  /** The option that names a condition. */
  static final String WHERE = "--where";

  /** The column of lines of numbers. */
  private static final CsvNames ONE_VALUE = CsvNames.of(List.of("value"), false);

  /** Kinds of sources. */
  enum SourceKind {
    /** A table or view, with the schema that it stores. */
    TABLE("Table"),
    /** Files that store their schema. */
    STORED("Stored"),
    /** Any other source, by the name of its reader. */
    OTHER("Other"),
    /** Lines of json: the columns are members of the objects. */
    JSON("Json"),
    /** Lines of numbers: one column, {@code value}. */
    TEXT("PlainText"),
    /** Lines of libsvm: one column, {@code features}. */
    LIBSVM("Libsvm"),
    /** Lines of fields. */
    CSV("Csv");

    private final String label;

    SourceKind(String label) {
      this.label = label;
    }

    /** Returns the name of the kind. Ledgers hold digests of it, so it never changes. */
    String label() {
      return label;
    }
  }

  /**
   * An input that is open.
   *
   * @param columns all columns of the source, as its header, its schema or {@code --columns} names
   *     them; empty where the plan of the rows shows them
   */
  record OpenInput(
      Dataset<Row> rows, boolean isText, Map<String, String> kinds, Optional<String> columns) {}

  static Source table(String name) {
    return new Source(
        SourceKind.TABLE,
        name,
        List.of(),
        ReaderOptions.parse(Optional.empty(), List.of()),
        List.of());
  }

  static Source other(String reader, List<String> names, ReaderOptions options) {
    return new Source(SourceKind.OTHER, reader, List.of(), options, names);
  }

  /**
   * Returns files of a format.
   *
   * @param names names of the fields of csv files without header, or none
   */
  static Source files(Format format, List<Path> paths, ReaderOptions options, List<String> names) {
    SourceKind kind =
        switch (format) {
          case CSV -> SourceKind.CSV;
          case JSON -> SourceKind.JSON;
          case TEXT -> SourceKind.TEXT;
          case LIBSVM -> SourceKind.LIBSVM;
          case PARQUET, ORC, AVRO -> SourceKind.STORED;
        };
    return new Source(kind, format.toString(), paths, options, names);
  }

  /** Checks what can be known before anything is opened. */
  void check(CoordinateColumns columns, PrivateMean stage) {
    if (kind == SourceKind.LIBSVM) {
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
    boolean isScalar = kind == SourceKind.CSV || kind == SourceKind.TEXT;
    if (isScalar && columns.isVector()) {
      throw WrongInputException.format(
          "--vector-col: %s has no column of vectors: name columns of numbers with --features",
          reader);
    }
    if (kind == SourceKind.TEXT) {
      columns.names().forEach(name -> ONE_VALUE.place(columns.option(), name));
      checkNoOthers(beside(stage, Optional.empty()));
    }
  }

  /** Checks a condition before anything is opened. */
  void checkWhere(Condition condition) {
    if (kind == SourceKind.TEXT) {
      condition.columns().forEach(name -> ONE_VALUE.place(WHERE, name));
    }
    if (kind == SourceKind.LIBSVM) {
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

  /** Returns a warning for the user, if any. */
  Optional<String> warning() {
    return kind == SourceKind.OTHER
        ? Optional.of(
            String.format(
                "--format %s is read without checks: the names and types of its columns and "
                    + "the number of its rows must not depend on the content of single rows",
                reader))
        : Optional.empty();
  }

  /** True if each record gives one row, whatever it holds: for all that this job reads itself. */
  boolean areRowsKept() {
    return kind != SourceKind.TABLE && kind != SourceKind.OTHER;
  }

  /**
   * Returns the columns that a stage asks for in addition to the coordinates, with the options that
   * name them.
   *
   * @param ofLedger the column that the scope is about, where the ledger names it
   */
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

  /**
   * Opens the rows as one column of vectors or arrays and those that the stage asks for by name.
   *
   * @param where the rows that are read; all, if empty
   */
  OpenInput open(
      SparkSession session,
      CoordinateColumns columns,
      PrivateMean stage,
      Map<String, String> beside,
      Optional<Condition> where) {
    return switch (kind) {
      case TABLE -> select(session.table(reader), columns, beside, where);
      case STORED ->
          Lines.withFoldersOfText(session, () -> select(load(session), columns, beside, where));
      case OTHER -> {
        Dataset<Row> rows =
            session
                .read()
                .format(reader)
                .options(options.asGiven())
                .load(names.toArray(String[]::new));
        OpenInput opened = select(rows, columns, beside, where);
        yield new OpenInput(
            opened.rows(),
            opened.isText(),
            opened.kinds(),
            Optional.of(rows.schema().catalogString()));
      }
      case JSON -> openJson(session, columns, beside, where);
      case TEXT -> {
        checkNoOthers(beside);
        Fields line = text -> new String[] {text};
        yield text(
            Lines.read(session, paths, options)
                .where(where.map(condition -> new LineParser.Filter(line, condition)))
                .rows(new LineParser.OfFields(line, line), columns.name(), List.of()),
            columns,
            List.of());
      }
      case LIBSVM -> {
        checkNoOthers(beside);
        yield text(
            Lines.read(session, paths, options)
                .rows(new LibsvmLine(stage.getDimension()), columns.name(), List.of()),
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
      Optional<Condition> where) {
    Dataset<Row> kept = where.map(condition -> filter(rows, condition)).orElse(rows);
    List<Column> selected = new ArrayList<>();
    selected.add(columns.of(rows));
    beside.forEach(
        (name, option) -> selected.add(CoordinateColumns.findColumn(option, rows, name)));
    Dataset<Row> read = kept.select(selected.toArray(Column[]::new));
    return new OpenInput(read, columns.holdText(rows), columns.kinds(rows), Optional.empty());
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
    return new OpenInput(rows, true, kinds, Optional.of(String.join("\n", all)));
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
    LineParser parser = new LineParser.OfFields(coordinates, JsonFields.members(options, others));
    Optional<LineParser.Filter> filter =
        where.map(
            condition ->
                new LineParser.Filter(JsonFields.members(options, condition.columns()), condition));
    Lines lines = Lines.read(session, paths, options);
    lines.checkFolders(columns.option(), columns.names());
    beside.forEach((name, option) -> lines.checkFolders(option, List.of(name)));
    return text(lines.where(filter).rows(parser, columns.name(), others), columns, List.of());
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
    CsvNames known = fields.isEmpty() ? CsvNames.BY_NUMBER : CsvNames.of(fields, isExact);
    CsvReader csv = new CsvReader(dialect, known, CsvNames.of(all.folders(), isExact));
    List<String> others = List.copyOf(beside.keySet());
    LineParser parser =
        new LineParser.OfFields(
            csv.fields(columns.names(), name -> columns.option()), csv.fields(others, beside::get));
    Lines lines =
        all.where(
            where.map(
                condition ->
                    new LineParser.Filter(
                        csv.fields(condition.columns(), name -> WHERE), condition)));
    // All that decides which field or folder a name means.
    List<String> named =
        Stream.of(
                fields.stream(),
                all.folders().stream().map(name -> name + "="),
                Stream.of("" + isExact))
            .flatMap(each -> each)
            .toList();
    return text(
        hasHeader
            ? lines.rowsBelowHeaders(parser, columns.name(), others)
            : lines.rows(parser, columns.name(), others),
        columns,
        named);
  }

  /** Reader of csv fields by name. */
  private record CsvReader(CsvFields.Dialect dialect, CsvNames line, CsvNames folders) {
    Fields fields(List<String> columns, UnaryOperator<String> option) {
      int[] found =
          columns.stream()
              .mapToInt(
                  name ->
                      line.of(name).findAny().isPresent()
                          ? -1
                          : folders.of(name).findFirst().orElse(-1))
              .toArray();
      int[] places =
          IntStream.range(0, found.length)
              .map(
                  j -> found[j] < 0 ? line.place(option.apply(columns.get(j)), columns.get(j)) : -1)
              .toArray();
      Fields fields = new CsvFields(dialect, places);
      return Arrays.stream(found).allMatch(folder -> folder < 0)
          ? fields
          : new Fields.OfFolders(fields, Arrays.stream(found).boxed().toList());
    }
  }
}
