package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.holdenkarau.spark.testing.JavaDatasetSuiteBase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.attribute.AttributeGroup;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.functions;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.privatemean.privacy.ApproxDp;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Conversions;

/** The stage as a user of Spark ML meets it. */
final class PrivateMeanTest {
  /** Width of the labels of a summary. */
  private static final int LABEL = 18;

  @TempDir Path directory;

  private static Dataset<Row> frame() {
    return LocalSpark.frame(PrivateMeanBadInputTest.good(2000), LocalSpark.Form.DENSE, 2);
  }

  private static PrivateMean estimator() {
    return new PrivateMean().setInputCol("features").setDimension(3).setBound(40).setRho(0.5);
  }

  @Test
  void fit_withoutSeed_isCloseToTheMeanAndDiffersBetweenRuns() {
    Dataset<Row> frame = frame();
    PrivateMeanModel first = estimator().fit(frame);
    PrivateMeanModel second = estimator().fit(frame);
    assertNotEquals(first.mean(), second.mean());
    assertFalse(first.summary().seeded());
    for (double coordinate : first.mean().toArray()) {
      assertEquals(2.0, coordinate, 0.2);
    }
  }

  @Test
  void fit_withSeed_repeatsAndIsMarkedWithoutTheSeed() {
    long seed = 73_193_548_712L;
    PrivateMeanModel model = estimator().setSeed(seed).fit(frame());
    assertEquals(model.mean(), estimator().setSeed(seed).fit(frame()).mean());
    assertTrue(model.summary().seeded());
    String shown =
        model.summary() + model.summary().toJson() + model.explainParams() + model.toString();
    assertFalse(shown.contains(Long.toString(seed)));
    assertFalse(model.hasParam("seed"));
  }

  @Test
  void fit_rho_spendsTheBudgetAndNoMore() {
    for (String method : List.of("clipped", "shiftedClipped")) {
      PrivateMeanSummary summary = estimator().setMethod(method).fit(frame()).summary();
      double spent = summary.charges().stream().mapToDouble(Charge::rho).sum();
      assertEquals(0.5, spent, 1e-12);
      assertEquals(method, summary.method());
      assertEquals(method.equals("clipped") ? 2 : 3, summary.charges().size());
    }
  }

  @Test
  void fit_epsilonAndDelta_spendsTheLargestRhoWithin() {
    PrivateMean estimator =
        new PrivateMean()
            .setInputCol("features")
            .setDimension(3)
            .setBound(40)
            .setEpsilon(1)
            .setDelta(1e-6);
    PrivateMeanSummary summary = estimator.fit(frame()).summary();
    assertEquals(Conversions.gaussianRhoDown(new ApproxDp(1, 1e-6)).rho(), summary.rho());
    assertEquals(0.0280145, summary.rho(), 1e-6);
    assertEquals(1, summary.epsilon().orElseThrow());
    assertEquals(1e-6, summary.delta().orElseThrow());
  }

  @Test
  void noiseRadius_givenConfidence_growsWithIt() {
    PrivateMeanSummary summary = estimator().setMethod("clipped").fit(frame()).summary();
    assertEquals("noise", summary.covers());
    assertEquals(summary.l2Radius(), summary.noiseRadius(summary.confidence()));
    assertTrue(summary.noiseRadius(0.999) > summary.l2Radius());
    assertThrows(IllegalArgumentException.class, () -> summary.noiseRadius(1));
  }

  @Test
  void fit_auto_isRecentred() {
    PrivateMean auto = estimator().setSeed(1);
    assertEquals(
        estimator().setMethod("recentred").setSeed(1).fit(frame()).mean(),
        auto.fit(frame()).mean());
  }

  @Test
  void fit_givenClippingNorm_paysForNoSearch() {
    PrivateMean estimator =
        new PrivateMean()
            .setInputCol("features")
            .setDimension(3)
            .setMethod("clipped")
            .setClippingNorm(5)
            .setRho(0.5);
    PrivateMeanSummary summary = estimator.fit(frame()).summary();
    assertEquals(1, summary.charges().size());
    assertEquals(5, summary.clippingNorm().orElseThrow(), 1e-3);
  }

  @Test
  void fit_everyKindOfBounds_isCloseToTheMean() {
    PrivateMean base = new PrivateMean().setInputCol("features").setDimension(3).setRho(0.5);
    ParamMap none = new ParamMap();
    List<PrivateMean> all =
        List.of(
            base.copy(none),
            base.copy(none).setBound(40).setMinNorm(1e-3),
            base.copy(none).setRadius(10).setSigmaMin(0.01).setSigmaMax(5),
            base.copy(none).setBound(40),
            base.copy(none).setCoordinateBound(20),
            base.copy(none)
                .setMethod("shiftedClipped")
                .setBound(40)
                .setResolution(0.01)
                .setThresholdGrid("squared"));
    for (PrivateMean estimator : all) {
      for (double coordinate : estimator.fit(frame()).mean().toArray()) {
        assertEquals(2.0, coordinate, 0.2);
      }
    }
  }

  @Test
  void fit_dimensionFromMetadata_needsNoParam() {
    Dataset<Row> frame = frame();
    Dataset<Row> columns =
        frame
            .select(functions.vector_to_array(frame.col("features"), "float64").as("a"))
            .selectExpr("a[0] as x", "a[1] as y", "a[2] as z");
    Dataset<Row> assembled =
        new VectorAssembler()
            .setInputCols(new String[] {"x", "y", "z"})
            .setOutputCol("features")
            .transform(columns);
    PrivateMean estimator =
        new PrivateMean().setInputCol("features").setBound(40).setRho(0.5).setSeed(3);
    assertEquals(estimator().setSeed(3).fit(frame()).mean(), estimator.fit(assembled).mean());
  }

  @Test
  void pipeline_assemblerBefore_needsNoDimension() {
    Dataset<Row> frame = frame();
    Dataset<Row> columns =
        frame
            .select(functions.vector_to_array(frame.col("features"), "float64").as("a"))
            .selectExpr("a[0] as x", "a[1] as y", "a[2] as z");
    VectorAssembler assembler =
        new VectorAssembler().setInputCols(new String[] {"x", "y", "z"}).setOutputCol("features");
    PrivateMean mean =
        new PrivateMean().setInputCol("features").setBound(40).setRho(0.5).setSeed(3);
    PipelineModel model =
        new Pipeline().setStages(new PipelineStage[] {assembler, mean}).fit(columns);
    PrivateMeanModel released = (PrivateMeanModel) model.stages()[1];
    assertEquals(estimator().setSeed(3).fit(frame).mean(), released.mean());
    assertEquals(List.of("x", "y", "z"), released.summary().columns());
    // Stages derive attribute names from values: without the columns they are not published.
    Dataset<Row> alone = assembler.transform(columns).select("features");
    assertEquals(List.of(), mean.fit(alone).summary().columns());
  }

  @Test
  void fit_columnNameWithDotsAndQuotes_works() {
    Dataset<Row> renamed = frame().withColumnRenamed("features", "a.b`c");
    assertEquals(
        estimator().setSeed(2).fit(frame()).mean(),
        estimator().setInputCol("a.b`c").setSeed(2).fit(renamed).mean());
  }

  @Test
  void fit_persistsNothingBeyondItself() {
    Dataset<Row> frame = frame();
    int before = LocalSpark.session().sparkContext().getPersistentRDDs().size();
    estimator().fit(frame);
    double[][] rows = PrivateMeanBadInputTest.good(2000);
    rows[100] = null;
    Dataset<Row> bad = LocalSpark.frame(rows, LocalSpark.Form.DENSE, 2);
    assertThrows(IllegalArgumentException.class, () -> estimator().fit(bad));
    assertEquals(before, LocalSpark.session().sparkContext().getPersistentRDDs().size());
  }

  @Test
  void transform_appendsTheMeanWithMetadata() {
    PrivateMeanModel model = estimator().setOutputCol("mean").fit(frame());
    Dataset<Row> transformed = model.transform(frame());
    assertEquals(2000, transformed.count());
    assertEquals(
        List.of(model.mean()),
        transformed.select("mean").distinct().collectAsList().stream()
            .map(row -> (Vector) row.get(0))
            .toList());
    StructType schema = model.transformSchema(frame().schema());
    assertEquals(schema.simpleString(), transformed.schema().simpleString());
    assertEquals(3, AttributeGroup.fromStructField(transformed.schema().apply("mean")).size());
    assertEquals(schema, estimator().setOutputCol("mean").transformSchema(frame().schema()));
  }

  @Test
  void pipeline_savedAndLoaded_transformsToTheSameFrame() throws Exception {
    Pipeline pipeline =
        new Pipeline().setStages(new PipelineStage[] {estimator().setOutputCol("mean").setSeed(4)});
    pipeline.write().overwrite().save(directory.resolve("pipeline").toString());
    Pipeline loadedPipeline = Pipeline.load(directory.resolve("pipeline").toString());
    PipelineModel model = loadedPipeline.fit(frame());
    model.write().overwrite().save(directory.resolve("model").toString());
    PipelineModel loaded = PipelineModel.load(directory.resolve("model").toString());
    Dataset<Row> few = frame().limit(20).cache();
    new FrameComparison().assertDatasetEquals(model.transform(few), loaded.transform(few));
    few.unpersist();
  }

  /** spark-testing-base's comparison of DataFrames, on the tests' own session. */
  private static final class FrameComparison extends JavaDatasetSuiteBase {
    private static final long serialVersionUID = 1L;
  }

  @Test
  void copy_withParamMap_overridesForOneFit() {
    PrivateMean estimator = estimator().setSeed(9);
    PrivateMeanModel model =
        estimator.fit(frame(), new ParamMap().put(estimator.rho(), (Object) 2.0));
    assertEquals(2.0, model.summary().rho());
    assertEquals(0.5, estimator.getRho());
    assertEquals(estimator.uid(), model.uid());
    assertTrue(model.hasParent());
  }

  @ParameterizedTest
  @ValueSource(strings = {"central", "shuffle"})
  void load_modelOfFormat3_reportsWhatItReportedWhenItWasSaved(String trustModel)
      throws IOException {
    Path models = Path.of("src", "test", "resources", "models", "format-3");
    PrivateMeanModel model = PrivateMeanModel.load(models.resolve(trustModel).toString());
    JsonNode then = new ObjectMapper().readTree(models.resolve(trustModel + ".json").toFile());
    JsonNode now = new ObjectMapper().readTree(model.summary().toJson());
    assertEquals(6, now.get("formatVersion").intValue());
    assertEquals("noise", now.get("l2Radius").get("covers").textValue());
    then.get("l2Radius")
        .properties()
        .forEach(field -> assertEquals(field.getValue(), now.get("l2Radius").get(field.getKey())));
    // What did not apply was null, or 0, and is absent.
    List<String> others = new ArrayList<>();
    then.properties()
        .forEach(
            field -> {
              if (!field.getValue().equals(now.get(field.getKey()))) {
                others.add(field.getKey() + "=" + field.getValue());
              }
            });
    others.removeIf(field -> field.endsWith("=null") || field.startsWith("l2Radius="));
    assertEquals(
        trustModel.equals("central")
            ? List.of("formatVersion=3", "droppedReports=0")
            : List.of("formatVersion=3", "countStdDev=0.0"),
        others);
    assertFalse(model.summary().toJson().contains("null"));
    List<String> lines = model.summary().toString().lines().toList();
    // The same lines, with numbers rounded to what their error allows.
    Files.readAllLines(models.resolve(trustModel + ".txt")).stream()
        .filter(line -> !line.endsWith("not bounded")) // Said no more: there is nothing to say.
        .map(line -> line.substring(0, Math.min(LABEL, line.length())))
        .forEach(
            label -> assertTrue(lines.stream().anyMatch(each -> each.startsWith(label)), label));
    assertTrue(model.summary().halfWidths()[0] > 1.9 * model.summary().noiseStdDevs()[0]);
  }

  @Tag("long")
  @Test
  void load_modelOfAnotherFormat_isRefused(@TempDir Path folder) throws IOException {
    String path = folder.resolve("model").toString();
    estimator().setSeed(9).fit(frame()).save(path);
    Dataset<Row> data = LocalSpark.session().read().parquet(path + "/data");
    List<Row> rows =
        data.withColumn("formatVersion", org.apache.spark.sql.functions.lit(2)).collectAsList();
    LocalSpark.session()
        .createDataFrame(rows, data.schema())
        .write()
        .mode("overwrite")
        .parquet(path + "/data");
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> PrivateMeanModel.load(path));
    assertEquals(
        String.format(
            "the model at %s has format version 2, and this spark-private-mean reads versions 3"
                + " to 6: load it with the release that saved it",
            path),
        refusal.getMessage());
  }
}
