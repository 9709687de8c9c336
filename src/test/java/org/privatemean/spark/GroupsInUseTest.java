package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Groups and persons as the guide uses them: a generated table of 3,000 persons of 3 to 1,000
 * visits in 3 of 8 shops each, in a pipeline that is saved and loaded.
 */
final class GroupsInUseTest {
  private static final int PERSONS = 3000;
  private static final int MOST_VISITS = 1000;
  private static final List<String> SHOPS =
      List.of("north", "south", "east", "west", "centre", "harbour", "airport", "online");
  private static final String CLOSED = "closed";

  private static final StructType SCHEMA =
      new StructType()
          .add("person", DataTypes.StringType)
          .add("shop", DataTypes.StringType)
          .add("spend", DataTypes.DoubleType)
          .add("items", DataTypes.DoubleType);

  @TempDir Path folder;

  private static Dataset<Row> visits;

  /** The mean over the persons of a shop of what they spend and buy there on average. */
  private static final Map<String, double[]> EXACT = new HashMap<>();

  @BeforeAll
  static void generate() {
    Random random = new Random(18);
    List<Row> rows = new ArrayList<>();
    Map<String, List<double[]>> ownMeans = new HashMap<>();
    for (int person = 0; person < PERSONS; person++) {
      List<String> shops = new ArrayList<>(SHOPS);
      Collections.shuffle(shops, random);
      int visits = (int) Math.exp(1.8 + 1.6 * random.nextGaussian());
      visits = Math.max(3, Math.min(MOST_VISITS, visits));
      double level = 6 * random.nextGaussian();
      double[][] sums = new double[3][3];
      for (int visit = 0; visit < visits; visit++) {
        int shop = visit < 3 ? visit : random.nextInt(3);
        int place = SHOPS.indexOf(shops.get(shop));
        double spend = 20 + 5 * place + level + 4 * random.nextGaussian();
        double items = 3 + place / 2.0 + random.nextGaussian();
        rows.add(RowFactory.create("u" + person, shops.get(shop), spend, items));
        sums[shop][0] += spend;
        sums[shop][1] += items;
        sums[shop][2]++;
      }
      for (int shop = 0; shop < 3; shop++) {
        double[] own = {sums[shop][0] / sums[shop][2], sums[shop][1] / sums[shop][2]};
        ownMeans.computeIfAbsent(shops.get(shop), unused -> new ArrayList<>()).add(own);
      }
    }
    for (String shop : SHOPS) {
      double[] mean = new double[2];
      for (double[] own : ownMeans.get(shop)) {
        mean[0] += own[0] / ownMeans.get(shop).size();
        mean[1] += own[1] / ownMeans.get(shop).size();
      }
      EXACT.put(shop, mean);
    }
    Collections.shuffle(rows, random);
    visits = LocalSpark.session().createDataFrame(rows, SCHEMA).cache();
  }

  private static PrivateMean stage() {
    List<String> listed = new ArrayList<>(SHOPS);
    listed.add(CLOSED);
    return new PrivateMean()
        .setInputCol("features")
        .setOutputCol("meanOfTheShop")
        .setGroupCols("shop")
        .setPublicKeys(listed.toArray(new String[0]))
        .setPersonCol("person")
        .setMaxGroupsPerPerson(3)
        .setRho(1)
        .setSeed(18L);
  }

  /** Each half-width is above 1.96 deviations of the noise: three miss with less than 1e-8. */
  @Tag("long")
  @Test
  void pipeline_ofPersonsInGroups_isNearTheMeansOfTheirMeansAndReadsBack() throws IOException {
    VectorAssembler assembler =
        new VectorAssembler()
            .setInputCols(new String[] {"spend", "items"})
            .setOutputCol("features");
    Pipeline pipeline = new Pipeline().setStages(new PipelineStage[] {assembler, stage()});
    String path = folder.resolve("model").toString();
    pipeline.fit(visits).write().save(path);
    PipelineModel read = PipelineModel.load(path);
    PrivateMeanModel model = (PrivateMeanModel) read.stages()[1];

    assertEquals("person", model.summary().unit());
    Map<String, Vector> means = new HashMap<>();
    for (Row group : model.groups().collectAsList()) {
      String shop = group.getAs("shop");
      if (shop.equals(CLOSED)) {
        assertEquals("tooSmall", group.getAs("status"));
        assertNull(group.getAs("mean"));
        continue;
      }
      assertEquals("ok", group.getAs("status"), shop);
      double[] mean = group.<Vector>getAs("mean").toArray();
      double[] halfWidths = group.<Vector>getAs("halfWidths").toArray();
      for (int j = 0; j < 2; j++) {
        double error = Math.abs(mean[j] - EXACT.get(shop)[j]);
        assertTrue(error <= 3 * halfWidths[j], shop + ": " + error + ", " + halfWidths[j]);
      }
      assertTrue(halfWidths[0] < 0.5 && halfWidths[1] < 0.06, Arrays.toString(halfWidths));
      means.put(shop, group.getAs("mean"));
    }
    assertEquals(SHOPS.size(), means.size());

    List<Row> joined =
        read.transform(visits).select("shop", "meanOfTheShop").distinct().collectAsList();
    assertEquals(SHOPS.size(), joined.size());
    for (Row row : joined) {
      assertEquals(means.get(row.getString(0)), row.get(1));
    }
  }

  @Test
  void fit_rowsWithoutAPerson_areNotCounted() {
    Dataset<Row> nobody = visits.selectExpr("string(null) person", "shop", "array(spend) features");
    PrivateMeanModel model = stage().setDimension(1).fit(nobody);
    for (Row group : model.groups().select("status").collectAsList()) {
      assertEquals("tooSmall", group.getString(0));
    }
  }
}
