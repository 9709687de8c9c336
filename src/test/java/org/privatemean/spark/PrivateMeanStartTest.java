package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.durable.LedgerRefusedException;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.CombinedMean;

/**
 * {@code startFrom}: where the model comes from, what is refused, and what a ledger makes of it.
 */
final class PrivateMeanStartTest {
  private static final StructType SCHEMA =
      new StructType()
          .add("features", DataTypes.createArrayType(DataTypes.DoubleType))
          .add("country", DataTypes.StringType);

  private static Dataset<Row> rows;
  private static PrivateMeanModel first;

  @TempDir Path folder;

  @BeforeAll
  static void fitTheFirst() {
    rows = night(0);
    first = stage().fit(rows);
  }

  private static Dataset<Row> night(int night) {
    SplittableRandom random = new SplittableRandom(night);
    List<Row> list = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      // Alike, so that no noise decides whether units pay: where that changes, starts are left.
      double[] row = {40 + random.nextGaussian(), 3 + random.nextGaussian()};
      list.add(RowFactory.create(row, i % 2 == 0 ? "DE" : "FR"));
    }
    return LocalSpark.session().createDataFrame(list, SCHEMA);
  }

  /** Without seed, which no start may have. */
  private static PrivateMean stage() {
    return new PrivateMean().setInputCol("features").setDimension(2).setRho(2);
  }

  private String saved(MLWritable model, String name) throws Exception {
    String path = folder.resolve(name).toUri().toString();
    model.write().save(path);
    return path;
  }

  private static ParamException refused(PrivateMean stage) {
    ParamException refusal = assertThrows(ParamException.class, () -> stage.fit(rows));
    assertEquals("startFrom", refusal.param(), refusal.getMessage());
    return refusal;
  }

  @Test
  void fit_modelInMemoryOrSaved_startsThereAndReportsIt() throws Exception {
    PrivateMeanModel begun = stage().setStartFrom(first).fit(night(1));
    assertEquals(Optional.of(true), begun.summary().startUsed());
    assertTrue(
        begun.summary().toJson().replaceAll("\\s", "").contains("\"startFrom\":{\"used\":true}"));
    assertArrayEquals(new double[] {40, 3}, begun.mean().toArray(), 2);
    assertEquals(Optional.empty(), first.summary().startUsed());
    assertFalse(first.summary().toJson().contains("startFrom"));
    // Saved and read again it is the same release, and a start of the same numbers.
    String path = saved(begun, "night1");
    assertEquals(begun.summary().release(), PrivateMeanModel.load(path).summary().release());
    PrivateMean next = stage().setStartFrom(path).setSeed(3);
    PrivateMean held = stage().setStartFrom(begun).setSeed(3);
    assertEquals(next.fit(rows).mean(), held.fit(rows).mean());
    assertEquals(Optional.of(true), next.fit(rows).summary().startUsed());
  }

  @Test
  void fit_dataFarFromTheStart_reportsThatItWasNotUsed() {
    Dataset<Row> far = rows.selectExpr("transform(features, x -> x + 1e7) as features", "country");
    PrivateMeanSummary summary = stage().setStartFrom(first).fit(far).summary();
    assertEquals(Optional.of(false), summary.startUsed());
    assertArrayEquals(new double[] {1e7 + 40, 1e7 + 3}, summary.mean(), 2);
    assertTrue(summary.toString().contains("the data are elsewhere"), summary.toString());
  }

  @Test
  void fit_invalidStart_isRefusedByName() throws Exception {
    PrivateMeanModel seeded = stage().setSeed(1).fit(rows);
    assertTrue(refused(stage().setStartFrom(seeded)).getMessage().contains("seed"));
    PrivateMeanModel grouped =
        stage()
            .setRho(5)
            .setGroupCols("country")
            .setPublicKeys(new String[] {"DE", "FR"})
            .fit(rows);
    assertTrue(refused(stage().setStartFrom(grouped)).getMessage().contains("group"));
    refused(stage().setStartFrom(new PrivateMeanModel()));
    assertTrue(refused(stage().setStartFrom("no/such/model")).getMessage().contains("no/such"));
    PrivateStandardScalerModel scaler =
        new PrivateStandardScaler().setInputCol("features").setDimension(2).setRho(5).fit(rows);
    refused(stage().setStartFrom(saved(scaler, "scaler")));
    Dataset<Row> wider = rows.selectExpr("concat(features, features) as features");
    PrivateMean wide = stage().setDimension(4).setStartFrom(first);
    assertEquals("startFrom", assertThrows(ParamException.class, () -> wide.fit(wider)).param());
  }

  @Test
  void transformSchema_startWithOtherWaysToFit_isRefusedByNameWithoutReadingIt() {
    PrivateMean of = stage().setStartFrom("never read");
    of.transformSchema(rows.schema());
    List<PrivateMean> others =
        List.of(
            of.copy(ParamMap.empty()).setGroupCols("country").setKeySelection("public"),
            of.copy(ParamMap.empty()).setTrustModel("local").setBound(50),
            new PrivateMean()
                .setInputCol("features")
                .setDimension(2)
                .setEpsilon(5)
                .setDelta(1e-6)
                .setStartFrom(first)
                .setTrustModel("shuffle")
                .setBound(50),
            of.copy(ParamMap.empty()).setMethod("clipped").setBound(50),
            of.copy(ParamMap.empty()).setMethod("shiftedClipped").setBound(50));
    for (PrivateMean other : others) {
      ParamException refusal =
          assertThrows(ParamException.class, () -> other.transformSchema(rows.schema()));
      assertEquals("startFrom", refusal.param(), refusal.getMessage());
    }
  }

  @Test
  void save_stage_keepsAPathAndRefusesAModelInMemory() throws Exception {
    PrivateMean held = stage().setStartFrom(first);
    assertEquals(
        Optional.of(true), held.copy(ParamMap.empty()).fit(night(2)).summary().startUsed());
    Pipeline pipeline = new Pipeline().setStages(new PipelineStage[] {held});
    assertThrows(ParamException.class, () -> saved(pipeline, "pipeline"));
    ParamException refusal = assertThrows(ParamException.class, () -> saved(held, "stage"));
    assertEquals("startFrom", refusal.param());
    String path = saved(first, "first");
    PrivateMean loaded = PrivateMean.load(saved(stage().setStartFrom(path), "with a path"));
    assertEquals(path, loaded.getStartFrom());
    assertEquals(Optional.of(true), loaded.fit(night(2)).summary().startUsed());
    held.clear(held.startFrom());
    assertEquals(Optional.empty(), held.fit(rows).summary().startUsed());
    saved(held, "cleared");
  }

  /** Two nights in one ledger of two; a third is refused, and a night again is the same release. */
  @Test
  void fit_nightsUnderALedger_areNamedWithTheirStart() throws Exception {
    FileLedger ledger = FileLedger.of(folder.resolve("ledger"), 4, 0, Neighbours.REPLACE);
    PrivateMean nightly = stage().setLedger(ledger.uri());
    PrivateMeanModel one = nightly.setReleaseName("night/1").fit(rows);
    nightly.setStartFrom(one).setReleaseName("night/2");
    PrivateMeanModel two = nightly.fit(rows);
    assertEquals(Optional.of(true), two.summary().startUsed());
    // The numbers of the start are in the request, and not where they were read.
    PrivateMean read = nightly.copy(ParamMap.empty()).setStartFrom(saved(one, "one"));
    assertEquals(two.mean(), read.fit(rows).mean());
    PrivateMean other = nightly.copy(ParamMap.empty()).setStartFrom(two);
    assertThrows(LedgerRefusedException.class, () -> other.fit(rows));
    PrivateMean third = nightly.copy(ParamMap.empty()).setReleaseName("night/3");
    assertThrows(LedgerRefusedException.class, () -> third.fit(rows));
    assertEquals(2, ledger.states().size());
  }

  @Test
  void combine_models_isOneMeanOfAll() {
    List<PrivateMeanModel> models = List.of(first, stage().fit(rows), stage().fit(rows));
    CombinedMean combined = PrivateMeans.combine(models);
    assertArrayEquals(new double[] {40, 3}, combined.mean(), 1);
    assertTrue(combined.noiseStdDev() < first.summary().noiseStdDev());
    assertTrue(PrivateMeans.combineFresh(models, 5).isOfFreshRows());
    ParamException needsSpread =
        assertThrows(ParamException.class, () -> PrivateMeans.combineFresh(models));
    assertEquals("spread", needsSpread.param());
    PrivateMeanModel grouped =
        stage()
            .setRho(5)
            .setGroupCols("country")
            .setPublicKeys(new String[] {"DE", "FR"})
            .fit(rows);
    assertThrows(ParamException.class, () -> PrivateMeans.combine(List.of(first, grouped)));
  }
}
