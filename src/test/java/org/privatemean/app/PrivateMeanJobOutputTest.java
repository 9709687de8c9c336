package org.privatemean.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.logging.log4j.LogManager;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.LongAccumulator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.spark.PrivateMean;

/**
 * Runs of the job on input that is planted all over, in values, keys, tags, headers, ids, corrupt
 * lines and names of part files, and everything that they let out: whether they succeed, fail or
 * are refused, nothing of the input is in it.
 */
final class PrivateMeanJobOutputTest {
  private static final int ROWS = 300;

  @TempDir private Path folder;

  private WholeOutput output;

  /** Lines of three small numbers each. */
  private static Stream<String> clean(String form) {
    return IntStream.range(0, ROWS)
        .mapToObj(i -> String.format(form, i % 7 / 4.0, i % 5 / 2.0, i % 3 / 8.0));
  }

  private Path write(String name, Stream<String> lines) {
    Path path = folder.resolve(name);
    try {
      Files.createDirectories(path.getParent());
      return Files.write(path, lines.toList());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static Stream<String> oddCsv() {
    return Stream.of(
        "canarytext,canaryid,77310409,1,2",
        "canarytext,canaryid,77310409x,1,2",
        "canarytext,canaryid,77310409e999,1,2",
        "\"canarytext,canaryid,77310409,1,2",
        "canarytext",
        "77310409," + "77310409,".repeat(25_000),
        HEADER.toUpperCase(Locale.ROOT),
        HEADER,
        "{\"canarykey\": 77310409}",
        "");
  }

  private static final String HEADER = "canaryheader,user,a,b,c";

  /** Two files, with a header each. */
  private Path csv() {
    Stream<String> clean = clean("canarytext,canaryid,%s,%s,%s");
    write("csv/part-canaryfile-0.csv", Stream.concat(Stream.of(HEADER), clean));
    write("csv/part-canaryfile-1.csv", Stream.concat(Stream.of(HEADER), oddCsv()));
    return folder.resolve("csv");
  }

  /** One more file, which lacks the header. */
  private Path csvOfTwoHeaders() {
    csv();
    write("csv/part-canaryfile-2.csv", oddCsv());
    return folder.resolve("csv");
  }

  private Path json() {
    Stream<String> odd =
        Stream.of(
            "{\"a\": 77310409, \"b\": 1, \"c\": 2, \"canarykey\": {\"canarykey2\": 1}}",
            "{\"a\": 1, \"a\": \"canarytext\", \"b\": 1, \"c\": 77310409}",
            "{\"A\": 77310409, \"a\": 1, \"b\": 2, \"c\": 3}",
            "{\"a\": {\"canarykey\": 77310409}, \"b\": [77310409], \"c\": \"canarytext\"}",
            "{\"a\": 77310409e999, \"b\": 77310409, \"c\": 77310409",
            "[{\"canarykey\": 77310409}, {\"canarykey\": 77310409}]",
            "{\"canarytext",
            "canarytext 77310409",
            "<canarytag>77310409</canarytag>",
            "{\"a\": " + "[".repeat(5_000) + "77310409",
            "");
    write(
        "json/part-canaryfile-0.json",
        Stream.concat(clean("{\"a\": %s, \"b\": %s, \"c\": %s, \"canarykey\": 77310409}"), odd));
    return folder.resolve("json");
  }

  private Path libsvm() {
    Stream<String> odd =
        Stream.of(
            "77310409 1:1 2:2",
            "1 1:77310409 77310409:1",
            "1 1:77310409x",
            "canarytext 1:canarytext",
            "canarytext");
    write("libsvm/part-canaryfile-0.libsvm", Stream.concat(clean("77310409 1:%s 2:%s 3:%s"), odd));
    return folder.resolve("libsvm");
  }

  /** Gives the files of a folder names that hold a planted text. */
  private static Path renamed(Path saved) {
    try (Stream<Path> found = Files.list(saved)) {
      for (Path file : found.toList()) {
        String name = file.getFileName().toString();
        if (name.startsWith("part-")) {
          Files.move(file, file.resolveSibling("part-canaryfile-" + name));
        } else {
          Files.delete(file);
        }
      }
      return saved;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private Path stored(String format) {
    StructType struct = new StructType().add("canarykey", DataTypes.DoubleType);
    StructType schema =
        new StructType()
            .add("a", DataTypes.StringType)
            .add("v", DataTypes.createArrayType(DataTypes.StringType))
            .add("s", struct)
            .add("canaryheader", DataTypes.StringType);
    Row planted = RowFactory.create(77310409.0);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(RowFactory.create("1", List.of("1", "2", "3"), planted, "canarytext"));
    }
    for (String text : List.of("77310409", "77310409e999", "canarytext")) {
      rows.add(RowFactory.create(text, Arrays.asList(text, null, text), planted, "canarytext"));
    }
    Path path = folder.resolve(format);
    frame(rows, schema).write().format(format).save(path.toString());
    return renamed(path);
  }

  private static Dataset<Row> frame(List<Row> rows, StructType schema) {
    return Sample.session().createDataFrame(rows, schema).coalesce(1);
  }

  private Path vectors() {
    StructType form =
        new StructType()
            .add("type", DataTypes.ByteType)
            .add("size", DataTypes.IntegerType)
            .add("indices", DataTypes.createArrayType(DataTypes.IntegerType))
            .add("values", DataTypes.createArrayType(DataTypes.DoubleType));
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(vector(3, List.of(0, 1), List.of(i % 7 / 4.0, 77310409.0)));
    }
    rows.add(vector(3, List.of(0, 77310409), List.of(77310409.0, 1.0)));
    rows.add(vector(3, List.of(77310409), List.of()));
    rows.add(vector(77310409, List.of(0), List.of(77310409.0)));
    Path structs = folder.resolve("structs");
    frame(rows, new StructType().add("v", form)).write().parquet(structs.toString());
    Path path = folder.resolve("vectors");
    Sample.session()
        .read()
        .schema(new StructType().add("v", SQLDataTypes.VectorType()))
        .parquet(structs.toString())
        .write()
        .parquet(path.toString());
    return renamed(path);
  }

  private static Row vector(int size, List<Integer> indices, List<Double> values) {
    return RowFactory.create(RowFactory.create((byte) 0, size, indices, values));
  }

  /** A part file cut in half. */
  private Path cut(Path stored) {
    try (Stream<Path> found = Files.list(stored)) {
      Path part = found.findFirst().get();
      byte[] bytes = Files.readAllBytes(part);
      Files.write(part, Arrays.copyOf(bytes, bytes.length / 2));
      return stored;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @BeforeEach
  void startSpark() {
    Sample.session();
  }

  private void assertRun(int code, Path input, String... args) {
    List<String> all = new ArrayList<>(List.of("fit", "--input", input.toString()));
    all.addAll(
        List.of(args).contains("local")
            ? List.of("--bound", "10")
            : List.of("--method", "clipped", "--clipping-norm", "10", "--rho", "0.5"));
    all.addAll(List.of(args));
    assertEquals(code, output.run(all), () -> String.join(" ", args) + "\n" + output.err());
  }

  /** Under all three rules; the second leaves a model and a report. */
  private void assertRuns(Path input, String... args) {
    Path left = folder.resolve("left of " + input.getFileName());
    assertRun(1, input, args);
    assertRun(
        0,
        input,
        with(
            args,
            "--handle-invalid",
            "zero",
            "--output",
            left.resolve("model").toString(),
            "--report",
            left.resolve("report.json").toString()));
    output.addFiles(left);
    assertRun(0, input, with(args, "--handle-invalid", "skip", "--neighbours", "addRemove"));
  }

  private static String[] with(String[] args, String... more) {
    return Stream.of(args, more).flatMap(Arrays::stream).toArray(String[]::new);
  }

  private void assertNothingLeaks() {
    assertTrue(output.out().contains("\"mean\""), output.out());
    assertEquals(List.of(), output.leaks());
  }

  @Test
  void fit_plantedLines_leakNothing() {
    try (WholeOutput opened = WholeOutput.open()) {
      output = opened;
      String[] abc = {"--format", "csv", "--features", "a,b,c"};
      assertRuns(csv(), abc);
      assertRun(2, csv(), "--format", "csv", "--features", "a,zz");
      assertRun(2, csv(), "--format", "csv", "--vector-col", "v", "--dimension", "3");
      String[] local = {"--trust-model", "local", "--epsilon", "1", "--id-col", "user"};
      assertRun(2, csv(), with(with(abc, "--handle-invalid", "zero"), local));
      assertRun(2, csvOfTwoHeaders(), abc);
      String[] byPlace = {"--format", "csv", "--columns", "x,user,a,b,c", "--features", "a,b,c"};
      assertRun(0, csv(), with(byPlace, "--handle-invalid", "zero"));
      assertRuns(json(), "--format", "json", "--features", "a,b,c");
      assertRuns(libsvm(), "--format", "libsvm", "--dimension", "3");
      String[] text = {"--format", "text", "--features", "value", "--handle-invalid", "zero"};
      assertRun(0, json(), text);
      assertRun(2, write("xml/part.xml", Stream.of("<canarytag>1</canarytag>")), "--features", "a");
      Path gz = write("gz/part-canaryfile.csv.gz", Stream.concat(Stream.of("a,b,c"), oddCsv()));
      assertRun(1, gz.getParent(), abc);
      assertNothingLeaks();
    }
  }

  @Tag("long")
  @Test
  void fit_plantedCells_leakNothing() {
    Path parquet = stored("parquet");
    Path orc = stored("orc");
    Path vectors = vectors();
    try (WholeOutput opened = WholeOutput.open()) {
      output = opened;
      assertRuns(parquet, "--format", "parquet", "--features", "a");
      assertRuns(orc, "--format", "orc", "--vector-col", "v", "--dimension", "3");
      assertRuns(vectors, "--format", "parquet", "--vector-col", "v", "--dimension", "3");
      for (String column : List.of("s", "zz")) {
        assertRun(2, parquet, "--format", "parquet", "--features", column);
        assertRun(2, orc, "--format", "orc", "--vector-col", column, "--dimension", "3");
      }
      assertRun(1, cut(parquet), "--format", "parquet", "--features", "a");
      assertRun(1, cut(orc), "--format", "orc", "--features", "a");
      assertNothingLeaks();
    }
  }

  /** On a cluster whose own log settings print warnings of tasks, the job hides them itself. */
  @Test
  void fit_damagedFileUnderSettingsOfACluster_isNotNamed() {
    Path parts = folder.resolve("parts/pid=canary");
    Path gz = write("parts/pid=canary/part.csv.gz", Stream.of("a,b,c", "no gzip"));
    assertEquals(parts, gz.getParent());
    for (boolean hidden : new boolean[] {false, true}) {
      try (WholeOutput opened = WholeOutput.open()) {
        output = opened;
        opened.logAsCluster();
        if (hidden) {
          Sessions.hideRows();
        }
        assertRun(1, parts.getParent(), "--format", "csv", "--columns", "a,b,c", "--features", "a");
        assertEquals(hidden, opened.leaks().isEmpty(), () -> String.join("\n", opened.leaks()));
      }
    }
  }

  /** The whole chain of what a fit throws, with suppressed exceptions and traces. */
  @Test
  void fit_plantedRows_throwsNothingOfThem() {
    for (OddInput input :
        List.of(
            new OddInput(csv(), List.of("--format", "csv", "--features", "a,b,c")),
            new OddInput(json(), List.of("--format", "json", "--features", "a,b,c")),
            new OddInput(libsvm(), List.of("--format", "libsvm")),
            new OddInput(stored("orc"), List.of("--format", "orc", "--vector-col", "v")),
            new OddInput(vectors(), List.of("--format", "parquet", "--vector-col", "v")))) {
      PrivateMean stage =
          new PrivateMean().setDimension(3).setMethod("clipped").setClippingNorm(10).setRho(1);
      Dataset<Row> rows = input.open(stage);
      Throwable thrown = assertThrows(IllegalArgumentException.class, () -> stage.fit(rows));
      assertFalse(WholeOutput.holdsInput(trace(thrown)), () -> trace(thrown));
    }
  }

  private static String trace(Throwable thrown) {
    java.io.StringWriter text = new java.io.StringWriter();
    thrown.printStackTrace(new java.io.PrintWriter(text));
    return text.toString();
  }

  private record OddInput(Path path, List<String> args) {
    Dataset<Row> open(PrivateMean stage) {
      List<String> all = new ArrayList<>(List.of("--input", path.toString()));
      all.addAll(args);
      InputOptions options =
          picocli.CommandLine.populateCommand(new InputOptions(), all.toArray(String[]::new));
      return Sample.open(options.input(true), stage);
    }
  }

  /** A stream that lets out a planted text once, with the first line. */
  private static OutputStream leaking(OutputStream stream) {
    return new FilterOutputStream(stream) {
      private boolean leaked;

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
        if (!leaked) {
          leaked = true;
          out.write("the row was 7731.0409\n".getBytes(UTF_8));
        }
      }
    };
  }

  private static final List<String> FORECAST =
      List.of("forecast", "--rows", "4000", "--dimension", "2", "--spread", "2", "--rho", "0.5");

  @Test
  void leaks_oneLineOnAStream_isDetected() {
    try (WholeOutput whole =
        WholeOutput.open(PrivateMeanJobOutputTest::leaking, stream -> stream)) {
      assertEquals(0, whole.run(FORECAST));
      assertEquals(List.of("standard output: the row was 7731.0409"), whole.leaks());
    }
    try (WholeOutput whole =
        WholeOutput.open(stream -> stream, PrivateMeanJobOutputTest::leaking)) {
      assertEquals(2, whole.run(List.of("forecast")));
      assertEquals(List.of("standard error: the row was 7731.0409"), whole.leaks());
    }
  }

  @Test
  void leaks_oneLogLineFileOrTextOfSpark_isDetected() {
    JavaSparkContext context = JavaSparkContext.fromSparkContext(Sample.session().sparkContext());
    try (WholeOutput whole = WholeOutput.open()) {
      LogManager.getLogger("org.apache.spark.sql.Rows").info("Canary below the launcher's level");
      assertEquals(List.of(), whole.leaks());
      LogManager.getLogger("org.apache.spark.sql.Rows").warn("a Canary");
      assertEquals(1, whole.leaks().size(), whole.leaks().toString());
      write("left/report.json", Stream.of("{\"mean\": [0.77310409]}"));
      whole.addFiles(folder.resolve("left"));
      assertEquals(2, whole.leaks().size(), whole.leaks().toString());
      LongAccumulator sum = context.sc().longAccumulator("sum");
      context.parallelize(List.of(77_310_409L), 1).foreach(sum::add);
      context.setJobDescription("row of canary");
      context.parallelize(List.of(1L), 1).count();
      context.setJobDescription(null);
      assertEquals(2, whole.leaks().stream().filter(leak -> leak.startsWith("Spark")).count());
    }
  }
}
