package org.privatemean.sql;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.Transformer;
import org.apache.spark.ml.feature.Bucketizer;
import org.apache.spark.ml.feature.ElementwiseProduct;
import org.apache.spark.ml.feature.FeatureHasher;
import org.apache.spark.ml.feature.HashingTF;
import org.apache.spark.ml.feature.Normalizer;
import org.apache.spark.ml.feature.SQLTransformer;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.feature.VectorSizeHint;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.privatemean.release.Warning;
import org.privatemean.spark.LogCapture;
import org.privatemean.spark.PrivateCovariance;
import org.privatemean.spark.PrivateMean;
import org.privatemean.spark.PrivateMeanModel;
import org.privatemean.spark.PrivateMeanSummary;
import scala.jdk.javaapi.CollectionConverters;

/** {@code CALL pm.fit}: the fit of the stage, and its result. */
final class FitProcedureTest {
  private static final Calls CALLS = Calls.seeded();
  private static final String SEEDED = Calls.FIT + ", rho => 0.5, seed => 7";

  @TempDir private Path folder;

  private static PrivateMean stage() {
    return new PrivateMean().setInputCol("v").setDimension(2).setRho(0.5).setSeed(7);
  }

  private static PrivateMeanModel fitted(PrivateMean stage) {
    return stage.fit(CALLS.session().table("people"));
  }

  private static double[] mean(Row row) {
    return row.<Double>getList(row.fieldIndex("mean")).stream().mapToDouble(x -> x).toArray();
  }

  private static List<String> warnings(Row row) {
    return row.getList(row.fieldIndex("warnings"));
  }

  @Test
  void fit_fieldOfAStruct_isFoundAsInAQuery() {
    Row plain = CALLS.row(SEEDED + ")");
    String call =
        "CALL pm.fit(column => '%s', query => 'SELECT struct(v AS Vec) AS s FROM people',"
            + " dimension => 2, rho => 0.5, seed => 7)";
    assertArrayEquals(mean(plain), mean(CALLS.row(String.format(call, "s.Vec"))));
    assertArrayEquals(mean(plain), mean(CALLS.row(String.format(call, "`S`.vec"))));
  }

  @Test
  void columns_ofAResult_areTheDocumentedColumns() {
    StructType expected =
        new StructType()
            .add("mean", DataTypes.createArrayType(DataTypes.DoubleType, false), false)
            .add("n", DataTypes.LongType, false)
            .add("dimension", DataTypes.IntegerType, false)
            .add("method", DataTypes.StringType, false)
            .add("neighbours", DataTypes.StringType, false)
            .add("rho", DataTypes.DoubleType, false)
            .add("epsilon", DataTypes.DoubleType)
            .add("delta", DataTypes.DoubleType)
            .add("clipping_norm", DataTypes.DoubleType)
            .add("noise_std_dev", DataTypes.DoubleType, false)
            .add("noise_std_devs", DataTypes.createArrayType(DataTypes.DoubleType, false), false)
            .add("expected_l2_error", DataTypes.DoubleType, false)
            .add("confidence", DataTypes.DoubleType, false)
            .add("l2_radius", DataTypes.DoubleType, false)
            .add("clipping_bias_bound", DataTypes.DoubleType)
            .add("seeded", DataTypes.BooleanType, false)
            .add("warnings", DataTypes.createArrayType(DataTypes.StringType, false), false)
            .add("report", DataTypes.StringType, false)
            .add("column_warnings", ColumnWarningsTest.TYPE, false);
    assertEquals(expected, CALLS.row(SEEDED + ")").schema());
  }

  @Tag("long")
  @Test
  void covariance_ofAResult_isThatOfTheStage() {
    Row row = CALLS.row(SEEDED.replace("pm.fit", "pm.covariance") + ")");
    PrivateMeanModel model =
        new PrivateCovariance()
            .setInputCol("v")
            .setDimension(2)
            .setRho(0.5)
            .setSeed(7)
            .fit(CALLS.session().table("people"));
    assertArrayEquals(model.mean().toArray(), mean(row));
    assertArrayEquals(model.covariance().toArray(), matrix(row, "covariance"));
    assertArrayEquals(model.covarianceNoise().toArray(), matrix(row, "covariance_noise"));
    assertArrayEquals(model.correlation().toArray(), matrix(row, "correlation"));
    assertEquals(1, matrix(row, "correlation")[3]);
  }

  @Test
  void covariance_ofGroups_isRefusedByName() {
    String call = SEEDED.replace("pm.fit", "pm.covariance") + ", group_cols => array('g'))";
    Exception refused = assertThrows(IllegalArgumentException.class, () -> CALLS.row(call));
    assertTrue(refused.getMessage().contains("group_cols"), refused.getMessage());
  }

  /** A symmetric matrix, row by row. */
  private static double[] matrix(Row row, String name) {
    return row.<scala.collection.Seq<Double>>getList(row.fieldIndex(name)).stream()
        .flatMap(line -> CollectionConverters.asJava(line).stream())
        .mapToDouble(x -> x)
        .toArray();
  }

  @Test
  void values_ofAResult_areThoseOfTheFit() {
    Row row = CALLS.row(SEEDED + ")");
    PrivateMeanSummary summary = fitted(stage()).summary();
    assertArrayEquals(summary.mean(), mean(row));
    assertEquals(5000L, row.<Long>getAs("n"));
    assertEquals(2, row.<Integer>getAs("dimension"));
    assertEquals("recentred", row.getAs("method"));
    assertEquals("replace", row.getAs("neighbours"));
    assertEquals(0.5, row.<Double>getAs("rho"));
    assertNull(row.getAs("epsilon"));
    assertNull(row.getAs("delta"));
    assertEquals(summary.clippingNorm().getAsDouble(), row.<Double>getAs("clipping_norm"));
    assertEquals(summary.noiseStdDev(), row.<Double>getAs("noise_std_dev"));
    assertEquals(2, row.getList(row.fieldIndex("noise_std_devs")).size());
    assertEquals(summary.expectedL2Error(), row.<Double>getAs("expected_l2_error"));
    assertEquals(0.95, row.<Double>getAs("confidence"));
    assertEquals(summary.l2Radius(), row.<Double>getAs("l2_radius"));
    assertNull(row.getAs("clipping_bias_bound"));
    assertTrue(row.<Boolean>getAs("seeded"));
    assertEquals(summary.warnings(), warnings(row));
  }

  @Test
  void report_ofAResult_isOneLineWithTheSameValues() throws IOException {
    Row row = CALLS.row(SEEDED + ")");
    String report = row.getAs("report");
    assertEquals(1, report.lines().count());
    JsonNode json = new ObjectMapper().readTree(report);
    JsonNode laidOut = new ObjectMapper().readTree(fitted(stage()).summary().toJson());
    assertEquals(laidOut.get("mean"), json.get("mean"));
    assertEquals(row.<Long>getAs("n"), json.get("n").longValue());
    assertEquals(row.<Double>getAs("expected_l2_error"), json.get("expectedL2Error").doubleValue());
    List<String> keys = new ArrayList<>();
    json.fieldNames().forEachRemaining(keys::add);
    List<String> others = new ArrayList<>();
    laidOut.fieldNames().forEachRemaining(others::add);
    assertEquals(others, keys);
  }

  /** Spark casts the integer within an argument. */
  @Test
  void epsilon_ofAnInteger_isItsValue() {
    Row row = CALLS.row(Calls.FIT + ", epsilon => ln(3), delta => 1e-6, seed => 7)");
    assertEquals(StrictMath.log(3), row.<Double>getAs("epsilon"));
  }

  /** By name, by place, and of a query: the same bits. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'v', 'people', NULL, 0.5, NULL, NULL, 2, seed => 7",
        "query => 'SELECT v FROM people', column => 'v', dimension => 2, rho => 0.5, seed => 7",
        "seed => 7, table => 'people', column => 'v', dimension => 2, rho => 0.5"
      })
  void forms_ofACall_giveTheSame(String arguments) {
    assertArrayEquals(
        mean(CALLS.row(SEEDED + ")")), mean(CALLS.row("CALL pm.fit(" + arguments + ")")));
  }

  @Test
  void arguments_ofOtherMethods_reachTheStage() {
    Row row =
        CALLS.row(
            Calls.FIT
                + ", epsilon => 1, delta => 1e-9, seed => 7, neighbours => 'addRemove', method =>"
                + " 'shiftedClipped', radius => 50, sigma_min => 0.1, sigma_max => 20, beta => 0.01,"
                + " handle_invalid => 'skip', confidence => 0.9, threshold_grid => 'squared')");
    PrivateMeanSummary summary =
        fitted(
                new PrivateMean()
                    .setInputCol("v")
                    .setDimension(2)
                    .setEpsilon(1)
                    .setDelta(1e-9)
                    .setSeed(7)
                    .setNeighbours("addRemove")
                    .setMethod("shiftedClipped")
                    .setRadius(50)
                    .setSigmaMin(0.1)
                    .setSigmaMax(20)
                    .setBeta(0.01)
                    .setHandleInvalid("skip")
                    .setConfidence(0.9)
                    .setThresholdGrid("squared"))
            .summary();
    assertArrayEquals(summary.mean(), mean(row));
    assertEquals(1.0, row.<Double>getAs("epsilon"));
    assertEquals(1e-9, row.<Double>getAs("delta"));
    assertEquals("shiftedClipped", row.getAs("method"));
    assertEquals("addRemove", row.getAs("neighbours"));
    assertEquals(summary.rows(), row.<Long>getAs("n"));
    assertEquals(0.9, row.<Double>getAs("confidence"));
    assertEquals(summary.clippingBiasBound(), row.<Double>getAs("clipping_bias_bound"));
  }

  @Test
  void scales_byPlace_areThoseOfTheStage() {
    double[] expected = fitted(stage().setScales(new double[] {3, 0.5})).mean().toArray();
    assertArrayEquals(expected, mean(CALLS.row(SEEDED + ", scales => map('1', 0.5D, '*', 3D))")));
    assertArrayEquals(expected, mean(CALLS.row(SEEDED + ", scales => map('0', 3F, '1', 0.5F))")));
  }

  @Test
  void groups_ofAList_areARowEach() {
    List<Row> rows =
        CALLS.rows(
            SEEDED + ", group_cols => array('part'), public_keys => array('p0', 'p3', 'none'))");
    assertEquals(
        List.of(
            "part",
            "status",
            "mean",
            "count",
            "noise_std_dev",
            "clipping_norm",
            "l2_radius",
            "rho",
            "warnings",
            "column_warnings"),
        List.of(rows.get(0).schema().fieldNames()));
    assertEquals(DataTypes.StringType, rows.get(0).schema().apply("part").dataType());
    assertEquals(List.of("none", "p0", "p3"), rows.stream().map(row -> row.getAs("part")).toList());
    assertEquals("tooSmall", rows.get(0).getAs("status"));
    for (String column : List.of("mean", "noise_std_dev", "clipping_norm", "l2_radius")) {
      assertNull(rows.get(0).getAs(column), column);
    }
    List<Row> groups =
        fitted(stage().setGroupCol("part").setPublicKeys("p0", "p3", "none"))
            .groups()
            .collectAsList();
    for (int g = 1; g < 3; g++) {
      Row row = rows.get(g);
      Row group = groups.get(g);
      assertEquals("ok", row.getAs("status"));
      assertArrayEquals(
          group.<org.apache.spark.ml.linalg.Vector>getAs("mean").toArray(), mean(row));
      assertEquals(group.<Double>getAs("count"), row.<Double>getAs("count"));
      assertEquals(group.<Double>getAs("noiseStdDev"), row.<Double>getAs("noise_std_dev"));
      assertEquals(group.<Double>getAs("clippingNorm"), row.<Double>getAs("clipping_norm"));
      assertEquals(group.<Double>getAs("l2Radius"), row.<Double>getAs("l2_radius"));
      assertEquals(group.<Double>getAs("rho"), row.<Double>getAs("rho"));
    }
  }

  /** Of each type that a key may have, in the types of the table. */
  @Tag("long")
  @Test
  void groups_ofATable_keepTheTypesOfTheirColumns() {
    String keys =
        "id % 2 = 0 AS even, date'2026-11-01' + cast(id % 2 AS int) AS day, cast(id % 2 AS short) AS s,"
            + " id % 2 AS b";
    CALLS.session().sql("SELECT v, " + keys + " FROM people").createOrReplaceTempView("days");
    CALLS
        .session()
        .sql("SELECT DISTINCT even, day, s, b FROM days")
        .createOrReplaceTempView("keys");
    List<Row> rows =
        CALLS.rows(
            "CALL pm.fit(table => 'days', column => 'v', dimension => 2, rho => 0.5, seed => 7,"
                + " group_cols => array('even', 'day', 's', 'b'), public_keys_table => 'keys')");
    assertEquals(
        List.of("boolean", "date", "smallint", "bigint"),
        Arrays.stream(rows.get(0).schema().fields())
            .limit(4)
            .map(field -> field.dataType().simpleString())
            .toList());
    Row odd = rows.stream().filter(row -> !row.<Boolean>getAs("even")).findFirst().orElseThrow();
    assertEquals(LocalDate.of(2026, 11, 2), odd.<java.sql.Date>getAs("day").toLocalDate());
    assertEquals((short) 1, odd.<Short>getAs("s"));
    assertEquals(1L, odd.<Long>getAs("b"));
    assertEquals("ok", odd.getAs("status"));
    assertEquals(2, rows.size());
  }

  @Test
  void groups_ofAColumnThatTheResultHas_areRefused() {
    CALLS.session().sql("SELECT v, part AS rho FROM people").createOrReplaceTempView("clash");
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                CALLS.rows(
                    "CALL pm.fit(table => 'clash', column => 'v', dimension => 2, rho => 0.5,"
                        + " group_cols => array('rho'), public_keys => array('p0'))"));
    assertTrue(refusal.getMessage().startsWith("group_cols names column rho"), refusal::getMessage);
    CALLS.session().sql("SELECT v, part AS l2_radius FROM people").createOrReplaceTempView("clash");
    refusal =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                CALLS.rows(
                    "CALL pm.fit(table => 'clash', column => 'v', dimension => 2, rho => 0.5,"
                        + " group_cols => array('l2_radius'), public_keys => array('p0'))"));
    assertEquals(
        "group_cols names column l2_radius, and the result has a column of that name: rename it by"
            + " query",
        refusal.getMessage());
  }

  @Tag("long")
  @Test
  void persons_ofAColumn_areOneRowEach() {
    Row row =
        CALLS.row(
            "CALL pm.fit(query => 'SELECT v, id % 2500 AS person FROM people', column => 'v',"
                + " dimension => 2, rho => 0.5, seed => 7, person_col => 'person')");
    assertEquals(2500L, row.<Long>getAs("n"));
    assertTrue(row.<String>getAs("report").contains("\"unit\" : \"person\""));
  }

  @Tag("long")
  @Test
  void model_atAPath_isTheOneReleased() {
    String path = folder.resolve("model").toString();
    Row row = CALLS.row(SEEDED + ", model => '" + path + "')");
    assertArrayEquals(mean(row), PrivateMeanModel.load(path).mean().toArray());
    assertEquals(
        0,
        Calls.releases(
            () -> {
              IllegalArgumentException refusal =
                  assertThrows(
                      IllegalArgumentException.class,
                      () -> CALLS.row(SEEDED + ", model => '" + path + "')"));
              assertTrue(
                  refusal.getMessage().startsWith("model is there already"), refusal::getMessage);
            }));
    Row begun = CALLS.row(SEEDED + ", start_from => '" + unseeded() + "')");
    assertTrue(begun.<String>getAs("report").contains("startFrom"));
  }

  private String unseeded() {
    String path = folder.resolve("start").toString();
    CALLS.row(Calls.FIT + ", rho => 0.5, model => '" + path + "')");
    return path;
  }

  /** The mean is paid for: it must not be lost with the model. */
  @Test
  void model_thatCannotBeSaved_isAWarning() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "no folder");
    Row row = CALLS.row(SEEDED + ", model => '" + file + "/below')");
    assertTrue(
        warnings(row).stream().anyMatch(text -> text.startsWith("the model was not saved to ")),
        warnings(row)::toString);
    assertEquals(2, mean(row).length);
  }

  /** What the guarantee is about is said where it is not what it may be taken for. */
  @Tag("long")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT v FROM people LIMIT 4000 | GlobalLimit, LocalLimit",
        "SELECT DISTINCT v, id FROM people | Distinct",
        "SELECT array(double(avg(id)), 1D) v FROM people GROUP BY id | Aggregate",
        "SELECT a.v FROM people a JOIN people b ON a.id = b.id | Join",
        "SELECT array(double(row_number() OVER (ORDER BY id)), 1D) v FROM people | Window",
        "SELECT array(rand(), 1D) v FROM people | a function that is not deterministic",
        "SELECT v FROM people WHERE id >= (SELECT min(id) FROM people) | a subquery",
        "SELECT v FROM people UNION ALL SELECT v FROM people | Union of a source with itself"
      })
  void query_thatIsNotRowByRow_isWarnedOf(String query, String kinds) {
    Row row =
        CALLS.row(
            "CALL pm.fit(query => '"
                + query
                + "', column => 'v', dimension => 2, rho => 0.5, seed => 7)");
    assertTrue(
        warnings(row)
            .contains(
                "the rows are not made row by row ("
                    + kinds
                    + "): the guarantee is for the rows of the query, not for those of its tables"),
        warnings(row)::toString);
    assertTrue(row.<String>getAs("report").contains(Warning.Code.NOT_ROW_BY_ROW.label()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT v FROM people",
        "SELECT transform(v, x -> x / 2) v FROM people WHERE id > 10",
        "WITH t AS (SELECT v FROM people) SELECT v FROM t"
      })
  void query_rowByRow_isNotWarnedOf(String query) {
    Row row =
        CALLS.row(
            "CALL pm.fit(query => '"
                + query
                + "', column => 'v', dimension => 2, rho => 0.5, seed => 7)");
    assertFalse(row.<String>getAs("report").contains(Warning.Code.NOT_ROW_BY_ROW.label()));
  }

  /** The stages that README allows before a fit, in one pipeline. */
  @Tag("long")
  @Test
  void view_ofRowWiseStages_isNotWarnedOf() {
    Dataset<Row> rows =
        CALLS.session().sql("SELECT double(id) x, double(id % 7) y, string(id) w FROM people");
    List<Transformer> stages =
        List.of(
            new Bucketizer()
                .setInputCol("y")
                .setOutputCol("b")
                .setSplits(new double[] {0, 2, 4, 7}),
            new SQLTransformer().setStatement("SELECT *, array(w) ws FROM __THIS__"),
            new HashingTF().setInputCol("ws").setOutputCol("t").setNumFeatures(2),
            new FeatureHasher()
                .setInputCols(new String[] {"x", "y"})
                .setOutputCol("h")
                .setNumFeatures(2),
            new VectorAssembler().setInputCols(new String[] {"x", "b", "t", "h"}).setOutputCol("a"),
            new VectorSizeHint().setInputCol("a").setSize(6),
            new Normalizer().setInputCol("a").setOutputCol("n"),
            new ElementwiseProduct()
                .setInputCol("n")
                .setOutputCol("v")
                .setScalingVec(Vectors.dense(1, 1, 1, 1, 1, 1)));
    for (Transformer stage : stages) {
      rows = stage.transform(rows);
    }
    rows.createOrReplaceTempView("assembled_people");
    Row row =
        CALLS.row("CALL pm.fit(table => 'assembled_people', column => 'v', rho => 0.5, seed => 7)");
    assertFalse(row.<String>getAs("report").contains(Warning.Code.NOT_ROW_BY_ROW.label()));
  }

  /** Where a ledger pays, that says so itself: once. */
  @ParameterizedTest
  @CsvSource({"replace, true", "addRemove, false"})
  void query_withAFilter_isWarnedOfWhereTheCountIsPublished(String neighbours, boolean isWarned) {
    Row row =
        CALLS.row(
            "CALL pm.fit(query => 'SELECT v FROM people WHERE id > 10', column => 'v', dimension =>"
                + " 2, rho => 0.5, seed => 7, neighbours => '"
                + neighbours
                + "')");
    assertEquals(
        isWarned,
        row.<String>getAs("report").contains(Warning.Code.COUNT_OF_FILTERED_ROWS.label()));
  }

  @Test
  void groups_foundPrivately_areThoseWithManyRows() {
    List<Row> rows =
        CALLS.rows(
            SEEDED
                + ", group_cols => array('half'), key_selection => 'private', key_delta => 1e-6,"
                + " max_groups => 10)");
    assertEquals(List.of(0L, 1L), rows.stream().map(row -> row.getAs("half")).toList());
  }

  @Test
  void groups_noneFound_haveTheColumnsAndNoRows() {
    Dataset<Row> found =
        CALLS
            .session()
            .sql(
                "CALL pm.fit(query => 'SELECT v, id FROM people', column => 'v', dimension => 2,"
                    + " rho => 0.5, group_cols => array('id'), key_selection => 'private',"
                    + " key_delta => 1e-9)");
    assertEquals("id", found.schema().fieldNames()[0]);
    assertEquals(0, found.count());
  }

  @Test
  void groups_warnings_areInEachRow() {
    List<Row> rows =
        CALLS.rows(SEEDED + ", group_cols => array('part'), public_keys => array('p0', 'p1'))");
    assertEquals(2, rows.size());
    for (Row row : rows) {
      List<String> warnings = row.getList(row.fieldIndex("warnings"));
      assertTrue(
          warnings.stream().anyMatch(text -> text.startsWith("the noise comes from")),
          warnings::toString);
    }
  }

  /** There is no row that could have them. */
  @Tag("long")
  @Test
  void groups_noneFound_warnInTheLog() {
    try (LogCapture log = new LogCapture()) {
      CALLS.rows(
          SEEDED + ", group_cols => array('id'), key_selection => 'private', key_delta => 1e-9)");
      assertTrue(
          log.seen().stream()
              .anyMatch(line -> line.startsWith("org.privatemean.sql.fit the noise comes from")),
          "not logged");
    }
  }
}
