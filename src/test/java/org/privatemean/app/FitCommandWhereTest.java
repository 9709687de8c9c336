package org.privatemean.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A release under a condition is that of the rows for which it is true, bit for bit. */
final class FitCommandWhereTest {
  private static final String CONDITION = "age >= 18 and `the land` in ('DE', 'FR')";

  @TempDir private static Path folder;

  private static List<Person> people = new ArrayList<>();

  /** What {@link #CONDITION} is to release. */
  private static JsonNode expected;

  /** A row as texts. */
  private record Person(String a, String b, String age, String land) {
    boolean isIn() {
      return age != null
          && land != null
          && age.matches("[0-9]{1,3}")
          && Integer.parseInt(age) >= 18
          && List.of("DE", "FR").contains(land);
    }

    String csv() {
      return Stream.of(age, a, land, b)
          .map(text -> text == null ? "" : text)
          .collect(Collectors.joining(","));
    }

    String json() {
      return String.format(
          "{\"age\":%s,\"a\":%s,\"the land\":%s,\"b\":%s}",
          quoted(age), quoted(a), quoted(land), quoted(b));
    }

    private static String quoted(String text) {
      return text == null ? "null" : "\"" + text + "\"";
    }
  }

  @BeforeAll
  static void write() {
    for (int i = 0; i < 300; i++) {
      String land = List.of("DE", "FR", "IT").get(i % 3);
      people.add(new Person(String.valueOf(i % 7), String.valueOf(i % 5), "" + i % 60, land));
    }
    String number = "77310409";
    people.set(0, new Person("1", "2", "canary", "DE"));
    people.set(1, new Person("1", "2", null, "DE"));
    people.set(2, new Person("1", "2", "30", null));
    people.set(50, new Person("1", "2", number + "999999999999999999999", "canary"));
    people.set(51, new Person(number, "canary", "17.9", "DE"));
    people.set(52, new Person("1", "2", "NaN", "FR"));
    people.set(299, new Person("1", "2", "1e999999", "canaryland"));
    Sample.session();
    write("all.csv", people);
    expected = released(run("--input", write("in.csv", in()), "--features", "a,b"));
  }

  private static List<Person> in() {
    return people.stream().filter(Person::isIn).toList();
  }

  private static String write(String name, List<Person> rows) {
    return Sample.write(
            folder.resolve(name),
            Stream.concat(Stream.of("age,a,the land,b"), rows.stream().map(Person::csv)))
        .toString();
  }

  private static Run run(String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(List.of("--neighbours", "addRemove"));
    Run run = Run.fit(all.toArray(String[]::new));
    assertFalse(WholeOutput.holdsInput(run.out() + run.err()), run.err());
    return run;
  }

  private static JsonNode released(Run run) {
    assertEquals(0, run.code(), run.err());
    ObjectNode report = (ObjectNode) run.json();
    report.remove("createdAt");
    return report;
  }

  private static String path(String name) {
    return folder.resolve(name).toString();
  }

  @Test
  void fit_csv_releasesTheMeanOfMatchingRows() {
    String[] all = {"--input", path("all.csv"), "--features", "a,b"};
    Run where = run("--input", all[1], "--features", "a,b", "--where", CONDITION);
    assertEquals(expected, released(where));
    // Power: without the condition, and with another, it is another release.
    assertNotEquals(expected, released(run(with(all, "--handle-invalid", "zero"))));
    assertNotEquals(expected, released(run(with(all, "--where", CONDITION.replace("18", "19")))));
  }

  private static String[] with(String[] args, String... more) {
    return Stream.concat(Stream.of(args), Stream.of(more)).toArray(String[]::new);
  }

  @Test
  void fit_csvWithoutHeader_releasesTheMeanOfMatchingRows() {
    Path csv = Sample.write(folder.resolve("bare.csv"), people.stream().map(Person::csv));
    String[] args = {"--input", csv.toString(), "--where", CONDITION, "--features", "a,b"};
    assertEquals(expected.get("mean"), mean(with(args, "--columns", "age,a,the land,b")));
    String numbered = "_c0 >= 18 and _c2 in ('DE', 'FR')";
    String[] byNumber = {"--input", csv.toString(), "--where", numbered, "--features", "_c1,_c3"};
    assertEquals(expected.get("mean"), mean(with(byNumber, "--option", "header=false")));
  }

  private static JsonNode mean(String... args) {
    return released(run(args)).get("mean");
  }

  @Test
  void fit_json_releasesTheMeanOfMatchingRows() {
    Path json =
        Sample.write(
            folder.resolve("all.json"),
            Stream.concat(
                people.stream().map(Person::json),
                Stream.of("{\"age\": 77310409", "[canary]", "{\"age\":[20],\"the land\":\"DE\"}")));
    assertEquals(
        expected,
        released(run("--input", json.toString(), "--features", "a,b", "--where", CONDITION)));
  }

  private static Dataset<Row> typed(boolean isAnsi) {
    Sample.session().conf().set("spark.sql.ansi.enabled", String.valueOf(isAnsi));
    List<Row> rows =
        people.stream().map(p -> RowFactory.create(p.a(), p.b(), p.age(), p.land())).toList();
    StructType schema =
        new StructType()
            .add("a", DataTypes.StringType)
            .add("b", DataTypes.StringType)
            .add("age", DataTypes.StringType)
            .add("the land", DataTypes.StringType);
    return Sample.session().createDataFrame(rows, schema);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void fit_tablesOfTextAndOfNumbers_releaseTheMeanOfMatchingRows(boolean isAnsi) {
    String before = Sample.session().conf().get("spark.sql.ansi.enabled");
    try {
      typed(isAnsi).createOrReplaceTempView("texts_of_where");
      assertEquals(expected, ofTable("texts_of_where", CONDITION));
      typed(isAnsi)
          .selectExpr("a", "b", "`the land`", "try_cast(age AS float) AS age")
          .createOrReplaceTempView("numbers_of_where");
      assertEquals(expected, ofTable("numbers_of_where", CONDITION));
      assertEquals(
          expected,
          ofTable(
              "numbers_of_where",
              CONDITION + " and not a / (age - age) > 1 or 1 / 0 = b" + " or " + CONDITION));
    } finally {
      Sample.session().conf().set("spark.sql.ansi.enabled", before);
    }
  }

  private static JsonNode ofTable(String table, String condition) {
    return released(run("--table", table, "--features", "a,b", "--where", condition));
  }

  @Test
  void fit_parquetOfManyTypes_releasesTheMeanOfMatchingRows() {
    typed(true)
        .selectExpr(
            "a",
            "b",
            "try_cast(age AS decimal(38,2)) AS age",
            "`the land`",
            "`the land` IN ('DE', 'FR') AS near",
            "date'2020-01-01' AS day",
            "timestamp'2020-01-01 00:00:00' AS time",
            "array(a) AS list")
        .write()
        .parquet(path("all.parquet"));
    String[] args = {"--input", path("all.parquet"), "--features", "a,b", "--where"};
    String condition = "age >= 18 and near and day < '2020-02' and time like '2020%'";
    assertEquals(expected, released(run(with(args, condition))));
    run(with(args, "list = 1")).assertRefused(2, "--where: column list holds arrays of text");
    run(with(args, "zz = 1")).assertRefused(2, "--where: the input has no column zz (see");
  }

  @Test
  void fit_linesOfText_releasesTheMeanOfMatchingLines() {
    Path text =
        Sample.write(
            folder.resolve("all.txt"),
            Stream.of("1", "canary", "5 7 5 6 5 7 5", "", "77310409")
                .flatMap(line -> Stream.of(line.split(" ", -1))));
    Path in = Sample.write(folder.resolve("in.txt"), Stream.of("5", "7", "5", "6", "5", "7", "5"));
    String[] args = {"--format", "text", "--features", "value", "--input"};
    assertEquals(
        mean(with(args, in.toString())),
        mean(with(args, text.toString(), "--where", "value between 2 and 9")));
  }

  @Test
  void fit_noRowSatisfies_equalsAnEmptyInput() {
    String[] args = {"--input", path("all.csv"), "--features", "a,b", "--where", "age < -1"};
    assertEquals(
        released(run("--input", write("none.csv", List.of()), "--features", "a,b")),
        released(run(args)));
  }

  @Test
  void fit_recentred_releasesTheMeanOfMatchingRows() {
    String[] usual = {"fit", "--rho", "0.5", "--seed", "3", "--neighbours", "addRemove"};
    String[] all = {"--input", path("all.csv"), "--where", CONDITION, "--features", "a,b"};
    String[] in = {"--input", path("in.csv"), "--features", "a,b"};
    assertEquals(released(Run.of(with(usual, in))), released(Run.of(with(usual, all))));
  }
}
