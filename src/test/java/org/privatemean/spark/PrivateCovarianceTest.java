package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.SplittableRandom;
import org.apache.spark.ml.feature.PCA;
import org.apache.spark.ml.feature.PCAModel;
import org.apache.spark.ml.linalg.Matrix;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.refusal.ParamException;
import org.privatemean.request.RecentredSpec;

final class PrivateCovarianceTest {
  private static final int DIMENSION = 6;

  /** Two directions hold most of the variance. */
  private static double[][] rows(int count) {
    SplittableRandom random = new SplittableRandom(1);
    double[][] rows = new double[count][DIMENSION];
    for (double[] row : rows) {
      double one = 3 * random.nextGaussian();
      double two = 2 * random.nextGaussian();
      for (int j = 0; j < DIMENSION; j++) {
        row[j] = 10 + (j % 2 == 0 ? one : two) + 0.5 * random.nextGaussian();
      }
    }
    return rows;
  }

  private static Dataset<Row> frame(int count, int partitions) {
    return LocalSpark.frame(rows(count), LocalSpark.Form.DENSE, partitions);
  }

  private static PrivateCovariance stage() {
    return new PrivateCovariance()
        .setInputCol("features")
        .setDimension(DIMENSION)
        .setRho(0.5)
        .setSeed(7);
  }

  @Test
  void fit_partitionedAnyWay_hasTheSameBits() {
    PrivateMeanModel one = stage().fit(frame(3000, 1));
    PrivateMeanModel five = stage().fit(frame(3000, 5));
    assertEquals(one.covariance(), five.covariance());
    assertEquals(one.summary().release(), five.summary().release());
  }

  @Tag("long")
  @Test
  void toPCA_ofManyRows_spansWhatSparksOwnModelDoes() {
    Dataset<Row> frame = frame(20_000, 2).cache();
    PCAModel found = stage().fit(frame).toPCA(2).setInputCol("features").setOutputCol("pca");
    PCAModel exact = new PCA().setInputCol("features").setOutputCol("pca").setK(2).fit(frame);
    assertArrayEquals(
        exact.explainedVariance().toArray(), found.explainedVariance().toArray(), 0.02);
    for (int k = 0; k < 2; k++) {
      double square = 0;
      for (int l = 0; l < 2; l++) {
        double product = 0;
        for (int j = 0; j < DIMENSION; j++) {
          product += found.pc().apply(j, k) * exact.pc().apply(j, l);
        }
        square += product * product;
      }
      // The sine of the angle to the plane of the exact components.
      assertTrue(Math.sqrt(Math.max(0, 1 - square)) < 0.05, "component " + k);
    }
    assertEquals(
        2, found.transform(frame).first().<org.apache.spark.ml.linalg.Vector>getAs("pca").size());
    frame.unpersist();
  }

  @Test
  void model_savedAndLoaded_isTheSame(@TempDir Path folder) throws Exception {
    PrivateMeanModel model = stage().fit(frame(2000, 2));
    String path = folder.resolve("model").toString();
    model.write().save(path);
    PrivateMeanModel read = PrivateMeanModel.load(path);
    assertEquals(model.covariance(), read.covariance());
    assertEquals(model.noisyCovariance(), read.noisyCovariance());
    assertEquals(model.covarianceNoise(), read.covarianceNoise());
    assertEquals(model.summary().toJson(), read.summary().toJson());
    Matrix correlation = read.correlation();
    assertEquals(1, correlation.apply(3, 3));
    assertEquals(correlation.apply(0, 4), correlation.apply(4, 0));
    assertTrue(read.eigenvalues().apply(0) > 10 * read.eigenvalueNoise());
  }

  @Test
  void transformSchema_ofAMethodWithoutMoments_isRefused() {
    Dataset<Row> frame = frame(10, 1);
    ParamException refused =
        assertThrows(ParamException.class, () -> PrivateCovarianceTest.plan(frame, "clipped"));
    assertTrue(
        refused.getMessage().contains("covariances require method recentred"),
        refused.getMessage());
  }

  private static void plan(Dataset<Row> frame, String method) {
    PrivateMean mean =
        new PrivateMean()
            .setInputCol("features")
            .setDimension(DIMENSION)
            .setRho(1)
            .setMethod(method)
            .setBound(10);
    FitPlan.check(
        mean, frame.schema(), java.util.Optional.empty(), RecentredSpec.Moments.COVARIANCE);
  }

  @Test
  void covariance_ofAMeanAlone_isRefusedByName() {
    PrivateMeanModel mean =
        new PrivateMean()
            .setInputCol("features")
            .setDimension(DIMENSION)
            .setRho(0.5)
            .setSeed(1)
            .fit(frame(500, 1));
    String message = assertThrows(IllegalStateException.class, mean::covariance).getMessage();
    assertTrue(message.contains("PrivateCovariance"), message);
    PrivateMeanModel model = stage().fit(frame(1000, 1));
    assertThrows(ParamException.class, () -> model.toPCA(0));
    assertThrows(ParamException.class, () -> model.toPCA(DIMENSION + 1));
  }
}
