package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.release.report.HandMade;
import org.privatemean.spark.GroupedModels;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.PrivateMeanModel;
import picocli.CommandLine;

/** Groups and persons in the job: options, columns, what is refused, reports and what is shown. */
final class FitCommandGroupsTest {
  @TempDir private static Path folder;

  private static String csv;

  @BeforeAll
  static void write() throws IOException {
    Sample.session();
    csv = file("rows.csv", "x0,g,h,p", "1,a,1,ann", "2,b,2,bob", "oops,,3,\"c, d\"");
  }

  private static String file(String name, String... lines) throws IOException {
    return Files.write(folder.resolve(name), List.of(lines)).toString();
  }

  private static Run fit(String... args) {
    List<String> all = new ArrayList<>(List.of("fit", "--dry-run", "--input", csv));
    all.addAll(List.of("--features", "x0"));
    all.addAll(List.of(args));
    if (Stream.of(args).noneMatch("--epsilon"::equals)) {
      all.addAll(List.of("--rho", "1"));
    }
    return Run.of(all);
  }

  private static void assertHas(String text, String... lines) {
    for (String line : lines) {
      assertTrue(text.lines().anyMatch(found -> found.startsWith(line)), line + " in " + text);
    }
  }

  @Test
  void dryRun_publicGroups_printsThem() {
    assertHas(
        fit("--group-cols", "g", "--public-keys", "a,b,c").assertDone().out(),
        "method       recentred, scaling standard",
        "groups       by g; 3 public keys",
        "unit         a row; who has several is protected less",
        "neighbours   addRemove: one row is added or removed, the number of rows in each group is"
            + " private",
        "releases     status, noisy count and mean of each group, and their errors");
  }

  /** As in --features. */
  @ParameterizedTest
  @ValueSource(strings = {"`g,1`,h", "\"g,1\",h"})
  void groupBy_nameWithAComma_isOneColumn(String groupBy) throws IOException {
    Path csv = Files.writeString(folder.resolve("commas.csv"), "a,\"g,1\",h\n1,x,y\n");
    assertHas(
        Run.of(
                "fit",
                "--dry-run",
                "--input",
                csv.toString(),
                "--features",
                "a",
                "--rho",
                "1",
                "--group-cols",
                groupBy,
                "--key-selection",
                "private",
                "--key-delta",
                "1e-6")
            .assertDone()
            .out(),
        "groups       by g,1, h; keys selected privately");
  }

  @Test
  void dryRun_privateGroupsOfPersons_printsThem() {
    Run run =
        fit(
            "--group-cols",
            "g,h",
            "--key-selection",
            "private",
            "--key-delta",
            "1e-6",
            "--person-col",
            "p",
            "--max-groups-per-person",
            "3",
            "--neighbours",
            "replace");
    assertHas(
        run.assertDone().out(),
        "groups       by g, h; keys selected privately, key delta 1.0E-6",
        "unit         all rows of a person, by column p; a person counts in at most 3 groups",
        "neighbours   replace: all rows of a person are replaced, the number of persons in each"
            + " group is private");
  }

  @Test
  void dryRun_fileOfKeys_isReadInAnyOrderOfColumns() throws IOException {
    String keys = file("keys.csv", "h,g", "1,a", "2,\"b, c\"");
    assertHas(
        fit("--group-cols", "g,h", "--public-keys-file", keys).assertDone().out(),
        "groups       by g, h; 2 public keys");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--group-cols g | --public-keys or --public-keys-table",
        "--group-cols g,h --public-keys a | --public-keys-table to a table",
        "--group-cols g --public-keys a,a | in the list twice",
        "--group-cols x --public-keys a | --group-cols: the input has no column x",
        "--group-cols g --public-keys a --scaling auto | --scaling is auto, but --group-cols is"
            + " set",
        "--group-cols g --public-keys a --bound 3 | --bound is set, but --group-cols is set",
        "--group-cols g --public-keys a --trust-model local | --group-cols is set, but"
            + " --trust-model is",
        "--group-cols g --public-keys a --key-selection private --key-delta 1e-6 | --key-selection"
            + " is",
        "--group-cols g --key-selection private | --key-delta is not set",
        "--group-cols g --public-keys a --max-groups-per-person 2 | --person-col is not set",
        "--group-cols g --public-keys a --person-col q | --person-col: the input has no column q",
        "--person-col p --person-weight rows | --max-rows-per-person is not set",
        "--public-keys a | --group-cols is not set",
        "--group-cols g --public-keys a --std | but --group-cols is set",
        "--group-cols g --public-keys a --plot x.svg --plot-shape 1x1 | --plot-shape draws one"
            + " mean",
        "--group-cols g --public-keys-file no/such.csv | does not exist",
        "--report r.jsonl | none without --group-cols",
        "--group-bye g | did you mean --group",
        "--group-by g --group-cols g | --group-by is the earlier name of --group-cols: give only",
      })
  void fit_badOptions_areRefusedByName(String options, String text) {
    Run run = fit(options.trim().split(" "));
    assertEquals(2, run.code(), run.err());
    assertTrue(run.err().contains(text), run.err());
    assertFalse(run.err().contains("{"), run.err());
  }

  @Test
  void fit_earlierNames_workWithANotice() throws IOException {
    Run run = fit("--group-by", "g", "--groups", "a,b,c");
    assertEquals(fit("--group-cols", "g", "--public-keys", "a,b,c").assertDone().out(), run.out());
    assertEquals(
        List.of(
            "note: --group-by is now --group-cols; the earlier name still works",
            "note: --groups is now --public-keys; the earlier name still works"),
        run.err().lines().toList());
    Run file = fit("--group-cols", "g", "--groups-file", file("earlier.csv", "g", "a", "b"));
    assertEquals(0, file.code(), file.err());
    assertHas(file.out(), "groups       by g; 2 public keys");
    assertHas(file.err(), "note: --groups-file is now --public-keys-file");
  }

  @Test
  void fit_blankNextToAComma_isRefusedAndTakenFromAFile() throws IOException {
    Run run = fit("--group-cols", "g", "--public-keys", "a, b");
    assertEquals(2, run.code(), run.err());
    assertTrue(run.err().contains("--public-keys: ' b' begins or ends with a blank"), run.err());
    String keys = file("blank.csv", "g", "a", " b");
    assertHas(
        fit("--group-cols", "g", "--public-keys-file", keys).assertDone().out(),
        "groups       by g; 2 public keys");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "g;a;\"b | line 3 leaves a quote open",
        "g;a;;b | line 3 has no value",
        "g;a;b,c | line 3 has 2 values",
        "h;a | the columns are h",
        "g;a;a | line 3",
        "g | the list of keys is empty",
      })
  void fit_badFileOfKeys_isRefusedByLine(String lines, String text) throws IOException {
    String keys = file("bad.csv", lines.trim().split(";", -1));
    Run run = fit("--group-cols", "g", "--public-keys-file", keys);
    assertEquals(2, run.code(), run.err());
    assertTrue(run.err().contains(text), run.err());
  }

  private static Input input(String... args) {
    InputOptions options = new InputOptions();
    new CommandLine(options).parseArgs(args);
    return options.input(true);
  }

  @Test
  void open_csvAndJson_haveGroupsAndPersonsAsText() throws IOException {
    String json =
        file(
            "rows.json",
            "{\"x0\": 1, \"g\": \"a\", \"h\": 1, \"p\": \"ann\"}",
            "{\"x0\": 2, \"g\": \"b\", \"h\": 2, \"p\": \"bob\"}",
            "{\"h\": 3, \"p\": \"c, d\"}");
    for (String path : List.of(csv, json)) {
      PrivateMean stage = new PrivateMean().setGroupCols("g", "h").setPersonCol("p");
      var rows = Sample.open(input("--input", path, "--features", "x0"), stage);
      assertEquals(List.of("features", "g", "h", "p"), List.of(rows.columns()));
      assertEquals(DataTypes.StringType, rows.schema().apply("h").dataType());
      List<String> found =
          rows.select("g", "h", "p").collectAsList().stream().map(Row::toString).sorted().toList();
      assertEquals(List.of("[a,1,ann]", "[b,2,bob]", "[null,3,c, d]"), found);
    }
  }

  @Test
  void open_parquet_keepsTypesAndNames() {
    String path = folder.resolve("rows.parquet").toString();
    Sample.session()
        .range(3)
        .selectExpr("double(id) AS x", "int(id) AS features", "id AS coordinates", "true AS b")
        .write()
        .parquet(path);
    PrivateMean stage = new PrivateMean().setGroupCols("features", "b").setPersonCol("coordinates");
    var rows = Sample.open(input("--input", path, "--features", "x"), stage);
    assertEquals(DataTypes.IntegerType, rows.schema().apply("features").dataType());
    assertEquals(DataTypes.LongType, rows.schema().apply("coordinates").dataType());
    assertEquals(4, rows.columns().length);
    assertFalse(List.of("features", "b", "coordinates").contains(stage.getInputCol()));
  }

  private static PrivateMeanModel model(int groups) {
    return GroupedModels.of(HandMade.of(groups));
  }

  private static String written(int groups, String option, String name) throws IOException {
    OutputOptions options = new OutputOptions();
    String path = folder.resolve(name).toString();
    new CommandLine(options).parseArgs(option, path);
    Outputs outputs = options.outputs(input("--input", csv, "--features", "x0"), true);
    try (Outputs writing = outputs.open()) {
      writing.write(Outputs.FAILED, options.writer(model(groups)));
    }
    return path;
  }

  @Test
  void report_json_hasTheDocumentedKeys() throws IOException {
    JsonNode report =
        new ObjectMapper().readTree(Files.readString(Path.of(written(7, "--report", "r.json"))));
    assertFalse(report.has("mean") || report.has("n") || report.has("keyDelta"));
    assertEquals("row", report.get("unit").textValue());
    assertEquals("public", report.get("keySelection").textValue());
    assertEquals(1, report.get("maxGroupsPerPerson").intValue());
    assertEquals("g", report.get("groupCols").get(0).textValue());
    assertEquals(2, report.get("charges").size());
    assertEquals(2, report.get("scales").size());
    assertEquals(7, report.get("groups").size());
    JsonNode ok = report.get("groups").get(1);
    assertEquals("group 0001", ok.get("key").get("g").textValue());
    assertEquals("ok", ok.get("status").textValue());
    assertEquals(2, ok.get("mean").size());
    assertEquals(2, ok.get("halfWidths").size());
    assertEquals("noise", ok.get("l2Radius").get("covers").textValue());
    assertEquals(0.95, ok.get("l2Radius").get("confidence").doubleValue());
    for (String number :
        List.of("count", "noiseStdDev", "clippingNorm", "expectedL2Error", "rho")) {
      assertTrue(ok.get(number).isDouble(), number);
    }
    JsonNode small = report.get("groups").get(3);
    assertEquals("tooSmall", small.get("status").textValue());
    assertTrue(small.get("mean").isNull() && small.get("halfWidths").isNull());
    assertTrue(small.get("count").isDouble());
  }

  @Test
  void report_jsonLinesAndCsv_haveALinePerGroup() throws IOException {
    List<String> lines = Files.readAllLines(Path.of(written(7, "--report", "r.jsonl")));
    assertEquals(8, lines.size());
    ObjectMapper mapper = new ObjectMapper();
    assertEquals("public", mapper.readTree(lines.get(0)).get("keySelection").textValue());
    assertFalse(mapper.readTree(lines.get(0)).has("groups"));
    assertEquals("group 0006", mapper.readTree(lines.get(7)).at("/key/g").textValue());
    List<String> cells = Files.readAllLines(Path.of(written(7, "--report", "r.csv")));
    assertEquals(
        "g,status,count,mean_age,mean_income,half_width_age,half_width_income,"
            + "covers,rho,epsilon,delta,created_at,replayed,note",
        cells.get(0));
    assertEquals(8, cells.size());
    assertTrue(cells.get(4).startsWith("group 0003,tooSmall,"), cells.get(4));
    assertTrue(cells.get(4).matches("[^,]*,[^,]*,[^,]*,,,,,noise,([^,]+,){5}"), cells.get(4));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 70})
  void reportAndPlot_ofAnyNumberOfGroups_areWritten(int groups) throws IOException {
    String page = Files.readString(Path.of(written(groups, "--report", "r" + groups + ".md")));
    assertTrue(page.startsWith("# Private means of " + groups + " groups by g"), page);
    String svg = Files.readString(Path.of(written(groups, "--plot", "p" + groups + ".svg")));
    assertTrue(svg.contains("income") && svg.contains("groups have a mean"), svg);
  }

  @Test
  void warnings_onStandardError_nameColumns() {
    List<String> said = FitCommand.warnings(GroupedModels.of(HandMade.warned(3)).summary());
    assertEquals(1, said.size(), said::toString);
    assertTrue(said.get(0).startsWith("income: almost all values are equal; up to 9 rows"));
  }

  @Test
  void inspect_savedGroups_printsATableOfTheFirst() throws IOException {
    String path = written(70, "--output", "model");
    String out = Run.of("inspect", path).assertDone().out();
    assertHas(
        out,
        "private means of 70 groups by g, 49 of them with a mean, 2 coordinates",
        "  g           status      count",
        "  group 0003  tooSmall",
        "  ... and 20 more groups: a report has all",
        "keys               a public list");
    assertFalse(out.contains("group 0050"), out);
    String json = Run.of("inspect", path, "--json").assertDone().out();
    assertEquals(70, new ObjectMapper().readTree(json).get("groups").size());
    String plot = folder.resolve("inspected.png").toString();
    assertEquals(0, Run.of("inspect", path, "--plot", plot).code());
    assertTrue(Files.size(Path.of(plot)) > 1000);
  }

  @Test
  void help_ofGroups_statesHowTextIsRead() {
    String help = Run.of("fit", "--help").out().replaceAll("\\s+", " ");
    assertTrue(help.contains("--group-cols=LIST"), help);
    assertTrue(help.contains("A column of csv or json is read as text"), help);
    assertTrue(help.contains("refused without --group-cols"), help);
    assertTrue(help.contains("--public-keys-file=FILE"), help);
  }
}
