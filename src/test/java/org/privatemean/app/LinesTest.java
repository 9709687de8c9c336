package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.spark.PrivateMean;

/** Every line is one record, read by itself. */
final class LinesTest {
  private static final CoordinateColumns AB =
      CoordinateColumns.features("--features", List.of("a", "b"));

  private static SparkSession session;

  @TempDir private Path folder;

  @BeforeAll
  static void startSpark() {
    session = Sample.session();
  }

  private Path file(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  private static org.apache.hadoop.fs.Path path(Path path) {
    return new org.apache.hadoop.fs.Path(path.toUri());
  }

  private static ReaderOptions options(Format format, String... options) {
    return ReaderOptions.parse(format, List.of(options));
  }

  private static Source csv(Path path, String... options) {
    return Source.files(Format.CSV, List.of(path(path)), options(Format.CSV, options), List.of());
  }

  /** The rows in order, as text. */
  private static List<String> rows(Source source, CoordinateColumns columns) {
    PrivateMean stage = new PrivateMean().setDimension(3);
    return source
        .open(session, columns, stage, Map.of(), Optional.empty())
        .rows()
        .collectAsList()
        .stream()
        .map(row -> String.valueOf(row.get(0)))
        .toList();
  }

  @Test
  void csv_malformedLines_areInvalidRowsInTheirPlace() throws IOException {
    String open = "\"5,6";
    String wide = "1,2" + ",".repeat(30_000);
    Path file =
        file(
            "x.csv",
            String.join(
                "\n",
                "b,text,a",
                "2,x,1",
                "b,text,a",
                "",
                "4,\"x,\",3",
                open,
                "6,x,5",
                wide,
                "\uFEFF8,x,7",
                "10,x",
                "12,x,11,z",
                "1e400,x,1",
                "14,\u0000,13",
                " 16 ,x,1.5e1"));
    List<String> expected =
        List.of(
            "[1.0,2.0]",
            "null",
            "null",
            "[3.0,4.0]",
            "null",
            "[5.0,6.0]",
            "null",
            "[7.0,8.0]",
            "null",
            "[11.0,12.0]",
            "null",
            "[13.0,14.0]",
            "[15.0,16.0]");
    assertEquals(expected, rows(csv(file), AB));
  }

  /** A mark at the beginning of a file is taken off by Hadoop: so it counts on no line. */
  @Test
  void csv_marksAndLineEnds_areNotPartOfRecords() throws IOException {
    Path file = file("x.csv", "\uFEFFa,b\r\n1,2\r\n\r\n\uFEFF3,4\n\uFEFF\uFEFF5,6\r7,8");
    List<String> expected = List.of("[1.0,2.0]", "null", "[3.0,4.0]", "[5.0,6.0]", "[7.0,8.0]");
    assertEquals(expected, rows(csv(file), AB));
    Path lone = file("y.csv", "\uFEFF1,2\n\uFEFF1,2");
    assertEquals(
        List.of("[1.0,2.0]", "[1.0,2.0]"),
        rows(
            csv(lone, "header=false"),
            CoordinateColumns.features("--features", List.of("_c0", "_c1"))));
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(ints = {7, 40, 1000})
  void csv_partsOfAFile_haveOneHeader(int bytes) throws IOException {
    String header = "a,b," + "c".repeat(60);
    Stream<String> lines = IntStream.range(0, 100).mapToObj(i -> i + "," + (i + 1));
    Path file =
        file("x.csv", Stream.concat(Stream.of(header), lines).reduce("", (x, y) -> x + y + "\n"));
    String before = session.conf().get("spark.sql.files.maxPartitionBytes");
    session.conf().set("spark.sql.files.maxPartitionBytes", bytes);
    try {
      assertEquals(100, rows(csv(file), AB).size());
    } finally {
      session.conf().set("spark.sql.files.maxPartitionBytes", before);
    }
  }

  @Test
  void csv_folderWithHeaders_skipsTheFirstLineOfEveryFile() throws IOException {
    Path parts = Files.createDirectory(folder.resolve("x"));
    Files.writeString(parts.resolve("part-0.csv"), "a,b\n1,1\n2,2\n");
    Files.writeString(parts.resolve("part-1.csv"), "a,b\n");
    Files.writeString(parts.resolve("part-2.csv"), "");
    Files.writeString(parts.resolve("part-3.csv"), "a,b\na,b\n3,3\n");
    Files.writeString(parts.resolve("_SUCCESS"), "9,9\n");
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(parts.resolve("p.csv.gz")))) {
      out.write("a,b\n4,4\n".getBytes(StandardCharsets.UTF_8));
    }
    List<String> found = new ArrayList<>(rows(csv(parts), AB));
    Collections.sort(found);
    assertEquals(List.of("[1.0,1.0]", "[2.0,2.0]", "[3.0,3.0]", "[4.0,4.0]", "null"), found);
  }

  /** As text, so that no folder changes how the others are read; a line's own field comes first. */
  @Tag("long")
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void csv_columnsOfFolders_areReadFromTheirNames(boolean hasHeader) throws IOException {
    Path parts = folder.resolve("parts");
    for (String part : List.of("Region=01/hour=7", "Region=2/hour=x", "Region=EU%2F1/hour=8")) {
      Path file = Files.createDirectories(parts.resolve(part)).resolve("rows.csv");
      Files.writeString(file, (hasHeader ? "a,b\n" : "") + "1,5\nno\n");
    }
    Source source =
        Source.files(
            Format.CSV,
            List.of(path(parts)),
            options(Format.CSV),
            hasHeader ? List.of() : List.of("a", "b"));
    PrivateMean stage = new PrivateMean().setPersonCol("region").setIdCol("b");
    CoordinateColumns columns = CoordinateColumns.features("--features", List.of("a", "hour"));
    Map<String, String> wanted = Source.beside(stage, Optional.of("hour"));
    assertEquals(
        List.of(
            "[[1.0,7.0],5,01,7]",
            "[[1.0,8.0],5,EU/1,8]",
            "[null,5,2,x]",
            "[null,null,01,7]",
            "[null,null,2,x]",
            "[null,null,EU/1,8]"),
        source
            .open(session, columns, stage, wanted, Optional.empty())
            .rows()
            .collectAsList()
            .stream()
            .map(Row::toString)
            .sorted()
            .toList());
    Optional<Condition> where = Optional.of(Condition.parse("region = '01' and hour < 8"));
    assertEquals(2, source.open(session, columns, stage, wanted, where).rows().count());
    assertEquals(
        "--features: the input has no column day",
        assertThrows(
                WrongInputException.class,
                () -> rows(source, CoordinateColumns.features("--features", List.of("a", "day"))))
            .getMessage());
  }

  @Test
  void csv_anotherHeaderOrNone_isRefusedWithoutItsText() throws IOException {
    Path parts = Files.createDirectory(folder.resolve("x"));
    Files.writeString(parts.resolve("part-0.csv"), "a,b\n1,1\n");
    Files.writeString(parts.resolve("part-77315.csv"), "77314,2\n");
    WrongInputException refusal =
        assertThrows(WrongInputException.class, () -> rows(csv(parts), AB));
    assertTrue(refusal.getMessage().contains("the same header line"), refusal.getMessage());
    assertTrue(refusal.getMessage().contains("--columns"), refusal.getMessage());
    assertTrue(!refusal.getMessage().contains("7731"), refusal.getMessage());
    Path empty = file("empty.csv", "");
    assertTrue(
        assertThrows(WrongInputException.class, () -> rows(csv(empty), AB))
            .getMessage()
            .contains("no header line"));
  }

  @Test
  void csv_duplicateColumnInTheHeader_isRefusedIfRequested() throws IOException {
    Path file = file("x.csv", "a,b,,b,\"c\"\n1,2,3,4,5\n");
    assertTrue(
        assertThrows(WrongInputException.class, () -> rows(csv(file), AB))
            .getMessage()
            .contains("several columns b"));
    CoordinateColumns others = CoordinateColumns.features("--features", List.of("c", "_c2", "a"));
    assertEquals(List.of("[5.0,3.0,1.0]"), rows(csv(file), others));
  }

  @Test
  void csv_names_replaceTheHeader() throws IOException {
    Path file = file("x.csv", "1,2,3\n4,5\n6,7,8,9\n");
    Source source =
        Source.files(Format.CSV, List.of(path(file)), options(Format.CSV), List.of("b", "x", "a"));
    assertEquals(List.of("[3.0,1.0]", "null", "[8.0,6.0]"), rows(source, AB));
  }

  @Test
  void csv_charset_isThatOfTheLines() throws IOException {
    Path file = folder.resolve("x.csv");
    Files.write(file, "é;ß\n1;2\n".getBytes(StandardCharsets.ISO_8859_1));
    CoordinateColumns columns = CoordinateColumns.features("--features", List.of("ß", "é"));
    assertEquals(List.of("[2.0,1.0]"), rows(csv(file, "encoding=ISO-8859-1", "sep=;"), columns));
  }

  @Test
  void csv_lineSeparator_endsRecords() throws IOException {
    Path file = file("x.csv", "a,b;1,2;3,4\n;5,6\r;7,\n8");
    assertEquals(
        List.of("[1.0,2.0]", "[3.0,4.0]", "[5.0,6.0]", "[7.0,8.0]"),
        rows(csv(file, "lineSep=;"), AB));
    assertThrows(WrongInputException.class, () -> rows(csv(file, "lineSep=;;"), AB));
    assertThrows(WrongInputException.class, () -> rows(csv(file, "lineSep=é"), AB));
  }

  @Test
  void json_malformedLines_areInvalidRowsInTheirPlace() throws IOException {
    Path file =
        file(
            "x.json",
            String.join(
                "\n",
                "{\"a\":1,\"b\":2}",
                JsonFieldsTest.colliding(0, 99),
                "",
                "[{\"a\":1,\"b\":2},{\"a\":1,\"b\":2}]",
                "{\"b\":\"4\",\"a\":3,\"x\":{\"a\":9}}",
                "{\"a\":5,\"b\":",
                "\uFEFF{\"a\":5,\"b\":6}",
                "{\"a\":true,\"b\":1}",
                "{\"A\":1,\"b\":1}"));
    assertEquals(
        List.of(
            "[1.0,2.0]", "null", "null", "null", "[3.0,4.0]", "null", "[5.0,6.0]", "null", "null"),
        rows(Source.files(Format.JSON, List.of(path(file)), options(Format.JSON), List.of()), AB));
  }

  @Test
  void jsonArrays_malformedLines_areInvalidRows() throws IOException {
    Path file = file("x.json", "{\"v\":[1,\"2\"]}\n{\"v\":[1,null]}\n{\"v\":1}\n{\"v\":[3,4.5]}");
    assertEquals(
        List.of("[1.0,2.0]", "null", "null", "[3.0,4.5]"),
        rows(
            Source.files(Format.JSON, List.of(path(file)), options(Format.JSON), List.of()),
            CoordinateColumns.vector("v")));
  }

  @Test
  void libsvm_malformedLines_areInvalidRows() throws IOException {
    Path file = file("x.libsvm", "1 1:2\n\n1 2:x\n# text\n1 1:1 3:4\n1 4:1\n");
    assertEquals(
        List.of("(3,[0],[2.0])", "null", "null", "null", "(3,[0,2],[1.0,4.0])", "null"),
        rows(
            Source.files(Format.LIBSVM, List.of(path(file)), options(Format.LIBSVM), List.of()),
            CoordinateColumns.vector("features")));
  }

  @Test
  void text_lines_areNumbers() throws IOException {
    Path file = file("x.txt", "1\n\n2 \nx\n-3e2");
    assertEquals(
        List.of("[1.0]", "null", "[2.0]", "null", "[-300.0]"),
        rows(
            Source.files(Format.TEXT, List.of(path(file)), options(Format.TEXT), List.of()),
            CoordinateColumns.features("--features", List.of("value"))));
  }

  /** Tables hold text too, which Spark casts. */
  @Test
  void number_anyText_equalsSparksCast() {
    List<String> texts =
        List.of(
            "1",
            " 1 ",
            "\t1\n",
            "-0",
            "+1.5",
            "1e400",
            "1e-400",
            "1d",
            "1F",
            "0x1p3",
            "1_000",
            "1,5",
            "",
            " ",
            "NaN",
            "nan",
            "Infinity",
            "-inf",
            "true",
            "\u0661",
            "1 2",
            "--1",
            ".5",
            "5.",
            "e5",
            "1e",
            "\u00A01",
            "1\u0000",
            "0." + "1".repeat(1000));
    List<Row> cast =
        session
            .createDataset(texts, Encoders.STRING())
            .selectExpr("try_cast(value as double)")
            .collectAsList();
    for (int i = 0; i < texts.size(); i++) {
      double number = cast.get(i).isNullAt(0) ? Double.NaN : cast.get(i).getDouble(0);
      assertEquals(
          Double.isFinite(number) ? number : Double.NaN,
          finite(Fields.number(texts.get(i))),
          texts.get(i));
    }
  }

  private static double finite(double number) {
    return Double.isFinite(number) ? number : Double.NaN;
  }

  @Test
  void coordinates_areVectors() throws IOException {
    Path file = file("x.csv", "a,b\n1,2\n");
    Row row =
        csv(file)
            .open(session, AB, new PrivateMean(), Map.of(), Optional.empty())
            .rows()
            .collectAsList()
            .get(0);
    assertEquals(2, ((Vector) row.get(0)).size());
  }
}
