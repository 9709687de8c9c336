package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.Transformer;
import org.apache.spark.ml.feature.FeatureHasher;
import org.apache.spark.ml.feature.Imputer;
import org.apache.spark.ml.feature.SQLTransformer;
import org.apache.spark.ml.feature.StandardScaler;
import org.apache.spark.ml.feature.StringIndexer;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.privatemean.PageCode;
import org.privatemean.Promise;

/** The pipeline of the page on Spark, "What may stand before the stage". */
@Promise("the row-wise pipeline of the manual reads a row as it reads it alone")
final class RowWisePipelineTest {
  private static final Path PAGE = Path.of("src/site/markdown/spark.md");
  private static final Path SOURCE =
      Path.of("src/test/java/org/privatemean/spark/RowWisePipelineTest.java");

  private static final int ROWS = 20_000;

  /** Coordinates before the hashed ones. */
  private static final int NAMED = 3;

  private static final StructType SCHEMA =
      new StructType()
          .add("age", DataTypes.DoubleType)
          .add("income", DataTypes.DoubleType)
          .add("city", DataTypes.StringType);

  /** People with ages around 40, incomes around 30,000 of which a tenth is missing, and a city. */
  private static List<Row> people(int number) {
    SplittableRandom random = new SplittableRandom(16);
    List<Row> people = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      Double income =
          random.nextInt(10) == 0 ? null : Math.exp(Math.log(30_000) + 0.6 * random.nextGaussian());
      String city = "city " + random.nextInt(5);
      people.add(RowFactory.create(40 + 12 * random.nextGaussian(), income, city));
    }
    return people;
  }

  private static Dataset<Row> frame(List<Row> people) {
    return LocalSpark.session().createDataFrame(people, SCHEMA).coalesce(1);
  }

  /** As the page has it. */
  private static PipelineStage[] stages() {
    SQLTransformer clean =
        new SQLTransformer()
            .setStatement(
                "SELECT *, log(least(greatest(coalesce(income, 25000), 1000), 1e6)) AS logIncome,"
                    + " double(income IS NULL) AS noIncome FROM __THIS__");
    FeatureHasher hash =
        new FeatureHasher()
            .setInputCols(new String[] {"city"})
            .setOutputCol("cityHash")
            .setNumFeatures(8);
    VectorAssembler assemble =
        new VectorAssembler()
            .setInputCols(new String[] {"age", "logIncome", "noIncome", "cityHash"})
            .setOutputCol("features")
            .setHandleInvalid("keep");
    PrivateStandardScaler scale =
        new PrivateStandardScaler()
            .setInputCol("features")
            .setOutputCol("scaled")
            .setWithMean(true)
            .setRho(0.2);
    PrivateMean mean =
        new PrivateMean().setInputCol("scaled").setOutputCol("mean").setScaling("none").setRho(0.3);
    PipelineStage[] stages = {clean, hash, assemble, scale, mean};
    return stages;
  }

  private static PipelineStage[] rowWise() {
    return Arrays.copyOf(stages(), 3);
  }

  private static Dataset<Row> prepared(List<Row> people) {
    Dataset<Row> rows = frame(people);
    return new Pipeline().setStages(rowWise()).fit(rows).transform(rows);
  }

  private static List<Vector> features(List<Row> people) {
    return prepared(people).select("features").collectAsList().stream()
        .map(row -> row.<Vector>getAs(0))
        .toList();
  }

  private static double[] exactMean(List<Vector> vectors) {
    double[] mean = new double[NAMED];
    for (Vector vector : vectors) {
      Arrays.setAll(mean, j -> mean[j] + vector.apply(j) / vectors.size());
    }
    return mean;
  }

  @Test
  void page_pipeline_isThisOne() throws IOException {
    String page = Files.readString(PAGE);
    String section = page.substring(page.indexOf("## What may stand before the stage"));
    List<String> statements = PageCode.statements(section, "java");
    assertEquals(stages().length + 2, statements.size());
    PageCode.assertHas(SOURCE, statements.subList(0, stages().length + 1));
  }

  @Tag("long")
  @Test
  void pipeline_ofRowWiseStages_releasesScalesAndMeanForTheSumOfTheirBudgets() {
    PipelineStage[] stages = stages();
    ((PrivateStandardScaler) stages[3]).setSeed(1);
    ((PrivateMean) stages[4]).setSeed(2);
    PipelineModel model = new Pipeline().setStages(stages).fit(frame(people(ROWS)));
    Transformer[] fitted = model.stages();
    PrivateStandardScalerModel scale =
        assertInstanceOf(PrivateStandardScalerModel.class, fitted[3]);
    PrivateMeanModel mean = assertInstanceOf(PrivateMeanModel.class, fitted[4]);
    assertEquals(0.5, scale.summary().rho() + mean.summary().rho(), 1e-15);
    double[] exact = exactMean(features(people(ROWS)));
    for (int j = 0; j < NAMED; j++) {
      double std = scale.std().apply(j);
      double released = scale.mean().apply(j) + std * mean.mean().apply(j);
      // Eight times the half-width at 95 %.
      assertEquals(exact[j], released, 0.02 * std, "coordinate " + j);
    }
  }

  @Test
  void rowWiseStages_oneRowAlone_isReadAsAmongOthers() {
    List<Row> people = people(50);
    List<Vector> all = features(people);
    for (int i : new int[] {0, 17, 49}) {
      assertEquals(all.get(i), features(people.subList(i, i + 1)).get(0));
    }
  }

  /** Stages that look at all rows exactly. */
  static Stream<Estimator<?>> exact() {
    return Stream.of(
        new StandardScaler().setInputCol("features").setOutputCol("out"),
        new Imputer().setInputCols(new String[] {"income"}).setOutputCols(new String[] {"out"}),
        new StringIndexer()
            .setInputCol("city")
            .setOutputCol("out")
            .setStringOrderType("alphabetAsc"));
  }

  /** Why such stages may not stand there: one row changes how the others are read. */
  @Tag("long")
  @ParameterizedTest
  @MethodSource("exact")
  void exactStage_oneRowReplaced_changesHowOthersAreRead(Estimator<?> stage) {
    List<Row> people = people(50);
    List<Object> before = others(stage, people);
    people.set(0, RowFactory.create(1e9, 1e9, "a city"));
    assertNotEquals(before, others(stage, people));
  }

  private static List<Object> others(Estimator<?> stage, List<Row> people) {
    Dataset<Row> rows = prepared(people);
    return stage
        .copy(ParamMap.empty())
        .fit(rows)
        .transform(rows)
        .select("out")
        .collectAsList()
        .stream()
        .skip(1)
        .map(row -> row.get(0))
        .toList();
  }
}
