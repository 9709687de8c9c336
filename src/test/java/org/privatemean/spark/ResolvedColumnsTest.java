package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stages find columns as Spark's expressions do. */
final class ResolvedColumnsTest {
  private static final String CASE_SENSITIVE = "spark.sql.caseSensitive";

  private static Dataset<Row> rows() {
    StructType schema =
        new StructType()
            .add("features", DataTypes.createArrayType(DataTypes.DoubleType))
            .add("height", DataTypes.DoubleType)
            .add("region", DataTypes.StringType)
            .add("user", DataTypes.LongType);
    List<Row> list = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      double x = Math.sin(i);
      String region = i % 3 == 0 ? "DE" : "FR";
      list.add(RowFactory.create(new double[] {10 + x, Math.cos(i)}, 170 + x, region, (long) i));
    }
    return LocalSpark.session().createDataFrame(list, schema);
  }

  /** The columns of {@link #rows}, and beside them as fields of a struct of another case. */
  private static Dataset<Row> nested() {
    return rows()
        .withColumn(
            "s",
            functions.struct(
                functions.col("features").as("Features"),
                functions.col("height"),
                functions.col("region"),
                functions.col("user").as("a.user")));
  }

  private static PrivateMean stage() {
    return new PrivateMean().setInputCol("features").setDimension(2).setRho(0.5).setSeed(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FEATURES",
        "`features`",
        "s.Features",
        "S.features",
        "`s`.`FEATURES`",
        "s.`Features`"
      })
  void fit_anySpelling_isTheFitOfTheColumn(String name) {
    PrivateMean stage = stage().setInputCol(name);
    PrivateMeanModel model = stage.fit(nested());
    assertEquals(stage().fit(rows()).mean(), model.mean());
    assertEquals(stage, model.parent());
    Pipeline pipeline = new Pipeline().setStages(new PipelineStage[] {stage.setOutputCol("mean")});
    Dataset<Row> transformed = pipeline.fit(nested()).transform(nested());
    assertEquals(nested().schema().size() + 1, transformed.schema().size());
  }

  @Test
  void fit_caseSensitive_takesTheExactCaseAlone() {
    SparkSession session = LocalSpark.session();
    session.conf().set(CASE_SENSITIVE, "true");
    try {
      IllegalArgumentException refusal =
          assertThrows(
              IllegalArgumentException.class, () -> stage().setInputCol("FEATURES").fit(nested()));
      assertTrue(refusal.getMessage().contains("FEATURES does not exist"), refusal.getMessage());
      assertThrows(
          IllegalArgumentException.class, () -> stage().setInputCol("s.features").fit(nested()));
      assertEquals(
          stage().fit(rows()).mean(), stage().setInputCol("s.Features").fit(nested()).mean());
    } finally {
      session.conf().unset(CASE_SENSITIVE);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"s.", ".s", "s..Features", "s.none", "features.x", "`s.Features`", "s`.F`"})
  void fit_noColumnOfTheName_isRefused(String name) {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> stage().setInputCol(name).fit(nested()));
    assertTrue(
        refusal.getMessage().startsWith("Input column " + name + " does not exist"),
        refusal.getMessage());
  }

  @Test
  void fit_nameOfSeveralColumns_isRefused() {
    Dataset<Row> twice =
        rows()
            .withColumn(
                "s",
                functions.struct(
                    functions.col("features").as("a"), functions.col("features").as("A")));
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> stage().setInputCol("s.a").fit(twice));
    assertTrue(
        refusal.getMessage().startsWith("inputCol: s.a fits several columns"),
        refusal.getMessage());
    Dataset<Row> dotted = nested().withColumn("s.Features", functions.col("features"));
    assertThrows(
        IllegalArgumentException.class, () -> stage().setInputCol("`s`.features").fit(dotted));
  }

  @Tag("long")
  @Test
  void fit_groupsAndPersons_haveTheNamesOfTheSchema() {
    PrivateMean plain =
        stage().setGroupCols("region").setPublicKeys(new String[] {"DE"}).setPersonCol("user");
    PrivateMean other =
        stage()
            .setInputCol("s.features")
            .setGroupCols("S.REGION")
            .setPublicKeys(new String[] {"DE"})
            .setPersonCol("s.`A.User`")
            .setOutputCol("mean");
    PrivateMeanModel model = other.fit(nested());
    assertEquals(
        plain.fit(rows()).groups().first().getAs("mean").toString(),
        model.groups().first().getAs("mean").toString());
    assertEquals("s.region", model.groups().columns()[0]);
    Dataset<Row> transformed = model.transform(nested());
    assertArrayEquals(
        nested().withColumn("mean", functions.lit(0)).columns(), transformed.columns());
    assertEquals(200, transformed.filter("mean IS NOT NULL").count());
  }

  @Tag("long")
  @Test
  void otherStages_findColumnsInTheSameWay() {
    LocalGaussianMean gaussian =
        new LocalGaussianMean()
            .setEpsilon(8)
            .setMeanBound(300)
            .setSigmaMin(0.1)
            .setSigmaMax(50)
            .setSeed(2);
    assertEquals(
        gaussian.setInputCol("height").setIdCol("user").fit(rows()).mean(),
        gaussian.setInputCol("s.Height").setIdCol("s.`a.user`").fit(nested()).mean());
    PrivateStandardScaler scaler =
        new PrivateStandardScaler().setRho(0.5).setDimension(2).setSeed(5).setOutputCol("scaled");
    Dataset<Row> plain = scaler.setInputCol("features").fit(rows()).transform(rows());
    Dataset<Row> other = scaler.setInputCol("S.Features").fit(nested()).transform(nested());
    assertEquals(plain.select("scaled").first(), other.select("scaled").first());
    assertArrayEquals(nested().withColumn("scaled", functions.lit(0)).columns(), other.columns());
  }
}
