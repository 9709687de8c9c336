package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF0;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.protocol.ReportKey;
import org.privatemean.rows.InvalidRowException;
import org.privatemean.rows.InvalidRows;
import org.privatemean.shuffle.ShuffleMeanPlan;
import org.privatemean.shuffle.ShuffleMeanState;
import org.privatemean.shuffle.ShuffleRun;
import org.privatemean.spark.column.VectorColumn;
import org.privatemean.spark.param.FitRequest;

/** Fits in the shuffle model: the bits of the plain protocol, and messages without a trace. */
final class PrivateMeanShuffleTest {
  private static final long SEED = 77;
  private static final int USERS = 2000;
  private static final int DIMENSION = 2;
  private static final double[][] ROWS = ShuffleRun.rows(USERS, DIMENSION, 9);
  private static final ReportKey KEY = ReportKey.fromSeed(SEED);
  private static final ShuffleMeanPlan PLAN =
      ShuffleMeanPlan.of(
          ((FitRequest.Shuffle) FitRequest.create(estimator())).spec(), USERS, DIMENSION);

  @TempDir Path directory;

  /** A small search space, since every round is two jobs. */
  private static PrivateMean estimator() {
    return new PrivateMean()
        .setInputCol("features")
        .setDimension(DIMENSION)
        .setTrustModel("shuffle")
        .setEpsilon(6)
        .setDelta(1e-6)
        .setCoordinateBound(8)
        .setResolution(0.5)
        .setSeed(SEED);
  }

  private static Dataset<Row> withIds(int partitions) {
    return LocalSpark.withIds(ROWS, LocalSpark.Form.FLOATS, partitions);
  }

  private static ShuffledRounds rounds(Users users) {
    return new ShuffledRounds(users, InvalidRows.ERROR, KEY);
  }

  @Test
  void fit_anyPartitions_releasesTheBitsOfTheRunInMemory() {
    ShuffleMeanState expected =
        ShuffleRun.finish(ShuffleMeanState.start(PLAN, KEY.publicSeed()), ROWS, KEY);
    PrivateMeanModel model = estimator().setIdCol("id").fit(withIds(5));
    assertArrayEquals(expected.mean(), model.mean().toArray(), 0.0);
    assertEquals(expected.clippingNorm(), model.summary().clippingNorm().getAsDouble());
  }

  @Tag("long")
  @Test
  void fit_withoutIds_isNearTheMeanAndReportsItsCost() throws Exception {
    PrivateMeanModel model =
        estimator()
            .setMethod("shiftedClipped")
            .setHonestFraction(0.9)
            .fit(LocalSpark.frame(ROWS, LocalSpark.Form.DENSE, 3));
    PrivateMeanSummary summary = model.summary();
    double error = ShuffleRun.error(model.mean().toArray(), ROWS);
    // Rows of deviation 1, rounded to a lattice of step 0.35.
    assertTrue(error < 0.25 + 4 * summary.expectedL2Error(), "error " + error);
    assertTrue(summary.expectedL2Error() < 0.1, summary.toString());
    assertEquals("shuffle", summary.trustModel());
    assertEquals("shiftedClipped", summary.method());
    assertEquals(USERS, summary.rows());
    assertEquals(0, summary.droppedReports());
    assertEquals(6, summary.epsilon().getAsDouble());
    assertEquals(1e-6, summary.delta().getAsDouble());
    assertEquals(0.9, summary.honestFraction().getAsDouble());
    assertTrue(summary.seeded());
    assertEquals(4, summary.charges().size());
    assertEquals(PLAN.messagesPerUser(), summary.messagesPerUser(), 0.3 * PLAN.messagesPerUser());
    assertEquals(PLAN.bytesPerUser(), summary.bytesPerUser(), 0.3 * PLAN.bytesPerUser());
    String json = summary.toJson().replaceAll("\\s", "");
    assertTrue(json.contains("\"trustModel\":\"shuffle\""), json);
    assertTrue(json.contains("\"delta\":1.0E-6,\"honestFraction\":0.9}"), json);
    assertTrue(json.contains("\"messagesPerUser\":"), json);
    assertTrue(json.contains("\"step\":\"secrecyofthesum'sshares\",\"rho\":0.0,\"delta\":"), json);
    assertTrue(summary.toString().contains("(shuffle model)"), summary.toString());
    // The guarantee is (epsilon, delta)-DP alone: the account of the losses is none in zCDP.
    assertFalse(summary.toString().contains("zCDP"), summary.toString());
    assertTrue(summary.toString().contains("epsilon 6, delta 1e-6 of the shuffled messages"));
    String path = directory.resolve("model").toString();
    model.save(path);
    PrivateMeanSummary loaded = PrivateMeanModel.load(path).summary();
    assertEquals(summary.toJson(), loaded.toJson());
    assertEquals(summary.toString(), loaded.toString());
  }

  @Test
  void fit_rowsThatChange_isRefused() {
    LocalSpark.session()
        .udf()
        .register(
            "changing",
            functions
                .udf((UDF0<Double>) PrivateMeanShuffleTest::next, DataTypes.DoubleType)
                .asNondeterministic());
    Dataset<Row> frame =
        withIds(1).select(functions.col("id"), functions.expr("array(changing(), 1d)").as("f"));
    try (Users users =
        new Users(frame, VectorColumn.find(frame.schema(), "f"), Optional.of("id"))) {
      users.count();
      long before = users.checksum(InvalidRows.ERROR, 2);
      assertEquals(before, users.checksum(InvalidRows.ERROR, 2));
      // As if Spark had lost all blocks: every job reads the rows anew.
      users.rows().unpersist();
      assertNotEquals(before, users.checksum(InvalidRows.ERROR, 2));
      // Found out in the round itself, and not when all are over.
      ShuffleMeanState state = ShuffleMeanState.start(PLAN, 3);
      String message =
          assertThrows(IllegalStateException.class, () -> rounds(users).next(state)).getMessage();
      assertTrue(message.contains("ids in column id, changed between two rounds"), message);
      assertFalse(message.contains("set idCol"), message);
    }
  }

  private static double drawn;

  private static synchronized double next() {
    drawn += 1;
    return drawn;
  }

  @ParameterizedTest
  @ValueSource(strings = {"clippingNorm", "minNorm", "rho"})
  void fit_paramOfTheCentralModel_isRefused(String name) {
    PrivateMean estimator = estimator();
    estimator.set(estimator.getParam(name), (Object) 1.0);
    assertTrue(refused(estimator).contains(name + " is set, but trustModel is shuffle"));
  }

  @ParameterizedTest
  @CsvSource({
    "method,recentred,method is recentred",
    "method,clipped,method is clipped",
    "scaling,auto,scaling is auto",
    "neighbours,addRemove,neighbours is addRemove",
    "handleInvalid,skip,handleInvalid is skip"
  })
  void fit_choiceOfTheCentralModel_isRefused(String name, String value, String message) {
    PrivateMean estimator = estimator();
    estimator.set(estimator.getParam(name), (Object) value);
    assertTrue(refused(estimator).contains(message + ", but trustModel is shuffle"));
  }

  private static String refused(PrivateMean estimator) {
    Dataset<Row> unreadable =
        LocalSpark.frame(new double[][] {null, null}, LocalSpark.Form.DENSE, 1);
    return assertThrows(IllegalArgumentException.class, () -> estimator.fit(unreadable))
        .getMessage();
  }

  @Test
  void fit_invalidBudgetBoundsOrUsers_isRefusedBeforeARowIsRead() {
    PrivateMean noDelta = estimator();
    noDelta.clear(noDelta.delta());
    assertTrue(refused(noDelta).contains("epsilon and delta must both be set"));
    PrivateMean noBounds = estimator();
    noBounds.clear(noBounds.coordinateBound());
    noBounds.clear(noBounds.resolution());
    assertTrue(refused(noBounds).contains("trustModel shuffle needs a public bound"));
    assertTrue(refused(estimator().setIdCol("nobody")).contains("nobody does not exist"));
    assertThrows(IllegalArgumentException.class, () -> estimator().setHonestFraction(0));
    assertThrows(IllegalArgumentException.class, () -> estimator().setHonestFraction(1.01));
    String few = refused(estimator());
    assertTrue(few.contains("n = 2 users") || few.contains("at least 20 honest users"), few);
    PrivateMean central =
        new PrivateMean().setInputCol("features").setDimension(2).setRho(1).setHonestFraction(0.5);
    assertTrue(refused(central).contains("honestFraction is set, but trustModel is central"));
    PrivateMean local =
        new PrivateMean()
            .setInputCol("features")
            .setDimension(2)
            .setTrustModel("local")
            .setEpsilon(1)
            .setBound(1)
            .setHonestFraction(0.5);
    assertTrue(refused(local).contains("honestFraction is set, but trustModel is local"));
  }

  @Test
  void fit_invalidRow_isRefused() {
    double[][] rows = ROWS.clone();
    rows[5] = new double[] {1, Double.NaN};
    Dataset<Row> invalid = LocalSpark.withIds(rows, LocalSpark.Form.DENSE, 2);
    PrivateMean estimator = estimator().setIdCol("id");
    assertThrows(InvalidRowException.class, () -> estimator.fit(invalid));
  }

  @Test
  void forecast_publicValues_hasMessagesBytesAndError() {
    PrivateMeanSummary forecast =
        estimator().setHonestFraction(0.9).forecast(USERS, DIMENSION, Math.sqrt(DIMENSION));
    assertEquals("shuffle", forecast.trustModel());
    assertEquals(0, forecast.mean().length);
    assertEquals(List.of(), forecast.charges());
    assertTrue(forecast.messagesPerUser() > DIMENSION * 5, forecast.toString());
    assertTrue(forecast.bytesPerUser() > forecast.messagesPerUser(), forecast.toString());
    assertTrue(forecast.expectedL2Error() > 0 && forecast.expectedL2Error() < 0.1);
    assertTrue(forecast.toString().contains("messages per user "), forecast.toString());
  }
}
