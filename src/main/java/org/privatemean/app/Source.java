package org.privatemean.app;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
 * A source of rows. Row i of what is read is a function of record i alone and of what the user
 * asked for: no type, no name and no number of columns is taken from records.
 */
sealed interface Source {
  /**
   * How a scope begins whose column the ledger names, so that it is not known before that is open.
   */
  String HASH = "/hash=";

  /** The option that names a condition. */
  String WHERE = "--where";

  /** Returns the kind of the source. Ledgers hold digests of it, so it never changes. */
  String kind();

  /**
   * The rows as one column of vectors or arrays and those that the stage asks for by name: of ids,
   * of groups, of persons.
   *
   * @param wanted what for
   * @param where which rows are read; all, if empty
   * @throws WrongInputException if a column is missing or cannot hold numbers
   */
  OpenInput open(
      SparkSession session, CoordinateColumns columns, Wanted wanted, Optional<Condition> where);

  /**
   * An input that is open.
   *
   * @param rows as one column of vectors or arrays and those that the stage asks for by name
   * @param isText whether numbers are read from text, by the schema
   * @param kinds what each column of the input holds that makes a coordinate, in order
   * @param columns all columns of the source, as its header, its schema or {@code --columns} names
   *     them; empty where the plan of the rows shows them
   */
  record OpenInput(
      Dataset<Row> rows, boolean isText, Map<String, String> kinds, Optional<String> columns) {}

  /**
   * Checks what can be known before anything is opened.
   *
   * @throws WrongInputException if the source cannot have such columns
   */
  default void check(CoordinateColumns columns, PrivateMean stage) {}

  /**
   * Checks a condition before anything is opened.
   *
   * @throws WrongInputException if the source cannot have its columns
   */
  default void checkWhere(Condition condition) {}

  /** The files, where they are known. */
  default List<Path> paths() {
    return List.of();
  }

  /** Returns what the user has to see to, if anything. */
  default Optional<String> warning() {
    return Optional.empty();
  }

  /**
   * A column by the option that named it, such as one that is read as it is, next to the
   * coordinates.
   *
   * @param option that named it
   */
  record Beside(String option, String name) {}

  /** The columns that a stage asks for in addition to the coordinates, each once. */
  static List<Beside> beside(PrivateMean stage) {
    Map<String, Beside> found = new LinkedHashMap<>();
    if (stage.isDefined(stage.idCol())) {
      found.put(stage.getIdCol(), new Beside("--id-col", stage.getIdCol()));
    }
    if (stage.isGrouped()) {
      for (String name : stage.getGroupCols()) {
        found.putIfAbsent(name, new Beside("--group-cols", name));
      }
    }
    if (stage.isDefined(stage.personCol())) {
      String name = stage.getPersonCol();
      found.putIfAbsent(name, new Beside("--person-col", name));
    }
    String scope = stage.getLedgerScope();
    if (scope.contains("=") && !scope.startsWith(HASH)) {
      String name = scope.substring(1, scope.indexOf('='));
      found.putIfAbsent(name, new Beside("--scope", name));
    }
    return List.copyOf(found.values());
  }

  /** True if rows come one for each record, whatever records hold: what this job reads itself. */
  default boolean areRowsKept() {
    return !(this instanceof TableSource || this instanceof Other);
  }

  /**
   * The purpose that rows are read for.
   *
   * @param stage which fits them
   * @param ofLedger the column that its scope is about, where the ledger names it
   */
  record Wanted(PrivateMean stage, Optional<String> ofLedger) {
    /** The columns in addition to the coordinates, each once. */
    List<Beside> beside() {
      List<Beside> beside = new ArrayList<>(Source.beside(stage));
      ofLedger
          .filter(name -> beside.stream().noneMatch(each -> each.name().equals(name)))
          .ifPresent(name -> beside.add(new Beside("--scope", name)));
      return beside;
    }

    List<String> names() {
      return beside().stream().map(Beside::name).toList();
    }
  }

  private static OpenInput select(
      Dataset<Row> rows, CoordinateColumns columns, Wanted wanted, Optional<Condition> where) {
    Dataset<Row> kept = where.map(condition -> filter(rows, condition)).orElse(rows);
    List<Column> selected = new ArrayList<>();
    selected.add(columns.of(rows));
    wanted
        .beside()
        .forEach(
            each -> selected.add(CoordinateColumns.findColumn(each.option(), rows, each.name())));
    Dataset<Row> read = kept.select(selected.toArray(Column[]::new));
    return new OpenInput(read, columns.holdText(rows), columns.kinds(rows), Optional.empty());
  }

  /** The rows that satisfy a condition, in one function that fails for none of them. */
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

  private static void checkScalars(String format, CoordinateColumns columns) {
    if (!(columns instanceof CoordinateColumns.Features)) {
      throw new WrongInputException(
          String.format(
              "--vector-col: %s has no column of vectors: name columns of numbers with --features",
              format));
    }
  }

  private static void checkNoOthers(String format, List<Beside> others) {
    if (!others.isEmpty()) {
      throw new WrongInputException(
          String.format(
              "%s: %s has no column %s: convert the input first",
              others.get(0).option(), format, others.get(0).name()));
    }
  }

  /**
   * A table or view, with the schema that it stores.
   *
   * @param name as the session knows it
   */
  record TableSource(String name) implements Source {
    @Override
    public String kind() {
      return "Table";
    }

    @Override
    public OpenInput open(
        SparkSession session, CoordinateColumns columns, Wanted wanted, Optional<Condition> where) {
      return select(session.table(name), columns, wanted, where);
    }
  }

  /**
   * Files that store their schema.
   *
   * @param format one that is not of lines
   */
  record StoredFiles(Format format, List<Path> paths, ReaderOptions options) implements Source {
    @Override
    public String kind() {
      return "Stored";
    }

    @Override
    public OpenInput open(
        SparkSession session, CoordinateColumns columns, Wanted wanted, Optional<Condition> where) {
      return Lines.withFoldersOfText(session, () -> select(load(session), columns, wanted, where));
    }

    private Dataset<Row> load(SparkSession session) {
      return session
          .read()
          .format(format.toString())
          .options(options.asGiven())
          .option("ignoreCorruptFiles", false)
          .option("ignoreMissingFiles", false)
          .option("mergeSchema", false)
          .load(paths.stream().map(Path::toString).toArray(String[]::new));
    }
  }

  /**
   * Any other source, by the name of its reader.
   *
   * @param names what is to be loaded
   */
  record Other(String reader, List<String> names, ReaderOptions options) implements Source {
    @Override
    public String kind() {
      return "Other";
    }

    @Override
    public OpenInput open(
        SparkSession session, CoordinateColumns columns, Wanted wanted, Optional<Condition> where) {
      Dataset<Row> rows =
          session
              .read()
              .format(reader)
              .options(options.asGiven())
              .load(names.toArray(String[]::new));
      OpenInput opened = select(rows, columns, wanted, where);
      return new OpenInput(
          opened.rows(),
          opened.isText(),
          opened.kinds(),
          Optional.of(rows.schema().catalogString()));
    }

    @Override
    public Optional<String> warning() {
      return Optional.of(
          String.format(
              "--format %s is read without checks: the names and types of its columns and "
                  + "the number of its rows must not depend on the content of single rows",
              reader));
    }
  }

  /** Lines of json: the columns are members of the objects. */
  record JsonSource(List<Path> paths, ReaderOptions options) implements Source {
    @Override
    public String kind() {
      return "Json";
    }

    @Override
    public OpenInput open(
        SparkSession session, CoordinateColumns columns, Wanted wanted, Optional<Condition> where) {
      List<String> others = wanted.names();
      Fields coordinates =
          columns instanceof CoordinateColumns.Features features
              ? JsonFields.members(options, features.names())
              : JsonFields.array(options, columns.name());
      LineParser parser = new LineParser.OfFields(coordinates, JsonFields.members(options, others));
      Optional<LineParser.Filter> filter =
          where.map(
              condition ->
                  new LineParser.Filter(
                      JsonFields.members(options, condition.columns()), condition));
      Lines lines = Lines.read(session, paths, options);
      lines.checkFolders(columns.option(), columns.names());
      wanted.beside().forEach(each -> lines.checkFolders(each.option(), List.of(each.name())));
      return text(lines.where(filter).rows(parser, columns.name(), others), columns, List.of());
    }
  }

  /** Lines of numbers: one column, {@code value}. */
  record PlainText(List<Path> paths, ReaderOptions options) implements Source {
    @Override
    public String kind() {
      return "PlainText";
    }

    @Override
    public void check(CoordinateColumns columns, PrivateMean stage) {
      checkScalars("text", columns);
      CsvNames.of(List.of("value"), false).places(columns.option(), columns.names());
      checkNoOthers("text", beside(stage));
    }

    @Override
    public void checkWhere(Condition condition) {
      CsvNames.of(List.of("value"), false).places(WHERE, condition.columns());
    }

    @Override
    public OpenInput open(
        SparkSession session, CoordinateColumns columns, Wanted wanted, Optional<Condition> where) {
      checkNoOthers("text", wanted.beside());
      Fields line = text -> new String[] {text};
      return text(
          Lines.read(session, paths, options)
              .where(where.map(condition -> new LineParser.Filter(line, condition)))
              .rows(new LineParser.OfFields(line, line), columns.name(), List.of()),
          columns,
          List.of());
    }
  }

  /** Lines of libsvm: one column, {@code features}. */
  record Libsvm(List<Path> paths, ReaderOptions options) implements Source {
    @Override
    public String kind() {
      return "Libsvm";
    }

    @Override
    public void check(CoordinateColumns columns, PrivateMean stage) {
      if (!columns.equals(new CoordinateColumns.Vector("features"))) {
        throw new WrongInputException(
            columns.option() + ": libsvm has one column, of vectors: leave the option out");
      }
      checkNoOthers("libsvm", beside(stage));
      if (!stage.isSet(stage.dimension())) {
        throw new WrongInputException("the dimension is missing: libsvm needs --dimension");
      }
    }

    @Override
    public void checkWhere(Condition condition) {
      throw new WrongInputException(
          WHERE + ": libsvm has no columns to distinguish rows by: convert the input first");
    }

    @Override
    public OpenInput open(
        SparkSession session, CoordinateColumns columns, Wanted wanted, Optional<Condition> where) {
      checkNoOthers("libsvm", wanted.beside());
      return text(
          Lines.read(session, paths, options)
              .rows(new LibsvmLine(wanted.stage().getDimension()), columns.name(), List.of()),
          columns,
          List.of());
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
    public String kind() {
      return "Csv";
    }

    @Override
    public void check(CoordinateColumns columns, PrivateMean stage) {
      checkScalars("csv", columns);
    }

    @Override
    public OpenInput open(
        SparkSession session, CoordinateColumns columns, Wanted wanted, Optional<Condition> where) {
      CsvFields.Dialect dialect = CsvFields.Dialect.from(options);
      Lines all = Lines.read(session, paths, options);
      boolean hasHeader = names.isEmpty() && options.isTrue("header", true);
      List<String> fields = hasHeader ? all.header(dialect) : names.orElse(List.of());
      CsvNames known =
          fields.isEmpty() ? CsvNames.BY_NUMBER : CsvNames.of(fields, isExact(session));
      Named named = new Named(dialect, known, CsvNames.of(all.folders(), isExact(session)));
      List<String> others = wanted.names();
      LineParser parser =
          new LineParser.OfFields(
              named.fields(all(columns.option(), columns.names())), named.fields(wanted.beside()));
      Lines lines =
          all.where(
              where.map(
                  condition ->
                      new LineParser.Filter(
                          named.fields(all(WHERE, condition.columns())), condition)));
      return text(
          hasHeader
              ? lines.rowsBelowHeaders(parser, columns.name(), others)
              : lines.rows(parser, columns.name(), others),
          columns,
          named(fields, all.folders(), isExact(session)));
    }

    /** All that decides which field or folder a name means. */
    private static List<String> named(List<String> fields, List<String> folders, boolean isExact) {
      return Stream.of(
              fields.stream(), folders.stream().map(name -> name + "="), Stream.of("" + isExact))
          .flatMap(names -> names)
          .toList();
    }

    private static List<Beside> all(String option, List<String> names) {
      return names.stream().map(name -> new Beside(option, name)).toList();
    }

    private static boolean isExact(SparkSession session) {
      return Boolean.parseBoolean(session.conf().get("spark.sql.caseSensitive"));
    }

    /**
     * The names of columns and the dialect that they are read by.
     *
     * @param folders names of the columns that folders name; a field of the line comes first
     */
    private record Named(CsvFields.Dialect dialect, CsvNames line, CsvNames folders) {
      Fields fields(List<Beside> columns) {
        int[] found =
            columns.stream()
                .mapToInt(
                    each ->
                        line.of(each.name()).findAny().isPresent()
                            ? -1
                            : folders.of(each.name()).findFirst().orElse(-1))
                .toArray();
        int[] places =
            IntStream.range(0, found.length)
                .map(j -> found[j] < 0 ? place(columns.get(j)) : -1)
                .toArray();
        Fields fields = new CsvFields(dialect, places);
        return Arrays.stream(found).allMatch(folder -> folder < 0)
            ? fields
            : new Fields.OfFolders(fields, Arrays.stream(found).boxed().toList());
      }

      private int place(Beside column) {
        return line.places(column.option(), List.of(column.name()))[0];
      }
    }
  }
}
