package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF0;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.local.LocalMeanClient;
import org.privatemean.local.LocalMeanPlan;
import org.privatemean.local.LocalMeanState;
import org.privatemean.local.LocalMeanTally;
import org.privatemean.local.Report;
import org.privatemean.privacy.Charge;
import org.privatemean.protocol.ReportKey;
import org.privatemean.rows.InvalidRowException;
import org.privatemean.rows.InvalidRows;
import org.privatemean.spark.column.VectorColumn;
import org.privatemean.spark.param.FitRequest;

/** Fits in the local model: the bits of the plain protocol, however Spark holds the rows. */
final class PrivateMeanLocalTest {
  static final long SEED = 77;
  static final int USERS = 4000;
  static final int DIMENSION = 3;
  private static final double[] CENTRE = {3, -1, 2};
  static final double[][] ROWS = rows();

  private static double[][] rows() {
    SplittableRandom random = new SplittableRandom(9);
    double[][] rows = new double[USERS][DIMENSION];
    for (double[] row : rows) {
      for (int j = 0; j < DIMENSION; j++) {
        // Values that a float holds exactly.
        row[j] = CENTRE[j] + Math.rint(512 * random.nextGaussian()) / 512;
      }
    }
    return rows;
  }

  private static PrivateMean bare() {
    return new PrivateMean()
        .setInputCol("features")
        .setDimension(DIMENSION)
        .setTrustModel("local")
        .setRadius(10)
        .setSigmaMin(0.5)
        .setSigmaMax(2)
        .setSeed(SEED);
  }

  /** Either protocol: Theorem 5.2 by rho, pure reports by epsilon. */
  enum Budget {
    RHO,
    EPSILON;

    PrivateMean estimator() {
      return this == RHO ? bare().setRho(40) : bare().setEpsilon(8);
    }
  }

  /** The protocol without Spark, users in order. */
  static LocalMeanState inMemory(Budget budget) {
    ReportKey key = ReportKey.fromSeed(SEED);
    LocalMeanPlan plan =
        LocalMeanPlan.of(
            ((FitRequest.Local) FitRequest.create(budget.estimator())).spec(), USERS, DIMENSION);
    LocalMeanState state = LocalMeanState.start(plan, key.publicSeed());
    while (!state.isFinished()) {
      LocalMeanClient client = LocalMeanClient.of(state);
      LocalMeanTally tally = state.newTally();
      for (int i = 0; i < USERS; i++) {
        String id = "user " + i;
        client.reports(id, ROWS[i], key.bits(state, id)).forEach(tally::add);
      }
      state = state.next(tally);
    }
    return state;
  }

  @ParameterizedTest
  @EnumSource(Budget.class)
  void fit_anyPartitionsAndForm_releasesTheBitsOfThePlainProtocol(Budget budget) {
    LocalMeanState expected = inMemory(budget);
    PrivateMean estimator = budget.estimator().setIdCol("id");
    for (int partitions : new int[] {1, 2, 7}) {
      LocalSpark.Form form = partitions == 2 ? LocalSpark.Form.SPARSE : LocalSpark.Form.FLOATS;
      PrivateMeanModel model = estimator.fit(LocalSpark.withIds(ROWS, form, partitions));
      assertArrayEquals(expected.mean(), model.mean().toArray(), 0.0);
      assertEquals(expected.clippingNorm(), model.summary().clippingNorm().getAsDouble());
    }
  }

  @ParameterizedTest
  @EnumSource(Budget.class)
  void fit_withoutIds_isNearTheMeanAndReportsItsCost(Budget budget) {
    PrivateMeanModel model =
        budget.estimator().fit(LocalSpark.frame(ROWS, LocalSpark.Form.DENSE, 3));
    PrivateMeanSummary summary = model.summary();
    double square = 0;
    for (int j = 0; j < DIMENSION; j++) {
      int column = j;
      double mean = Arrays.stream(ROWS).mapToDouble(row -> row[column]).average().orElseThrow();
      square += Math.pow(model.mean().apply(j) - mean, 2);
    }
    // Rows of deviation 1 whose mean may be 10 from zero.
    assertTrue(Math.sqrt(square) < 0.3, "error " + Math.sqrt(square));
    assertTrue(summary.expectedL2Error() < 0.3, summary.toString());
    assertEquals("local", summary.trustModel());
    assertEquals(USERS, summary.rows());
    assertEquals(0, summary.droppedReports());
    assertTrue(summary.seeded());
    assertTrue(summary.delta().isEmpty());
    double spent = summary.charges().stream().mapToDouble(Charge::rho).sum();
    assertEquals(summary.rho(), spent, 1e-12 * spent);
    String json = summary.toJson().replaceAll("\\s", "");
    assertTrue(json.contains("\"trustModel\":\"local\""), json);
    String guarantee = budget == Budget.RHO ? "{\"rho\":40.0}" : "{\"epsilon\":8.0}";
    assertTrue(json.contains("\"guarantee\":" + guarantee), json);
    assertTrue(summary.toString().contains("(local model)"), summary.toString());
  }

  @Tag("long")
  @Test
  void fit_otherSeedOrNone_releasesOtherBits() {
    Dataset<Row> frame = LocalSpark.frame(ROWS, LocalSpark.Form.DENSE, 2);
    PrivateMean estimator = Budget.RHO.estimator();
    double[] first = estimator.fit(frame).mean().toArray();
    assertArrayEquals(first, estimator.fit(frame).mean().toArray(), 0.0);
    double[] other = estimator.copy(ParamMap.empty()).setSeed(1).fit(frame).mean().toArray();
    assertNotEquals(first[0], other[0]);
    estimator.clear(estimator.seed());
    assertNotEquals(estimator.fit(frame).mean().apply(0), estimator.fit(frame).mean().apply(0));
  }

  /** Runs all rounds, and between them something that may go wrong. */
  private static LocalMeanState run(Budget budget, Dataset<Row> frame, Runnable between) {
    return run(budget, frame, between, Long.MAX_VALUE);
  }

  private static LocalMeanState run(
      Budget budget, Dataset<Row> frame, Runnable between, long mostParts) {
    VectorColumn column = VectorColumn.find(frame.schema(), "features");
    boolean named = List.of(frame.columns()).contains("id");
    Optional<String> ids = named ? Optional.of("id") : Optional.empty();
    try (Users users = new Users(frame, column, ids)) {
      assertEquals(USERS, users.count());
      LocalMeanPlan plan =
          LocalMeanPlan.of(
              ((FitRequest.Local) FitRequest.create(budget.estimator())).spec(), USERS, DIMENSION);
      SimulatedRounds rounds =
          new SimulatedRounds(users, InvalidRows.ERROR, ReportKey.fromSeed(SEED));
      LocalMeanState state = LocalMeanState.start(plan, 5);
      while (!state.isFinished()) {
        state = rounds.next(state, mostParts);
        between.run();
      }
      return state;
    }
  }

  /** Where the driver has no room for the tallies of all partitions, tasks merge them. */
  @Tag("long")
  @ParameterizedTest
  @EnumSource(Budget.class)
  void rounds_talliesBeyondTheDriversMemory_areMergedBefore(Budget budget) {
    Dataset<Row> frame = LocalSpark.frame(ROWS, LocalSpark.Form.DENSE, 5);
    LocalMeanState collected = run(budget, frame, () -> {});
    for (long most : new long[] {1, 3, 4, 5}) {
      LocalMeanState merged = run(budget, frame, () -> {}, most);
      assertArrayEquals(collected.mean(), merged.mean(), 0.0);
      assertEquals(collected.received(), merged.received());
    }
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource(Budget.class)
  void rounds_cacheLostInBetween_takeTheSameReportsOfTheSameUsers(Budget budget) {
    Dataset<Row> frame = LocalSpark.frame(ROWS, LocalSpark.Form.DENSE, 5);
    LocalMeanState kept = run(budget, frame, () -> {});
    int[] losses = {0};
    LocalMeanState lost =
        run(
            budget,
            frame,
            () -> {
              LocalSpark.session().catalog().clearCache();
              losses[0]++;
            });
    assertTrue(losses[0] >= 3);
    assertArrayEquals(kept.mean(), lost.mean(), 0.0);
    assertEquals(kept.received(), lost.received());
  }

  /** A source that gives other rows whenever it is read. */
  private static final class Restless implements UDF0<Double> {
    private static final long serialVersionUID = 1L;

    private static final AtomicInteger READ = new AtomicInteger();

    @Override
    public Double call() {
      return READ.getAndIncrement() % 977 / 977.0;
    }
  }

  @Tag("long")
  @Test
  void rounds_sourceThatChangesWithTheCacheLost_stopWithARemedy() {
    Dataset<Row> places =
        LocalSpark.session()
            .range(0, USERS, 1, 2)
            .select(
                functions
                    .array(
                        functions
                            .udf(new Restless(), DataTypes.DoubleType)
                            .asNondeterministic()
                            .apply(),
                        functions.lit(0.5),
                        functions.lit(-0.5))
                    .as("features"));
    Dataset<Row> named = places.withColumn("id", functions.monotonically_increasing_id());
    for (Dataset<Row> frame : List.of(places, named)) {
      run(Budget.RHO, frame, () -> {});
      String message =
          assertThrows(
                  IllegalStateException.class,
                  () -> run(Budget.RHO, frame, () -> LocalSpark.session().catalog().clearCache()))
              .getMessage();
      assertTrue(message.contains("changed between two rounds"), message);
      assertEquals(frame == places, message.contains("set idCol"), message);
      assertEquals(frame == named, message.contains("ids in column id"), message);
    }
  }

  private static String refused(PrivateMean estimator, Dataset<Row> frame) {
    return assertThrows(IllegalArgumentException.class, () -> estimator.fit(frame)).getMessage();
  }

  /** A frame that fails when a row is read, to show that a refusal came before. */
  private static Dataset<Row> unreadable() {
    return LocalSpark.frame(new double[][] {null, {1, 2, 3}}, LocalSpark.Form.DENSE, 1);
  }

  @Test
  void fit_idTwiceOrMissing_isRefused() {
    Dataset<Row> frame = LocalSpark.withIds(ROWS, LocalSpark.Form.DENSE, 2);
    PrivateMean estimator = Budget.RHO.estimator().setIdCol("who");
    Dataset<Row> twice =
        frame.withColumn(
            "who",
            functions
                .when(functions.col("id").equalTo("user 7"), "user 8")
                .otherwise(functions.col("id")));
    assertTrue(refused(estimator, twice).contains("idCol: column who"));
    Dataset<Row> missing =
        frame.withColumn(
            "who",
            functions
                .when(functions.col("id").equalTo("user 7"), null)
                .otherwise(functions.col("id")));
    assertTrue(refused(estimator, missing).contains("idCol: column who"));
    assertTrue(refused(estimator, frame).contains("Input column who does not exist"));
    assertTrue(refused(estimator.setIdCol("features"), frame).contains("idCol: column features"));
  }

  /**
   * Two of them may become the same text, or another text in a session of another time zone. The
   * refusal comes before a row is read.
   */
  @ParameterizedTest
  @CsvSource({
    "binary, binary",
    "timestamp, a time",
    "timestamp_ntz, of another type",
    "date, a date",
    "boolean, a boolean",
    "double, a number",
    "float, a number",
    "'decimal(10,0)', a decimal number",
    "array<string>, 'an array, each element text'",
    "array<array<int>>, 'an array, each element an array'",
    "struct<canary:string>, an object",
    "'map<string,struct<canary:int>>', a map"
  })
  void fit_idNotStringOrInteger_isRefusedBeforeARowIsRead(String type, String kind) {
    Dataset<Row> frame = unreadable().withColumn("who", functions.lit(null).cast(type));
    PrivateMean estimator = Budget.RHO.estimator().setIdCol("who");
    String message = refused(estimator, frame);
    assertTrue(
        message.contains(
            "idCol: column who must hold strings of binary collation or integers, but is "
                + kind
                + ":"),
        message);
    LocalRandomizer randomizer =
        new LocalRandomizer()
            .setInputCol("features")
            .setIdCol("who")
            .setState(
                LocalMeanState.start(
                    LocalMeanPlan.of(
                        ((FitRequest.Local) FitRequest.create(estimator)).spec(), USERS, DIMENSION),
                    1));
    assertEquals(
        message,
        assertThrows(IllegalArgumentException.class, () -> randomizer.transform(frame))
            .getMessage());
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"tinyint", "smallint", "int", "bigint", "string"})
  void fit_idOfStringsOrIntegers_isTaken(String type) {
    double[][] rows = Arrays.copyOf(ROWS, 100);
    Dataset<Row> frame =
        LocalSpark.withIds(rows, LocalSpark.Form.DENSE, 2)
            .withColumn("who", functions.expr("cast(substring(id, 6) as " + type + ")"));
    PrivateMeanModel model = Budget.RHO.estimator().setRho(1000).setIdCol("who").fit(frame);
    assertEquals(100, model.summary().rows());
  }

  @ParameterizedTest
  @CsvSource({
    "method,clipped",
    "method,recentred",
    "scaling,auto",
    "neighbours,addRemove",
    "handleInvalid,skip"
  })
  void fit_choiceOfTheCentralModel_isRefused(String name, String value) {
    PrivateMean estimator = Budget.RHO.estimator();
    estimator.set(estimator.getParam(name), (Object) value);
    String message = refused(estimator, unreadable());
    assertTrue(message.contains(name) && message.contains("trustModel is local"), message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"clippingNorm", "minNorm"})
  void fit_numberOfTheCentralModel_isRefused(String name) {
    PrivateMean estimator = Budget.RHO.estimator();
    estimator.set(estimator.getParam(name), (Object) 1.0);
    String message = refused(estimator, unreadable());
    assertTrue(message.contains(name + " is set, but trustModel is local"), message);
  }

  @Test
  void fit_invalidBudgetOrBounds_isRefused() {
    assertTrue(refused(bare(), unreadable()).contains("budget is not set"));
    assertTrue(refused(bare().setRho(1).setEpsilon(1), unreadable()).contains("both rho"));
    assertTrue(refused(bare().setEpsilon(1).setDelta(1e-6), unreadable()).contains("delta is set"));
    PrivateMean boundless =
        new PrivateMean().setInputCol("features").setTrustModel("local").setEpsilon(1);
    assertTrue(refused(boundless, unreadable()).contains("needs a public bound"));
    PrivateMean central = new PrivateMean().setInputCol("features").setRho(1).setIdCol("id");
    assertTrue(refused(central, unreadable()).contains("idCol is set"));
    assertThrows(IllegalArgumentException.class, () -> bare().setTrustModel("nobody"));
  }

  @ParameterizedTest
  @EnumSource(Budget.class)
  void fit_planThatCannotWork_isRefusedBeforeARowIsRead(Budget budget) {
    PrivateMean estimator = budget == Budget.RHO ? bare().setRho(0.5) : bare().setEpsilon(0.5);
    String message = refused(estimator, unreadable());
    assertTrue(message.contains("n = 2 users"), message);
  }

  @Test
  void fit_invalidRow_isRefusedOrZero() {
    double[][] rows = ROWS.clone();
    rows[5] = null;
    rows[6] = new double[] {1, Double.NaN, 3};
    PrivateMean estimator = Budget.RHO.estimator().setIdCol("id");
    Dataset<Row> invalid = LocalSpark.withIds(rows, LocalSpark.Form.DENSE, 2);
    assertThrows(InvalidRowException.class, () -> estimator.fit(invalid));
    rows[5] = new double[DIMENSION];
    rows[6] = new double[DIMENSION];
    assertArrayEquals(
        estimator.fit(LocalSpark.withIds(rows, LocalSpark.Form.DENSE, 2)).mean().toArray(),
        estimator.setHandleInvalid("zero").fit(invalid).mean().toArray(),
        0.0);
  }

  /** Rows of deviation 1 in each of 3 coordinates: what is forecast is what a fit then reports. */
  @ParameterizedTest
  @EnumSource(Budget.class)
  void forecast_publicValues_isNearTheReportOfAFit(Budget budget) {
    PrivateMeanSummary forecast = budget.estimator().forecast(USERS, DIMENSION, Math.sqrt(3));
    PrivateMeanSummary fit =
        budget.estimator().fit(LocalSpark.frame(ROWS, LocalSpark.Form.DENSE, 3)).summary();
    assertEquals(0, forecast.mean().length);
    assertEquals(List.of(), forecast.charges());
    assertEquals(DIMENSION, forecast.dimension());
    assertEquals(USERS, forecast.rows());
    assertEquals(fit.method(), forecast.method());
    assertEquals(fit.epsilon(), forecast.epsilon());
    assertEquals(fit.rho(), forecast.rho());
    assertEquals(1, forecast.noiseStdDev() / fit.noiseStdDev(), 0.25);
    assertTrue(forecast.expectedL2Error() > forecast.noiseStdDev() * Math.sqrt(DIMENSION));
    // A mean of 4000 rows of deviation 1 in 3 coordinates is 0.027 off without any privacy.
    assertTrue(forecast.expectedL2Error() < 0.12, forecast.toString());
    assertEquals(fit.bytesPerUser(), forecast.bytesPerUser());
    assertFalse(forecast.seeded());
    String json = forecast.toJson().replaceAll("\\s", "");
    assertTrue(json.contains("\"bytesPerUser\":" + forecast.bytesPerUser()), json);
    assertTrue(json.contains("\"seeded\":false"), json);
  }

  @Test
  void forecast_tooFewRowsForAMean_isRefused() {
    PrivateMean estimator = bare().setEpsilon(0.5);
    for (long rows : new long[] {0, 2}) {
      assertThrows(IllegalArgumentException.class, () -> estimator.forecast(rows, 3, 1));
    }
    assertTrue(estimator.forecast(1_000_000, 3, 1).expectedL2Error() < 0.2);
    assertThrows(IllegalArgumentException.class, () -> estimator.forecast(1_000_000, 3, 0));
  }

  /** The bytes of a user, counted over all users and rounds, are those that public values tell. */
  @ParameterizedTest
  @EnumSource(Budget.class)
  void bytesPerUser_allReportsOfARun_haveThisMean(Budget budget) {
    LocalMeanPlan plan =
        LocalMeanPlan.of(
            ((FitRequest.Local) FitRequest.create(budget.estimator())).spec(), USERS, DIMENSION);
    LocalMeanState state = LocalMeanState.start(plan, 7);
    ReportKey key = ReportKey.fromSeed(SEED);
    double bytes = 0;
    while (!state.isFinished()) {
      LocalMeanClient client = LocalMeanClient.of(state);
      LocalMeanTally tally = state.newTally();
      for (int i = 0; i < USERS; i++) {
        String id = "user " + i;
        for (Report report : client.reports(id, ROWS[i], key.bits(state, id))) {
          bytes += report.size();
          tally.add(report);
        }
      }
      state = state.next(tally);
    }
    // 4000 users, lengths of a report between 6 and 20 bytes.
    assertEquals(plan.bytesPerUser(), bytes / USERS, 0.03 * plan.bytesPerUser());
  }
}
