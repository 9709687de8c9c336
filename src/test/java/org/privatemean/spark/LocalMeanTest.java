package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.privatemean.local.LocalMeanPlan;
import org.privatemean.local.LocalMeanState;
import org.privatemean.protocol.ReportKey;
import org.privatemean.rows.InvalidRowException;
import org.privatemean.spark.param.FitRequest;

/** Reports as a column, and the rounds that collect them. */
final class LocalMeanTest {
  private static final Dataset<Row> FRAME =
      LocalSpark.withIds(PrivateMeanLocalTest.ROWS, LocalSpark.Form.FLOATS, 3);

  @TempDir private Path folder;

  private static LocalMeanState start(PrivateMeanLocalTest.Budget budget) {
    return LocalMeanState.start(
        LocalMeanPlan.of(
            ((FitRequest.Local) FitRequest.create(budget.estimator())).spec(),
            PrivateMeanLocalTest.USERS,
            PrivateMeanLocalTest.DIMENSION),
        ReportKey.fromSeed(PrivateMeanLocalTest.SEED).publicSeed());
  }

  private static LocalRandomizer randomizer(LocalMeanState state) {
    return new LocalRandomizer()
        .setInputCol("features")
        .setIdCol("id")
        .setOutputCol("reports")
        .setState(state);
  }

  private static LocalMean collector(LocalMeanState state) {
    return new LocalMean().setInputCol("reports").setOutputCol("mean").setState(state);
  }

  private static List<String> reports(Dataset<Row> frame) {
    return frame.select("id", "reports").collectAsList().stream()
        .map(row -> row.getString(0) + Arrays.deepToString(row.getList(1).toArray()))
        .sorted()
        .toList();
  }

  /** Every round is saved and loaded: a run can stop anywhere. */
  @Tag("long")
  @ParameterizedTest
  @EnumSource(PrivateMeanLocalTest.Budget.class)
  void rounds_savedBetweenThem_giveTheBitsOfThePlainProtocol(PrivateMeanLocalTest.Budget budget)
      throws IOException {
    LocalMeanState state = start(budget);
    LocalMeanModel model = null;
    while (!state.isFinished()) {
      Dataset<Row> reports =
          randomizer(state).setSeed(PrivateMeanLocalTest.SEED).transform(FRAME).select("reports");
      model = collector(state).fit(reports);
      assertEquals(state.round() + 1, model.publicState().round());
      String path = folder.resolve("round-" + state.round()).toString();
      model.write().save(path);
      model = LocalMeanModel.load(path);
      state = model.publicState();
    }
    LocalMeanState expected = PrivateMeanLocalTest.inMemory(budget);
    assertArrayEquals(expected.mean(), model.mean().toArray(), 0.0);
    assertEquals(expected.received(), state.received());
    Row first = model.transform(FRAME.limit(1)).select("mean").first();
    assertArrayEquals(expected.mean(), ((Vector) first.get(0)).toArray(), 0.0);
    assertEquals("local", model.summary().trustModel());
    assertEquals(FRAME.schema().size() + 1, model.transformSchema(FRAME.schema()).size());
    // Whether the devices' bits came from a seed is not seen, here as little as anywhere.
    assertFalse(model.summary().seeded());
    String json = model.summary().toJson().replaceAll("\\s", "");
    assertFalse(json.contains("seeded"), json);
    String path = folder.resolve("mean").toString();
    new PrivateMeanModel("m", model.summary()).write().save(path);
    assertEquals(model.summary().toJson(), PrivateMeanModel.load(path).summary().toJson());
  }

  @Tag("long")
  @Test
  void transform_again_makesTheSameReportsAndAnotherStageOthers() {
    LocalRandomizer stage = randomizer(start(PrivateMeanLocalTest.Budget.EPSILON));
    List<String> reports = reports(stage.transform(FRAME));
    assertEquals(reports, reports(stage.transform(FRAME.repartition(5))));
    assertEquals(reports, reports(stage.copy(ParamMap.empty()).transform(FRAME)));
    List<String> others = reports(randomizer(stage.publicState()).transform(FRAME));
    assertFalse(reports.equals(others));
  }

  @Tag("long")
  @Test
  void fit_malformedReports_areDroppedAndCounted() {
    LocalMeanState state = start(PrivateMeanLocalTest.Budget.EPSILON);
    Dataset<Row> single =
        randomizer(state)
            .setSeed(1)
            .transform(FRAME)
            .select(functions.explode(functions.col("reports")).as("reports"));
    StructType schema = new StructType().add("reports", DataTypes.BinaryType);
    Dataset<Row> bad =
        LocalSpark.session()
            .createDataFrame(
                List.of(
                    RowFactory.create((Object) null),
                    RowFactory.create((Object) new byte[0]),
                    RowFactory.create((Object) new byte[] {99, 1, 2, 3}),
                    RowFactory.create((Object) new byte[40])),
                schema);
    LocalMeanState clean = collector(state).fit(single).publicState();
    LocalMeanState mixed = collector(state).fit(single.union(bad)).publicState();
    assertEquals(0, clean.received().get(0).dropped());
    assertEquals(3, mixed.received().get(0).dropped());
    assertEquals(clean.received().get(0).accepted(), mixed.received().get(0).accepted());
    // Of the round before: all are dropped.
    LocalMeanState late = collector(clean).fit(single).publicState();
    assertEquals(0, late.received().get(1).accepted());
    assertEquals(clean.received().get(0).accepted(), late.received().get(1).dropped());
  }

  /** The check is made before a report is read: what is in the column cannot be read at all. */
  @Test
  void fit_talliesBeyondTheDriversMemory_isRefusedWithTheSetting() {
    SparkSession small = LocalSpark.session().newSession();
    small.conf().set("spark.sql.legacy.setCommandRejectsSparkCoreConfs", "false");
    small.conf().set("spark.driver.maxResultSize", "20k");
    LocalMeanState state = start(PrivateMeanLocalTest.Budget.RHO);
    // 16 bytes for each of 4000 reports in 4 coordinates.
    assertTrue(state.tallyBytes(4) > 256_000 && state.tallyBytes(4) < 1 << 20);
    String message = refused(() -> collector(state).fit(unreadable(small, 4)));
    assertEquals(
        "trustModel local: the reports of a round may need 1 MiB, and spark.driver.maxResultSize"
            + " gives 0 MiB: raise it, use fewer users or coordinates, or set epsilon in place of"
            + " rho",
        message);
    // What is enough for four tallies takes those of eight partitions too: tasks merge them first.
    small.conf().set("spark.driver.maxResultSize", (long) state.tallyBytes(4) + "b");
    for (int partitions : new int[] {4, 8}) {
      Exception read =
          assertThrows(Exception.class, () -> collector(state).fit(unreadable(small, partitions)));
      assertTrue(read.toString().contains("was read"), read.toString());
    }
    // What is not enough for one is refused in the same words, whatever the partitions.
    small.conf().set("spark.driver.maxResultSize", (long) state.tallyBytes(1) - 1 + "b");
    String refusal = refused(() -> collector(state).fit(unreadable(small, 1)));
    assertTrue(refusal.contains("maxResultSize gives"), refusal);
    assertEquals(refusal, refused(() -> collector(state).fit(unreadable(small, 8))));
  }

  private static Dataset<Row> unreadable(SparkSession session, int partitions) {
    Column failing = functions.raise_error(functions.lit("it was read")).cast("binary");
    return session.range(0, 16, 1, partitions).select(failing.as("reports"));
  }

  @Test
  void transform_roundsRemaining_isRefused() {
    LocalMeanState state = start(PrivateMeanLocalTest.Budget.RHO);
    LocalMeanModel model =
        collector(state).fit(randomizer(state).transform(FRAME).select("reports"));
    assertFalse(model.isFinished());
    String message =
        assertThrows(IllegalStateException.class, () -> model.transform(FRAME)).getMessage();
    assertTrue(message.contains("2 of 3 rounds are still to come"), message);
    assertEquals(
        message,
        assertThrows(IllegalStateException.class, () -> model.transformSchema(FRAME.schema()))
            .getMessage());
  }

  private static String refused(Runnable action) {
    return assertThrows(IllegalArgumentException.class, action::run).getMessage();
  }

  @Test
  void randomizer_invalidParamsOrSchema_isRefused() {
    LocalMeanState state = start(PrivateMeanLocalTest.Budget.RHO);
    LocalRandomizer bare = new LocalRandomizer();
    assertTrue(refused(() -> bare.transform(FRAME)).contains("inputCol is not set"));
    bare.setInputCol("features");
    assertTrue(refused(() -> bare.transform(FRAME)).contains("idCol is not set"));
    bare.setIdCol("id");
    assertTrue(refused(() -> bare.transform(FRAME)).contains("state is not set"));
    assertTrue(refused(() -> randomizer(state).setIdCol("who").transform(FRAME)).contains("who"));
    assertTrue(
        refused(() -> randomizer(state).setOutputCol("id").transform(FRAME))
            .contains("already exists"));
    LocalRandomizer garbled = randomizer(state);
    garbled.set(garbled.state(), "no base 64!");
    assertTrue(refused(() -> garbled.transform(FRAME)).contains("base 64"));
    garbled.set(garbled.state(), "AgID");
    assertTrue(refused(() -> garbled.transform(FRAME)).contains("state is not"));
    assertTrue(
        refused(
                () ->
                    randomizer(PrivateMeanLocalTest.inMemory(PrivateMeanLocalTest.Budget.RHO))
                        .transform(FRAME))
            .contains("finished run"));
    assertThrows(IllegalArgumentException.class, () -> bare.setHandleInvalid("skip"));
    LocalMeanState pure = start(PrivateMeanLocalTest.Budget.EPSILON);
    String other = refused(() -> randomizer(pure).setRandomizer("privUnitG").transform(FRAME));
    assertTrue(other.contains("randomizer is privUnitG, but state is of privUnit"), other);
    randomizer(pure).setRandomizer("privUnit").transformSchema(FRAME.schema());
    assertThrows(IllegalArgumentException.class, () -> bare.setRandomizer("laplace"));
  }

  @Test
  void collector_invalidParamsOrSchema_isRefused() {
    LocalMeanState state = start(PrivateMeanLocalTest.Budget.RHO);
    assertTrue(refused(() -> new LocalMean().fit(FRAME)).contains("inputCol is not set"));
    assertTrue(refused(() -> collector(state).fit(FRAME)).contains("reports does not exist"));
    assertTrue(
        refused(() -> collector(state).setInputCol("features").fit(FRAME))
            .contains("it must be binary"));
  }

  @Test
  void transform_invalidRow_failsOrIsZero() {
    double[][] rows = {{1, 2, 3}, null};
    Dataset<Row> frame = LocalSpark.withIds(rows, LocalSpark.Form.DENSE, 1);
    LocalRandomizer stage = randomizer(start(PrivateMeanLocalTest.Budget.RHO)).setSeed(3);
    Exception failure = assertThrows(Exception.class, () -> stage.transform(frame).collectAsList());
    Throwable cause = failure;
    while (!(cause instanceof InvalidRowException)) {
      cause = cause.getCause();
    }
    assertTrue(cause.getMessage().contains("features"), cause.getMessage());
    rows[1] = new double[3];
    List<String> expected =
        reports(stage.transform(LocalSpark.withIds(rows, LocalSpark.Form.DENSE, 1)));
    assertEquals(expected, reports(stage.setHandleInvalid("zero").transform(frame)));
  }
}
