package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.spark.LocalSpark;
import org.privatemean.spark.PrivateMeanModel;

/** Whatever the rows come from, the job releases what the stage releases of them. */
final class FitCommandInputTest {
  private static final String FEATURES = "a,b,c c";

  private static PrivateMeanModel expected;

  @TempDir private Path folder;

  @BeforeAll
  static void fit() {
    expected = Sample.fit();
  }

  private static void assertReleases(PrivateMeanModel model, Run run) {
    JsonNode mean = run.assertDone().json().get("mean");
    double[] released =
        StreamSupport.stream(mean.spliterator(), false)
            .mapToDouble(JsonNode::doubleValue)
            .toArray();
    assertArrayEquals(model.mean().toArray(), released, 0.0);
  }

  @Test
  void fit_csv_releasesTheStagesMean() {
    Path csv = Sample.csv(folder);
    assertReleases(expected, Run.fit("--input", csv.toString(), "--features", FEATURES));
  }

  @Test
  void fit_csvWithoutHeaderByOption_releasesTheStagesMean() {
    Path csv =
        Sample.write(
            folder.resolve("rows.txt"),
            Sample.frame().collectAsList().stream()
                .map(
                    row ->
                        row.getList(0).toString().replaceAll("[\\[\\] ]", "").replace(',', ';')));
    List<String> args =
        List.of("--input", csv.toString(), "--format", "CSV", "--option", "HEADER=false");
    List<String> columns = List.of("--option", "sep=;", "--features", "_c0,_c1,_c2");
    assertReleases(
        expected, Run.fit(Stream.concat(args.stream(), columns.stream()).toArray(String[]::new)));
  }

  /** As Spark finds columns: whatever the case, members of objects by dots, names in backticks. */
  @Tag("long")
  @Test
  void fit_columnsByOtherNames_areFound() throws IOException {
    Path csv = Sample.csv(folder);
    Path commas = folder.resolve("commas.csv");
    List<String> lines = new ArrayList<>(Files.readAllLines(csv));
    lines.set(0, "id,A,\"b,1\",c c");
    Files.write(commas, lines);
    for (String features : List.of("A,`b,1`,c c", "a,`b,1`,C C", "A,\"b,1\",c c")) {
      assertReleases(expected, Run.fit("--input", commas.toString(), "--features", features));
    }
    String parquet = folder.resolve("nested.parquet").toString();
    Sample.frame()
        .selectExpr("struct(features AS v) s", "features AS `t.v`")
        .write()
        .parquet(parquet);
    for (String column : List.of("s.v", "S.V", "`s`.`v`", "`t.v`", "t.v")) {
      assertReleases(
          expected, Run.fit("--input", parquet, "--vector-col", column, "--dimension", "3"));
    }
    String json = folder.resolve("nested.json").toString();
    Sample.frame().selectExpr("struct(features AS v) s").write().json(json);
    for (String column : List.of("s.v", "`s`.`v`")) {
      assertReleases(
          expected, Run.fit("--input", json, "--vector-col", column, "--dimension", "3"));
    }
  }

  /** Earlier versions of Spark need a build of Hadoop's native library for zstd. */
  @Test
  void fit_zstd_readsTheHeader() throws IOException {
    Assumptions.assumeTrue(LocalSpark.session().version().matches("4\\.[1-9].*"));
    Path csv = folder.resolve("rows.csv.zst");
    Files.write(csv, Zstd.compress(Files.readAllBytes(Sample.csv(folder))));
    assertReleases(expected, Run.fit("--input", csv.toString(), "--features", FEATURES));
  }

  @Test
  void fit_fileOfASpecialName_isRefusedWithARemedy() throws IOException {
    Path csv = Sample.csv(folder);
    for (String name : List.of("_data.csv", "data [1].csv")) {
      Files.copy(csv, folder.resolve(name));
    }
    fit("_data.csv").assertRefused(2, "Spark skips files whose names begin with _ or .: rename it");
    fit("data [1].csv").assertRefused(2, "write ? for one that is in the file's name");
    assertReleases(expected, fit("data ?1?.csv"));
    Run.fit("--input", "x:y.csv", "--features", FEATURES)
        .assertRefused(2, "a name with ':' cannot be read, rename the file");
  }

  /** Hadoop fails on the whole folder. */
  @Test
  void fit_colonInAFolder_isRefusedWithARemedy() throws IOException {
    Path colons = Files.createDirectory(folder.resolve("colons"));
    Files.copy(Sample.csv(folder), colons.resolve("x:y.csv"));
    for (String input : List.of("colons", "colons/*.csv")) {
      Run.fit("--input", folder + "/" + input, "--format", "csv", "--features", FEATURES)
          .assertRefused(2, "which Hadoop cannot list: rename that file");
    }
  }

  /** Its lines may have members of that name, which a file that is read alone would go by. */
  @Test
  void fit_jsonWithAColumnOfFolders_isRefusedWithARemedy() throws IOException {
    Path part = Files.createDirectories(folder.resolve("parts/region=EU"));
    Files.writeString(part.resolve("rows.json"), "{\"a\": 1}\n");
    Run.of(
            "fit",
            "--rho",
            "1",
            "--input",
            folder + "/parts",
            "--format",
            "json",
            "--features",
            "a",
            "--group-cols",
            "region",
            "--public-keys",
            "EU")
        .assertRefused(
            2, "--group-cols: region is a column of folders, which is not read of lines of json");
  }

  private Run fit(String name) {
    return Run.fit("--input", folder.resolve(name).toString(), "--features", FEATURES);
  }

  /** Whatever the file holds: an array over lines, or objects of which one is invalid. */
  @ParameterizedTest
  @ValueSource(strings = {"[\n{\"a\":1}\n]\n", "{\"a\":1}\n{\"a\":1}\n{\"a\":2}\n{\"a\":null}\n"})
  void fit_jsonWithInvalidRows_explainsHowItIsRead(String text) throws IOException {
    Path json = Files.writeString(folder.resolve("x.json"), text);
    Run.fit("--input", json.toString(), "--features", "a")
        .assertRefused(
            1, "; json is read with one object per line, and an array of objects is not read");
  }

  @Test
  void fit_json_releasesTheStagesMean() {
    String json = Sample.json(folder).toString();
    assertReleases(expected, Run.fit("--input", json, "--features", FEATURES));
    assertReleases(expected, Run.fit("--input", json, "--vector-col", "v", "--dimension", "3"));
  }

  @Test
  void fit_parquet_releasesTheStagesMean() {
    String parquet = Sample.parquet(folder).toString();
    assertReleases(
        expected, Run.fit("--input", parquet, "--vector-col", "features", "--dimension", "3"));
  }

  @Test
  void fit_libsvm_readsTheFeatures() {
    String libsvm = Sample.libsvm(folder).toString();
    assertReleases(expected, Run.fit("--input", libsvm, "--dimension", "3"));
  }

  @Test
  void fit_sourceByName_releasesTheStagesMean() {
    Path orc = folder.resolve("rows");
    Sample.frame().write().orc(orc.toString());
    assertReleases(
        expected,
        Run.fit(
            "--input",
            orc.toUri().toString(),
            "--format",
            "org.apache.spark.sql.execution." + "datasources.orc.OrcFileFormat",
            "--vector-col",
            "features",
            "--dimension",
            "3"));
  }

  @Test
  void fit_table_releasesTheStagesMean() {
    Sample.frame().createOrReplaceTempView("rows_of_the_job");
    assertReleases(
        expected,
        Run.fit("--table", "rows_of_the_job", "--vector-col", "features", "--dimension", "3"));
  }

  @Test
  void fit_arrayOfIntegersOrText_isCast() {
    Sample.frame()
        .selectExpr("transform(features, x -> cast(x * 100 as int)) AS ints")
        .selectExpr("ints", "transform(ints, x -> cast(x as string)) AS texts")
        .selectExpr("*", "transform(ints, x -> cast(x as double)) AS doubles")
        .createOrReplaceTempView("arrays_of_the_job");
    JsonNode doubles = fitOf("doubles").assertDone().json().get("mean");
    for (String column : List.of("ints", "texts")) {
      JsonNode report = fitOf(column).assertDone().json();
      assertEquals(doubles, report.get("mean"));
      assertEquals(column, report.get("inputCol").textValue());
    }
  }

  private static Run fitOf(String column) {
    return Run.of(
            "fit",
            "--table",
            "arrays_of_the_job",
            "--vector-col",
            column,
            "--scaling",
            "none",
            "--dimension",
            "3",
            "--bound",
            "2000",
            "--regions",
            "none",
            "--rho",
            "0.5",
            "--seed",
            "7")
        .warnedOfTheSeed();
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {",2,3", "1,two,3", "1,,3", "1,NaN,3", "1,2", "1,Infinity,3", "\"1,2,3"})
  void fit_invalidLineAsZero_releasesTheMeanWithAZeroRow(String last) {
    String csv = Sample.csvWithLast(folder, last).toString();
    assertReleases(
        Sample.fitWithLast(0, 0, 0),
        assertWarnsOfText(
            Run.fit("--input", csv, "--features", FEATURES, "--handle-invalid", "zero")));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void fit_uncastableField_failsWithoutItsValue(boolean ansi) {
    String csv = Sample.csvWithLast(folder, "1," + Sample.SENTINEL + "x,3").toString();
    SparkSession session = Sample.session();
    String before = session.conf().get("spark.sql.ansi.enabled");
    session.conf().set("spark.sql.ansi.enabled", ansi);
    try {
      Run run =
          Run.fit("--input", csv, "--features", FEATURES)
              .assertRefused(1, "set --handle-invalid to \"zero\"");
      assertFalse(run.err().contains(Sample.SENTINEL), run.err());
    } finally {
      session.conf().set("spark.sql.ansi.enabled", before);
    }
  }

  @Test
  void fit_malformedJsonLine_isAnInvalidRow() throws IOException {
    Path json = Sample.json(folder);
    List<String> lines = new ArrayList<>(Files.readAllLines(json));
    lines.set(lines.size() - 1, "{\"a\": 1, \"b\": " + Sample.SENTINEL);
    Sample.write(json, lines.stream());
    String[] args = {"--input", json.toString(), "--features", FEATURES};
    assertFalse(Run.fit(args).assertRefused(1, "handle-invalid").err().contains(Sample.SENTINEL));
    assertReleases(
        Sample.fitWithLast(0, 0, 0), assertWarnsOfText(fit(args, "--handle-invalid", "zero")));
  }

  /**
   * What a reader of lines warns of when zero vectors are asked for: by the schema, not the rows.
   */
  private static Run assertWarnsOfText(Run run) {
    assertEquals(0, run.code(), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(
        run.err().startsWith("warning: --handle-invalid zero: a row with any field"), run.err());
    return new Run(0, run.out(), "");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1 1:2 2:x",
        "1 1:2 4:1",
        "",
        "# comment",
        "1 2:1 1:1",
        "1 1:" + Sample.SENTINEL + "e999"
      })
  void fit_malformedLibsvmLine_isAnInvalidRow(String last) throws IOException {
    Path libsvm = Sample.libsvm(folder);
    List<String> lines = new ArrayList<>(Files.readAllLines(libsvm));
    lines.set(lines.size() - 1, last);
    Sample.write(libsvm, lines.stream());
    String[] args = {"--input", libsvm.toString(), "--dimension", "3", "--handle-invalid"};
    assertReleases(Sample.fitWithLast(0, 0, 0), assertWarnsOfText(fit(args, "zero")));
    Run run = fit(args, "error").assertRefused(1, "--handle-invalid");
    assertFalse(run.err().contains("31857"), run.err());
  }

  private static Run fit(String[] args, String... more) {
    return Run.fit(Stream.concat(Stream.of(args), Stream.of(more)).toArray(String[]::new));
  }

  @Test
  void fit_severalInputs_isTheirUnion() throws IOException {
    List<String> lines = Files.readAllLines(Sample.csv(folder));
    Path first = Sample.write(folder.resolve("a.csv"), lines.subList(0, 150).stream());
    Path second =
        Sample.write(
            folder.resolve("b.csv"),
            Stream.concat(Stream.of(lines.get(0)), lines.subList(150, lines.size()).stream()));
    Run run =
        Run.fit("--input", first.toString(), "--features", FEATURES, "--input", second.toString());
    assertReleases(expected, run);
    assertEquals(lines.size() - 1, run.json().get("n").intValue());
    assertReleases(expected, Run.fit("--input", folder + "/[ab].csv", "--features", FEATURES));
  }

  @Test
  void fit_columnsOfACsvWithoutHeader_areNamedByPlace() throws IOException {
    List<String> lines = Files.readAllLines(Sample.csv(folder));
    Path csv = Sample.write(folder.resolve("a.csv"), lines.subList(1, lines.size()).stream());
    assertReleases(
        expected,
        Run.fit("--input", csv.toString(), "--columns", "id,x,y,z", "--features", "x,y,z"));
  }

  @Test
  void fit_csvByClassName_isReadInTheSameWay() {
    assertReleases(
        expected,
        Run.fit(
            "--input",
            Sample.csv(folder).toString(),
            "--format",
            "org.apache.spark.sql.execution.datasources.v2.csv.CSVDataSourceV2",
            "--features",
            FEATURES));
  }

  /** A lone name of a folder would make the column one of text, of dates, or of numbers. */
  @Test
  void fit_columnNamedByFolders_hasATypeIndependentOfThem() {
    Sample.frame()
        .selectExpr("features", "if(features[0] > 5, 'x', '2020-01-01') AS day")
        .write()
        .partitionBy("day")
        .parquet(folder.resolve("rows").toString());
    String[] args = {"--input", folder.resolve("rows").toString(), "--format", "parquet"};
    assertReleases(expected, fit(args, "--vector-col", "features", "--dimension", "3"));
    Run mixed = fit(args, "--features", "day").assertRefused(1, "column day has a row");
    Run dates =
        Run.fit(
                "--input",
                folder.resolve("rows/day=2020-01-01").toString(),
                "--format",
                "parquet",
                "--option",
                "basePath=" + folder.resolve("rows"),
                "--features",
                "day")
            .assertRefused(1, "column day has a row");
    assertEquals(mixed.err(), dates.err());
  }

  @Test
  void fit_invalidRowOfFeatures_namesTheUsersColumns() {
    String csv = Sample.csvWithLast(folder, "1,two,3").toString();
    Run run =
        Run.fit("--input", csv, "--features", FEATURES)
            .assertRefused(1, "columns a, b, c c have a");
    assertFalse(run.err().contains("features has"), run.err());
  }

  @Test
  void fit_textInATableAsZero_warnsBySchemaAlone() {
    Sample.frame()
        .selectExpr("features[0] AS a", "cast(features[1] AS string) AS b")
        .createOrReplaceTempView("texts_of_the_job");
    String[] args = {"--table", "texts_of_the_job", "--handle-invalid", "zero", "--features"};
    assertWarnsOfText(fit(args, "a,b"));
    fit(args, "a").assertDone();
  }

  @Test
  void fit_otherSource_isReadWithAWarning() {
    Sample.frame().createOrReplaceTempView("rows_of_the_job");
    Run run =
        Run.fit(
            "--input",
            Sample.parquet(folder).toString(),
            "--format",
            "org.privatemean.app.OtherSource",
            "--vector-col",
            "features",
            "--dimension",
            "3");
    assertEquals(0, run.code(), run.err());
    assertTrue(run.err().startsWith("warning: --format org.privatemean.app.OtherSource is read"));
    assertReleases(expected, new Run(0, run.out(), ""));
  }

  /** Whatever a broken file holds, the user is told of its failure, and of nothing in it. */
  @ParameterizedTest
  @ValueSource(
      strings = {"truncated.parquet", "text.parquet", "text.orc", "text.csv.gz", "text.json.gz"})
  void fit_brokenFile_failsWithoutAnyValue(String name) throws IOException {
    Path broken = folder.resolve(name);
    if (name.startsWith("truncated")) {
      Path whole = Sample.parquet(folder);
      try (Stream<Path> parts = Files.list(whole)) {
        Path part = parts.filter(p -> p.toString().endsWith(".parquet")).findFirst().orElseThrow();
        byte[] bytes = Files.readAllBytes(part);
        Files.write(broken, Arrays.copyOf(bytes, bytes.length - 100));
      }
    } else {
      Sample.write(broken, Stream.of("a,b,c c", Sample.SENTINEL + ",1,1"));
    }
    String[] args = {"--input", broken.toString(), "--features", FEATURES, "--report"};
    Path report = folder.resolve("report.json");
    Run run = fit(args, report.toString()).assertRefused(1, "failed: ");
    assertFalse(run.err().contains("31857"), run.err());
    assertFalse(run.err().contains("\tat "), run.err());
    assertFalse(Files.exists(report));
    Run verbose = fit(args, report.toString(), "--verbose");
    assertTrue(verbose.err().contains("\tat "), verbose.err());
  }

  @Test
  void fit_badPartOfAFolder_failsWithoutAnyValue() throws IOException {
    Path rows = Sample.parquet(folder);
    Sample.write(rows.resolve("part-77315.parquet"), Stream.of(Sample.SENTINEL));
    String[] args = {"--input", rows.toString(), "--vector-col", "features", "--dimension", "3"};
    Run run = fit(args).assertRefused(1, "failed: ");
    assertFalse(run.err().contains("31857") || run.err().contains("77315"), run.err());
  }

  /** One row more or less must not decide about anything but the noisy number. */
  @Test
  void fit_emptyAndOneRowUnderAddRemove_areIndistinguishable() throws IOException {
    Path empty = Files.createFile(folder.resolve("none.json"));
    Path one = Sample.write(folder.resolve("one.json"), Stream.of("{\"a\":1,\"b\":2}"));
    String[] usual = {
      "--features", "a,b", "--rho", "0.5", "--seed", "7", "--neighbours", "addRemove"
    };
    for (String method : List.of("clipped", "recentred")) {
      List<Run> runs = new ArrayList<>();
      for (Path input : List.of(empty, one)) {
        List<String> args = new ArrayList<>(List.of("fit", "--input", input.toString()));
        args.addAll(List.of(usual));
        args.addAll(List.of("--method", method));
        args.addAll(method.equals("clipped") ? List.of("--clipping-norm", "10") : List.of());
        runs.add(Run.of(args));
      }
      assertEquals(runs.get(0).code(), runs.get(1).code(), method);
      assertEquals(shape(runs.get(0).err()), shape(runs.get(1).err()), method);
      assertEquals(shape(runs.get(0).out()), shape(runs.get(1).out()), method);
    }
  }

  private static String shape(String text) {
    return text.replaceAll("-?[0-9][0-9.]*(E-?[0-9]+)?", "0").replaceAll("-(?=0)", "");
  }
}
