package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.privatemean.local.GaussianRandomizer;
import org.privatemean.local.GaussianRequest;
import org.privatemean.local.GaussianRequest.GaussianChoice;
import org.privatemean.local.GaussianRound;
import org.privatemean.local.GaussianTally;
import org.privatemean.protocol.ReportKey;
import org.privatemean.refusal.ParamException;
import org.privatemean.rows.InvalidRowException;

final class LocalGaussianMeanTest {
  private static final StructType SCHEMA =
      new StructType()
          .add("x", DataTypes.DoubleType)
          .add("id", DataTypes.StringType)
          .add("text", DataTypes.StringType);

  private static final int USERS = 20_000;
  private static final double MEAN = 5.3;
  private static final double SIGMA = 2;

  @TempDir Path directory;

  private static double[] values(int n) {
    SplittableRandom random = new SplittableRandom(3);
    double[] values = new double[n];
    for (int i = 0; i < n; i++) {
      values[i] = MEAN + SIGMA * random.nextGaussian();
    }
    return values;
  }

  private static Dataset<Row> frame(double[] values) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      rows.add(RowFactory.create(values[i], "user" + i, "a"));
    }
    return LocalSpark.session().createDataFrame(rows, SCHEMA);
  }

  private static LocalGaussianMean stage() {
    return new LocalGaussianMean("gaussian1")
        .setInputCol("x")
        .setOutputCol("mean")
        .setIdCol("id")
        .setEpsilon(2)
        .setMeanBound(50)
        .setSeed(11);
  }

  private static LocalGaussianMean bounded() {
    return stage().setSigmaMin(0.5).setSigmaMax(8);
  }

  private static LocalGaussianMean known() {
    return stage().setSigma(SIGMA);
  }

  /** The protocol of the core, its users one by one. */
  private static GaussianRound byHand(GaussianRequest request, double[] values) {
    ReportKey key = ReportKey.fromSeed(11);
    GaussianChoice choice = GaussianChoice.choose(request, values.length, key.publicSeed());
    GaussianRound round = GaussianRound.first(choice.spec());
    while (!round.isFinished()) {
      GaussianTally tally = round.tally();
      GaussianRandomizer randomizer = round.randomizer();
      for (int i = 0; i < values.length; i++) {
        String id = "user" + i;
        OptionalInt group = randomizer.groupOf(GaussianRandomizer.userId(id));
        if (group.isPresent()) {
          tally.add(randomizer.randomize(values[i], group.getAsInt(), key.bits(round, id)));
        }
      }
      round = round.next(tally);
    }
    return round;
  }

  @ParameterizedTest
  @CsvSource({"kv1, 1", "uv, 2", "unkVar, 21"})
  @Tag("long")
  void fit_otherEstimators_areTheProtocolOfTheCoreWhateverThePartitions(
      String estimator, int rounds) {
    fit_eachEstimator_isTheProtocolOfTheCoreWhateverThePartitions(estimator, rounds);
  }

  @ParameterizedTest
  @CsvSource({"kv, 2", "uv1, 1", "knownVar, 2"})
  void fit_eachEstimator_isTheProtocolOfTheCoreWhateverThePartitions(String estimator, int rounds) {
    boolean isKnown = estimator.startsWith("k");
    double[] values = values(USERS);
    LocalGaussianMean stage = (isKnown ? known() : bounded()).setEstimator(estimator);
    GaussianRequest request =
        new GaussianRequest(
            estimator,
            2,
            Double.NaN,
            50,
            isKnown ? SIGMA : 0.5,
            isKnown ? SIGMA : 8,
            isKnown,
            0.01,
            0.95);
    GaussianRound finished = byHand(request, values);
    for (int partitions : new int[] {1, 5}) {
      LocalGaussianMeanSummary found = stage.fit(frame(values).repartition(partitions)).summary();
      assertEquals(finished.mean(), found.mean());
      assertEquals(finished.sigma(), found.sigma());
      assertEquals(finished.standardError(), found.standardError());
      assertEquals(estimator, found.estimator());
      assertEquals(rounds, found.rounds());
      assertEquals(USERS, found.users());
      assertEquals(1, found.messagesPerUser());
      assertTrue(found.bytesPerUser() >= 8, () -> "bytes " + found.bytesPerUser());
      assertTrue(found.participants() > 0 && found.participants() <= USERS / rounds);
      assertEquals(MEAN, found.mean(), 2.5 * found.halfWidth());
      assertEquals(found.delta() > 0, estimator.endsWith("Var"));
    }
  }

  @Test
  void fit_auto_takesTheLeastForecastAndReportsAll() {
    LocalGaussianMeanSummary found = bounded().fit(frame(values(USERS))).summary();
    assertEquals("uv", found.estimator());
    assertEquals(List.of("uv", "uv1", "unkVar"), List.copyOf(found.forecastErrors().keySet()));
    assertEquals(found.forecastErrors().get("uv"), found.forecastError());
    assertEquals(bounded().forecast(USERS), found.forecastError());
    assertEquals(SIGMA, found.sigma(), 0.3);
    assertTrue(found.seeded());
    assertTrue(found.warnings().stream().anyMatch(text -> text.startsWith("seed is set")));
    assertFalse(found.toJson().contains("{seed}"));
    assertTrue(found.toString().contains("uv in 2 rounds"), found.toString());
  }

  @Test
  void fit_withoutSeed_drawsNewNoiseAndHasNoWarning() {
    LocalGaussianMean stage = known();
    stage.clear(stage.seed());
    Dataset<Row> rows = frame(values(USERS));
    LocalGaussianMeanSummary one = stage.fit(rows).summary();
    assertNotEquals(one.mean(), stage.fit(rows).summary().mean());
    assertEquals(List.of(), one.warnings());
  }

  @Test
  void fit_withoutIdCol_takesPositionsAsIds() {
    LocalGaussianMean stage = known();
    stage.clear(stage.idCol());
    LocalGaussianMeanSummary found = stage.fit(frame(values(USERS))).summary();
    assertEquals(MEAN, found.mean(), 3 * found.halfWidth());
  }

  @Tag("long")
  @Test
  void transform_appendsMeanAndReport_andASavedModelDoesToo() throws Exception {
    Dataset<Row> rows = frame(values(USERS));
    LocalGaussianMeanModel model = known().setReportCol("report").fit(rows);
    String path = directory.resolve("model").toString();
    model.write().save(path);
    LocalGaussianMeanModel loaded = LocalGaussianMeanModel.load(path);
    for (LocalGaussianMeanModel each : List.of(model, loaded)) {
      Row first = each.transform(rows).first();
      assertEquals(model.mean(), first.<Double>getAs("mean"));
      assertEquals(model.summary().toJson(), first.getAs("report"));
      assertEquals(model.summary().toString(), each.summary().toString());
      assertEquals(model.sigma(), each.sigma());
      assertEquals(model.summary().halfWidth(), each.summary().halfWidth());
      assertEquals(each.transform(rows).schema(), each.transformSchema(rows.schema()));
    }
  }

  @Test
  void summary_ofAModelWithoutFit_isRefused() {
    assertThrows(IllegalStateException.class, () -> new LocalGaussianMeanModel().summary());
  }

  static Stream<Arguments> refused() {
    return Stream.<Refused>of(
            new Refused("inputCol", stage -> stage.setInputCol("text")),
            new Refused("inputCol", stage -> stage.setInputCol("absent")),
            new Refused("idCol", stage -> stage.setIdCol("x")),
            new Refused("outputCol", stage -> stage.setOutputCol("id")),
            new Refused("reportCol", stage -> stage.setReportCol("id")),
            new Refused("sigma", stage -> stage.setSigma(1)),
            new Refused("sigmaMax", stage -> without(stage, "sigmaMax")),
            new Refused("sigmaMin", stage -> without(stage, "sigmaMin")),
            new Refused("meanBound", stage -> without(stage, "meanBound")),
            new Refused("epsilon", stage -> without(stage, "epsilon")),
            new Refused("inputCol", stage -> without(stage, "inputCol")),
            new Refused("estimator", stage -> stage.setEstimator("kv")),
            new Refused("delta", stage -> stage.setEstimator("uv").setDelta(1e-6)),
            new Refused("beta", stage -> stage.setBeta(0.2)),
            new Refused("meanBound", stage -> stage.setMeanBound(1e30)))
        .map(each -> Arguments.of(each.param(), each.change()));
  }

  private record Refused(String param, UnaryOperator<LocalGaussianMean> change) {}

  private static LocalGaussianMean without(LocalGaussianMean stage, String param) {
    stage.clear(stage.getParam(param));
    return stage;
  }

  /** The rows throw if they are read. */
  @ParameterizedTest
  @MethodSource("refused")
  void fit_wrongParams_isRefusedByNameBeforeRowsAreRead(
      String param, UnaryOperator<LocalGaussianMean> change) {
    Dataset<Row> unread =
        frame(new double[] {1}).selectExpr("raise_error('read') as broken", "x", "id", "text");
    LocalGaussianMean stage = change.apply(bounded());
    ParamException refusal = assertThrows(ParamException.class, () -> stage.fit(unread));
    assertEquals(param, refusal.param(), refusal.getMessage());
  }

  @Test
  void setters_outOfRange_refuse() {
    assertThrows(IllegalArgumentException.class, () -> stage().setEpsilon(0));
    assertThrows(IllegalArgumentException.class, () -> stage().setMeanBound(0));
    assertThrows(IllegalArgumentException.class, () -> stage().setEstimator("median"));
    assertThrows(IllegalArgumentException.class, () -> stage().setHandleInvalid("skip"));
  }

  @Test
  void fit_tooFewUsers_isRefusedBeforeAnyReport() {
    ParamException refusal =
        assertThrows(ParamException.class, () -> bounded().fit(frame(values(50))));
    assertEquals("epsilon", refusal.param());
    assertTrue(refusal.getMessage().startsWith("50 users are too few"), refusal.getMessage());
    ParamException none =
        assertThrows(ParamException.class, () -> bounded().fit(frame(new double[0])));
    assertEquals("rows", none.param());
  }

  @Test
  void fit_anIdTwice_isRefused() {
    double[] values = values(2000);
    Dataset<Row> rows = frame(values);
    ParamException refusal =
        assertThrows(ParamException.class, () -> known().fit(rows.unionAll(rows)));
    assertEquals("idCol", refusal.param());
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({"NaN", "Infinity", "-Infinity", "null"})
  void fit_invalidRows_failOrAreZero(String text) {
    double[] values = values(USERS);
    Dataset<Row> rows =
        frame(values)
            .selectExpr(
                "if(id = 'user7', cast("
                    + (text.equals("null") ? "null" : "'" + text + "'")
                    + " as double), x) as x",
                "id");
    InvalidRowException refusal = assertThrows(InvalidRowException.class, () -> known().fit(rows));
    assertTrue(refusal.getMessage().contains("x"), refusal.getMessage());
    values[7] = 0;
    assertEquals(
        known().fit(frame(values)).mean(), known().setHandleInvalid("zero").fit(rows).mean());
  }

  @Tag("long")
  @Test
  void fit_columnsOfIntegersAndDecimals_areNumbers() {
    Dataset<Row> rows = frame(values(USERS));
    double mean = known().fit(rows.selectExpr("cast(floor(x) as double) as x", "id")).mean();
    assertEquals(mean, known().fit(rows.selectExpr("cast(floor(x) as int) as x", "id")).mean());
    assertEquals(
        mean, known().fit(rows.selectExpr("cast(floor(x) as decimal(10,2)) as x", "id")).mean());
  }
}
