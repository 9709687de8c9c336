package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.apache.spark.ml.linalg.Matrix;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.refusal.ParamException;

/** Correlated noise in fits on Spark. */
final class CovarianceTypeTest {
  private static final int DIMENSION = 9;

  private static Dataset<Row> frame(int partitions, LocalSpark.Form form) {
    SplittableRandom random = new SplittableRandom(1);
    double[][] rows = new double[3000][DIMENSION];
    for (double[] row : rows) {
      double factor = 3 * random.nextGaussian();
      for (int j = 0; j < DIMENSION; j++) {
        row[j] = 10 + factor + random.nextGaussian();
      }
    }
    return LocalSpark.frame(rows, form, partitions);
  }

  private static PrivateMean stage(String type) {
    return new PrivateMean()
        .setInputCol("features")
        .setDimension(DIMENSION)
        .setRho(0.5)
        .setCovarianceType(type)
        .setSeed(7);
  }

  @Test
  void fit_partitionedAnyWay_hasTheSameBits() {
    PrivateMeanModel one = stage("auto").fit(frame(1, LocalSpark.Form.DENSE));
    PrivateMeanModel five = stage("auto").fit(frame(5, LocalSpark.Form.SPARSE));
    assertEquals("full", one.summary().usedCovarianceType());
    assertEquals(one.summary().release(), five.summary().release());
  }

  @Test
  void fit_full_reportsAndSavesTheCovarianceOfTheNoise(@TempDir Path folder) throws IOException {
    PrivateMeanModel model = stage("full").fit(frame(2, LocalSpark.Form.DENSE));
    PrivateMeanSummary summary = model.summary();
    assertEquals("full", summary.covarianceType());
    Matrix noise = summary.noiseCovariance();
    double[] deviations = summary.noiseStdDevs();
    for (int j = 0; j < DIMENSION; j++) {
      assertEquals(deviations[j], Math.sqrt(noise.apply(j, j)), 1e-12 * deviations[j]);
    }
    // One factor moves all columns: their noise goes together.
    assertTrue(noise.apply(0, 1) > 0.05 * noise.apply(0, 0));
    JsonNode report = new ObjectMapper().readTree(summary.toJson());
    assertEquals("full", report.get("covarianceType").get("asked").textValue());
    assertEquals("full", report.get("covarianceType").get("used").textValue());
    assertEquals(noise.apply(0, 1), report.get("noiseCovariance").get(0).get(1).doubleValue());
    String path = folder.resolve("model").toString();
    model.write().save(path);
    PrivateMeanModel read = PrivateMeanModel.load(path);
    assertEquals(summary.release(), read.summary().release());
    assertArrayEquals(noise.toArray(), read.summary().noiseCovariance().toArray());
    double wide = read.summary().release().withConfidence(0.99).region().radius();
    assertEquals(summary.release().withConfidence(0.99).region().radius(), wide);
  }

  @Test
  void fit_fromASavedModel_asksForNoMatrix(@TempDir Path folder) throws IOException {
    String path = folder.resolve("model").toString();
    PrivateMean unseeded = stage("full");
    unseeded.clear(unseeded.seed());
    unseeded.fit(frame(2, LocalSpark.Form.DENSE)).write().save(path);
    PrivateMeanSummary next =
        unseeded.setStartFrom(path).fit(frame(2, LocalSpark.Form.DENSE)).summary();
    assertEquals("full", next.usedCovarianceType());
    assertTrue(
        next.release().charges().stream()
            .noneMatch(charge -> charge.step().equals("second moments")));
  }

  @Test
  void fit_diag_reportsIndependentNoise() throws IOException {
    PrivateMeanSummary summary = stage("diag").fit(frame(2, LocalSpark.Form.DENSE)).summary();
    JsonNode report = new ObjectMapper().readTree(summary.toJson());
    assertEquals("diag", report.get("covarianceType").get("used").textValue());
    assertTrue(report.get("noiseCovariance") == null);
    assertEquals(0, summary.noiseCovariance().apply(0, 1));
  }

  @Test
  void fit_groupsOrOtherMethods_areRefusedByName() {
    Dataset<Row> frame =
        frame(1, LocalSpark.Form.DENSE).withColumn("g", org.apache.spark.sql.functions.lit(1));
    for (PrivateMean refused :
        new PrivateMean[] {
          stage("full").setGroupCols("g"),
          stage("full").setMethod("clipped").setBound(1),
          stage("full").setTrustModel("local").setBound(1)
        }) {
      ParamException thrown = assertThrows(ParamException.class, () -> refused.fit(frame));
      assertTrue(thrown.getMessage().contains("covarianceType"), thrown.getMessage());
    }
  }
}
