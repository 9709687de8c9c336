package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.spark.PrivateMeanModel;

/** Whatever the rows come from, the job releases what the stage releases of them. */
final class FitInputTest {
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
    String doubles = fitOf("doubles").assertDone().out();
    for (String column : List.of("ints", "texts")) {
      assertEquals(doubles, fitOf(column).assertDone().out());
    }
  }

  private static Run fitOf(String column) {
    return Run.of(
        "fit",
        "--table",
        "arrays_of_the_job",
        "--vector-col",
        column,
        "--dimension",
        "3",
        "--bound",
        "2000",
        "--rho",
        "0.5",
        "--seed",
        "7");
  }

  @ParameterizedTest
  @ValueSource(strings = {",2,3", "1,two,3", "1,,3", "1,NaN,3", "1,2", "1,Infinity,3", "\"1,2,3"})
  void fit_invalidLineAsZero_releasesTheMeanWithAZeroRow(String last) {
    String csv = Sample.csvWithLast(folder, last).toString();
    assertReleases(
        Sample.fitWithLast(0, 0, 0),
        Run.fit("--input", csv, "--features", FEATURES, "--handle-invalid", "zero"));
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
        Sample.fitWithLast(0, 0, 0),
        Run.fit(
            Stream.concat(Stream.of(args), Stream.of("--handle-invalid", "zero"))
                .toArray(String[]::new)));
  }

  @Test
  void fit_brokenReader_failsWithoutAnyValue() {
    Path libsvm =
        Sample.write(
            folder.resolve("bad.libsvm"), Stream.of("1 1:2", "1 2:" + Sample.SENTINEL + "x"));
    Run run =
        Run.fit("--input", libsvm.toString(), "--dimension", "3")
            .assertRefused(1, "--verbose shows the trace");
    assertFalse(run.err().contains(Sample.SENTINEL), run.err());
    Run verbose = Run.fit("--input", libsvm.toString(), "--dimension", "3", "--verbose");
    assertTrue(verbose.err().contains("\tat "), verbose.err());
  }
}
