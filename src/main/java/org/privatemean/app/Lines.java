package org.privatemean.app;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.util.LineReader;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.privatemean.spark.column.VectorColumn;

/**
 * Text files with one record per line. A byte order mark at the beginning of any line is removed.
 * The reader removes it at the beginning of a file, so it must not count elsewhere either.
 */
record Lines(
    List<Path> paths,
    Dataset<Row> text,
    Charset charset,
    Optional<String> separator,
    Optional<UDF2<String, String[], Object>> filter) {
  /** Differs from every name of a partition column. */
  private static final String LINE = "a line of the input";

  /** Setting that takes the types of partition columns from folder names, which come from rows. */
  private static final String FOLDER_TYPES =
      "spark.sql.sources.partitionColumnTypeInference.enabled";

  private static final byte[] MARK = "\uFEFF".getBytes(StandardCharsets.UTF_8);

  /** Returns a copy that keeps the lines for which a condition, if any, is true. */
  Lines where(Optional<Condition> where, Function<List<String>, Fields> reader) {
    if (where.isEmpty()) {
      return this;
    }
    Condition condition = where.get();
    Fields fields = reader.apply(condition.columns());
    UDF2<String, String[], Object> keeps =
        (line, folders) -> {
          String[] texts = fields.of(line, folders);
          return condition.holds(texts == null ? new String[condition.columns().size()] : texts);
        };
    return new Lines(paths, text, charset, separator, Optional.of(keeps));
  }

  /** Finds the files without reading them. */
  static Lines read(SparkSession session, List<Path> paths, ReaderOptions options) {
    Charset charset = options.charset();
    Optional<String> separator = separator(options);
    var reader =
        session
            .read()
            .format("text")
            .schema(new StructType().add(LINE, DataTypes.StringType))
            .options(options.ofFiles())
            .option("ignoreCorruptFiles", false)
            .option("ignoreMissingFiles", false);
    separator.ifPresent(text -> reader.option("lineSep", text));
    String[] names = paths.stream().map(Path::toString).toArray(String[]::new);
    Dataset<Row> text = withFoldersOfText(session, () -> reader.load(names));
    return new Lines(paths, text, charset, separator, Optional.empty());
  }

  /** Runs a read with partition columns as text. */
  static <T> T withFoldersOfText(SparkSession session, Supplier<T> read) {
    String before = session.conf().get(FOLDER_TYPES, "true");
    session.conf().set(FOLDER_TYPES, "false");
    try {
      return read.get();
    } finally {
      session.conf().set(FOLDER_TYPES, before);
    }
  }

  /** Returns the separator, one byte: the first of several could end the previous record. */
  private static Optional<String> separator(ReaderOptions options) {
    Optional<String> separator = options.character("lineSep");
    if (separator.filter(text -> text.isEmpty() || text.charAt(0) >= 128).isPresent()) {
      throw new WrongInputException("--option lineSep must be one ASCII character");
    }
    return separator;
  }

  /** Returns the names of the partition columns, such as {@code region} for {@code region=EU}. */
  List<String> folders() {
    return Arrays.stream(text.columns()).filter(name -> !name.equals(LINE)).toList();
  }

  /** Refuses a partition column: a line may have a member with its name. */
  void checkNoFolder(String option, String name) {
    if (folders().contains(name)) {
      throw WrongInputException.format(
          "%s: %s is a column of folders, which is not read of lines of json: convert the"
              + " input to Parquet first",
          option, name);
    }
  }

  /** Returns the coordinates of each line. */
  Dataset<Row> rows(UDF2<String, String[], Object> coordinates, String name) {
    return rows(false, coordinates, name, (line, folders) -> null, List.of());
  }

  /** Returns the coordinates of each line, below headers if files have them, and other texts. */
  Dataset<Row> rows(
      boolean hasHeader,
      UDF2<String, String[], Object> coordinates,
      String name,
      Fields fields,
      List<String> others) {
    List<Column> columns = new ArrayList<>();
    columns.add(read(coordinates, SQLDataTypes.VectorType()).as(name));
    for (int k = 0; k < others.size(); k++) {
      int place = k;
      columns.add(
          read(
                  (line, folders) -> {
                    String[] texts = fields.of(line, folders);
                    return texts == null ? null : texts[place];
                  },
                  DataTypes.StringType)
              .as(others.get(k)));
    }
    Dataset<Row> lines = hasHeader ? belowHeaders() : select();
    Dataset<Row> kept =
        filter.map(rule -> lines.filter(read(rule, DataTypes.BooleanType))).orElse(lines);
    return kept.select(columns.toArray(Column[]::new));
  }

  private Dataset<Row> belowHeaders() {
    Dataset<Row> lines = select("_metadata.file_path", "_metadata.file_block_start");
    return folders().isEmpty()
        ? lines
            .mapPartitions(
                belowHeaders((Function<Row, byte[]> & Serializable) row -> row.getAs(0)),
                Encoders.BINARY())
            .toDF(LINE)
        : lines.mapPartitions(
            belowHeaders((Function<Row, Row> & Serializable) row -> row),
            Encoders.row(lines.schema()));
  }

  /** Returns the lines with their folders and other columns. */
  private Dataset<Row> select(String... others) {
    List<Column> columns = new ArrayList<>();
    columns.add(functions.col(LINE).cast(DataTypes.BinaryType));
    folders().forEach(name -> columns.add(VectorColumn.quote(name)));
    Stream.of(others).map(functions::col).forEach(columns::add);
    return text.select(columns.toArray(Column[]::new));
  }

  /** Returns a column computed from a line and the texts of its folders. */
  private Column read(UDF2<String, String[], Object> reads, DataType type) {
    String decoded = charset.name();
    Column line = functions.col(LINE);
    List<String> folders = folders();
    if (folders.isEmpty()) {
      UDF1<byte[], Object> ofLine = bytes -> reads.call(decode(bytes, decoded), new String[0]);
      return functions.udf(ofLine, type).apply(line);
    }
    int count = folders.size();
    UDF2<byte[], Row, Object> ofBoth =
        (bytes, named) ->
            reads.call(
                decode(bytes, decoded),
                IntStream.range(0, count).mapToObj(named::getString).toArray(String[]::new));
    return functions
        .udf(ofBoth, type)
        .apply(
            line,
            functions.struct(folders.stream().map(VectorColumn::quote).toArray(Column[]::new)));
  }

  /** Decodes a line; malformed bytes become a character that no number contains. */
  private static String decode(byte[] line, String charset) {
    int from = 0;
    while (line.length - from >= MARK.length
        && Arrays.equals(line, from, from + MARK.length, MARK, 0, MARK.length)) {
      from += MARK.length;
    }
    return new String(line, from, line.length - from, Charset.forName(charset));
  }

  /** Returns the names in the first line of the files, the same in all but empty ones. */
  List<String> header(CsvFields.Dialect dialect) {
    List<String> headers = headers();
    if (headers.isEmpty()) {
      throw new WrongInputException("--input has no header line, which names the columns");
    }
    if (headers.size() > 1) {
      throw new WrongInputException(
          "--input: the files do not all begin with the same header line: each needs it, or none"
              + " has one and --columns names the columns");
    }
    List<String> names = CsvFields.first(dialect, headers.get(0), Integer.MAX_VALUE);
    if (names == null) {
      throw new WrongInputException("--input: the header line leaves a quote open");
    }
    return names;
  }

  private List<String> headers() {
    List<Path> files =
        Arrays.stream(text.inputFiles()).sorted().map(URI::create).map(Path::new).toList();
    try {
      FileSystem system = files.isEmpty() ? null : Storage.fileSystem(files.get(0));
      return files.parallelStream()
          .map(file -> firstLine(system, file))
          .flatMap(Optional::stream)
          .distinct()
          .toList();
    } catch (IOException | UncheckedIOException unreadable) {
      throw Failure.unreadable(paths, unreadable);
    }
  }

  /** Decompresses a file as Spark does: Hadoop's zstd would need a native library. */
  private static InputStream plain(InputStream stored, Path file, CompressionCodec codec)
      throws IOException {
    if (file.getName().endsWith(".zst")) {
      return new ZstdInputStream(stored);
    }
    return codec == null ? stored : codec.createInputStream(stored);
  }

  private Optional<String> firstLine(FileSystem system, Path file) {
    Configuration configuration = system.getConf();
    CompressionCodec codec = new CompressionCodecFactory(configuration).getCodec(file);
    try (InputStream stored = system.open(file);
        InputStream plain = plain(stored, file, codec);
        LineReader reader =
            new LineReader(
                plain,
                configuration,
                separator.map(text -> text.getBytes(StandardCharsets.US_ASCII)).orElse(null))) {
      Text line = new Text();
      return reader.readLine(line) == 0
          ? Optional.empty()
          : Optional.of(decode(line.copyBytes(), charset.name()));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /**
   * Returns a function that drops the first line of every file, that of the part that begins at
   * byte 0. Rows end with the file and the offset of the part with the line.
   *
   * @param kept what becomes of a line
   */
  private static <T, F extends Function<Row, T> & Serializable>
      MapPartitionsFunction<Row, T> belowHeaders(F kept) {
    return rows ->
        new Iterator<>() {
          private String file = "";
          private long start = -1;
          private Row next;

          @Override
          public boolean hasNext() {
            while (next == null && rows.hasNext()) {
              Row row = rows.next();
              int last = row.size() - 1;
              boolean begins = row.getLong(last) != start || !row.getString(last - 1).equals(file);
              file = row.getString(last - 1);
              start = row.getLong(last);
              next = begins && start == 0 ? null : row;
            }
            return next != null;
          }

          @Override
          public T next() {
            if (!hasNext()) {
              throw new NoSuchElementException();
            }
            Row row = next;
            next = null;
            return kept.apply(row);
          }
        };
  }
}
