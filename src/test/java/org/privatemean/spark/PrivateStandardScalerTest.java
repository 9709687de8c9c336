package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.apache.spark.ml.attribute.AttributeGroup;
import org.apache.spark.ml.linalg.DenseVector;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.Param;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.privatemean.privacy.Charge;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.PrivacyUnit;
import org.privatemean.privacy.Zcdp;
import org.privatemean.privacy.ledger.durable.LedgerRefusedException;
import org.privatemean.release.Deviations;
import org.privatemean.release.Estimate;
import org.privatemean.release.Guarantee;
import org.privatemean.release.Noise;
import org.privatemean.release.NoiseSeeding;
import org.privatemean.release.Release;
import org.privatemean.release.TrustedParty;
import org.privatemean.request.RecentredSpec;

/**
 * Mostly of a release that is given: what the model does with it, and what the estimator refuses.
 */
final class PrivateStandardScalerTest {
  private static final double[] MEAN = {40, 1e4, 0.5};
  private static final double[] STD = {12, 3e4, 0.2};
  private static final double[][] ROWS = {{41, 2e4, 0}, {0, 0, 0.25}, {-7, 0, 0}, {1e-3, 5, -1}};

  /** By hand, with an upper bound in the last place. */
  static PrivateMeanSummary released() {
    Release release =
        Release.of(
            RecentredSpec.NAME,
            TrustedParty.CURATOR,
            Guarantee.inZcdp(new Zcdp(0.5), PrivacyUnit.row(Neighbours.REPLACE)),
            Estimate.of(MEAN, 1000),
            Noise.of(new double[] {0.1, 200, 0.01}, Double.POSITIVE_INFINITY));
    Deviations deviations =
        new Deviations(STD, new double[] {0.2, 300, 0.1}, new boolean[] {false, false, true});
    return new PrivateMeanSummary(release.withDeviations(deviations).withSeeding(NoiseSeeding.NO));
  }

  private static PrivateStandardScaler scaler() {
    return new PrivateStandardScaler()
        .setInputCol("features")
        .setOutputCol("scaled")
        .setDimension(3)
        .setRho(0.5);
  }

  /** One fit of rows in Spark: close to the exact statistics, and scaled by them. */
  @Test
  void fit_rowsOfDifferentUnits_scalesEachToDeviationOne() {
    SplittableRandom random = new SplittableRandom(4);
    double[][] rows = new double[5000][3];
    for (double[] row : rows) {
      Arrays.setAll(row, j -> MEAN[j] + STD[j] * random.nextGaussian());
    }
    Dataset<Row> frame = LocalSpark.frame(rows, LocalSpark.Form.DENSE, 2).cache();
    PrivateStandardScalerModel model = scaler().setWithMean(true).setSeed(7).fit(frame);
    PrivateMeanSummary summary = model.summary();
    for (int j = 0; j < 3; j++) {
      assertEquals(0, (model.mean().apply(j) - MEAN[j]) / STD[j], 0.1, "mean " + j);
      assertEquals(1, model.std().apply(j) / STD[j], 0.1, "deviation " + j);
      assertTrue(summary.stdNoise()[j] < 0.05 * STD[j], "noise " + j);
    }
    assertEquals(List.of(), summary.unresolvedCoordinates());
    assertEquals(0.5, summary.charges().stream().mapToDouble(Charge::rho).sum(), 1e-12);
    assertEquals("standard", summary.scaling());
    assertEquals("private", summary.scalesFrom());
    assertEquals("none", summary.sampling());
    double[] sums = new double[3];
    double[] squares = new double[3];
    for (Vector vector : transformed(model, frame)) {
      Arrays.setAll(sums, j -> sums[j] + vector.apply(j) / rows.length);
      Arrays.setAll(squares, j -> squares[j] + vector.apply(j) * vector.apply(j) / rows.length);
    }
    assertArrayEquals(new double[3], sums, 0.05);
    assertArrayEquals(new double[] {1, 1, 1}, squares, 0.15);
    frame.unpersist();
  }

  private static List<Vector> transformed(PrivateStandardScalerModel model, Dataset<Row> rows) {
    return model.transform(rows).select("scaled").collectAsList().stream()
        .map(row -> (Vector) row.get(0))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, false"})
  void transform_everyForm_isWhatSparksOwnModelDoes(boolean withStd, boolean withMean) {
    PrivateStandardScalerModel model =
        scaler().setWithStd(withStd).setWithMean(withMean).model(released());
    for (LocalSpark.Form form : LocalSpark.Form.values()) {
      Dataset<Row> rows = LocalSpark.frame(ROWS, form, 1);
      List<Row> features = rows.collectAsList();
      List<Vector> scaled = transformed(model, rows);
      assertEquals(ROWS.length, scaled.size());
      for (int i = 0; i < ROWS.length; i++) {
        double[] row =
            features.get(i).get(0) instanceof Vector vector
                ? vector.toArray()
                : features.get(i).<Number>getList(0).stream()
                    .mapToDouble(Number::doubleValue)
                    .toArray();
        double[] expected =
            model.toMLlib().transform(org.apache.spark.mllib.linalg.Vectors.dense(row)).toArray();
        assertArrayEquals(expected, scaled.get(i).toArray(), 0.0, form + " " + i);
        double moved = (row[0] - (withMean ? MEAN[0] : 0)) / (withStd ? STD[0] : 1);
        assertEquals(moved, scaled.get(i).apply(0), 1e-12);
      }
    }
  }

  @Test
  void transform_sparseRowsWithoutMean_staySparse() {
    Dataset<Row> sparse = LocalSpark.frame(ROWS, LocalSpark.Form.SPARSE, 1);
    for (Vector vector : transformed(scaler().model(released()), sparse)) {
      assertInstanceOf(SparseVector.class, vector);
      assertTrue(((SparseVector) vector).indices().length < 3 || vector.numNonzeros() == 3);
    }
    for (Vector vector : transformed(scaler().setWithMean(true).model(released()), sparse)) {
      assertInstanceOf(DenseVector.class, vector);
    }
  }

  @Test
  void transform_nullRow_staysNullAndOtherLengthsAreRefused() {
    PrivateStandardScalerModel model = scaler().model(released());
    Dataset<Row> rows = LocalSpark.frame(new double[][] {null, ROWS[0]}, LocalSpark.Form.DENSE, 1);
    assertEquals(1, transformed(model, rows).stream().filter(each -> each == null).count());
    assertNull(
        transformed(model, LocalSpark.frame(new double[][] {null}, LocalSpark.Form.DOUBLES, 1))
            .get(0));
    Dataset<Row> longer = LocalSpark.frame(new double[][] {{1, 2, 3, 4}}, LocalSpark.Form.DENSE, 1);
    Throwable failure = assertThrows(Exception.class, () -> transformed(model, longer));
    while (failure.getCause() != null) {
      failure = failure.getCause();
    }
    assertEquals(
        "the input column has a vector of 4 coordinates, but the model has 3",
        failure.getMessage());
  }

  @ParameterizedTest
  @EnumSource(LocalSpark.Form.class)
  void transformSchema_ofEstimatorAndModel_isThatOfTheOutput(LocalSpark.Form form) {
    StructType schema = new StructType().add("features", form.type());
    StructType expected = scaler().transformSchema(schema);
    PrivateStandardScalerModel model = scaler().model(released());
    assertEquals(expected, model.transformSchema(schema));
    assertEquals(3, AttributeGroup.fromStructField(expected.apply("scaled")).size());
    Dataset<Row> rows = LocalSpark.frame(ROWS, form, 1);
    assertEquals(
        3, AttributeGroup.fromStructField(model.transform(rows).schema().apply("scaled")).size());
    assertThrows(
        IllegalArgumentException.class,
        () -> model.transformSchema(new StructType().add("other", form.type())));
    assertThrows(
        IllegalArgumentException.class,
        () -> model.transformSchema(schema.add("scaled", form.type())));
  }

  @Test
  void model_ofARelease_hasItsStatistics() {
    PrivateStandardScalerModel model = scaler().model(released());
    assertArrayEquals(MEAN, model.mean().toArray());
    assertArrayEquals(STD, model.std().toArray());
    assertArrayEquals(STD, model.toMLlib().std().toArray());
    assertArrayEquals(MEAN, model.toMLlib().mean().toArray());
    assertEquals(List.of(2), model.summary().unresolvedCoordinates());
    assertArrayEquals(new double[] {0.2, 300, 0.1}, model.summary().stdNoise());
    assertTrue(model.hasParent());
  }

  @Test
  void model_ofAReleaseWithoutDeviations_isNotMade() {
    PrivateMeanSummary mean = new PrivateMeanSummary(released().release().withDeviations(null));
    assertThrows(IllegalStateException.class, () -> scaler().model(mean));
  }

  @Test
  void fit_meanAlone_isRefusedWithAHint() {
    StructType schema = LocalSpark.frame(ROWS, LocalSpark.Form.DENSE, 1).schema();
    PrivateStandardScaler scaler = scaler().setWithStd(false).setWithMean(true);
    String message =
        assertThrows(IllegalArgumentException.class, () -> scaler.transformSchema(schema))
            .getMessage();
    assertEquals(
        "withStd false with withMean true pays for standard deviations that are not "
            + "used: use PrivateMean for the mean alone",
        message);
    scaler().setWithStd(false).transformSchema(schema);
  }

  @Test
  void transformSchema_missingBudgetOrWrongColumn_isRefusedAsByPrivateMean() {
    StructType schema = LocalSpark.frame(ROWS, LocalSpark.Form.DENSE, 1).schema();
    PrivateStandardScaler noBudget = new PrivateStandardScaler().setInputCol("features");
    assertThrows(IllegalArgumentException.class, () -> noBudget.transformSchema(schema));
    PrivateStandardScaler wrong = scaler().setInputCol("nope");
    assertThrows(IllegalArgumentException.class, () -> wrong.transformSchema(schema));
  }

  /** A fit that fails reveals one exact bit about the rows. */
  @Test
  void fit_handleInvalidErrorUnderALedger_isRefused(@TempDir Path folder) {
    FileLedger ledger = FileLedger.of(folder.resolve("ledger"), 1, 0, Neighbours.REPLACE);
    Dataset<Row> rows = LocalSpark.frame(ROWS, LocalSpark.Form.DENSE, 1);
    PrivateStandardScaler stage =
        scaler().setLedger(ledger.uri()).setReleaseName("a").setHandleInvalid("error");
    LedgerRefusedException refused =
        assertThrows(LedgerRefusedException.class, () -> stage.fit(rows));
    assertTrue(
        refused.getMessage().contains(": handleInvalid lets a row end"), refused::getMessage);
    assertEquals(List.of(), ledger.states());
  }

  @Test
  void names_ofParams_areThoseThatScriptsRelyOn() {
    TreeSet<String> names = new TreeSet<>();
    for (Param<?> param : new PrivateStandardScaler().params()) {
      names.add(param.name());
    }
    assertEquals(
        new TreeSet<>(
            List.of(
                "bound",
                "confidence",
                "coordinateBound",
                "delta",
                "dimension",
                "epsilon",
                "handleInvalid",
                "inputCol",
                "ledger",
                "ledgerAtLeast",
                "ledgerKeyFile",
                "ledgerScope",
                "minNorm",
                "neighbours",
                "outputCol",
                "payAgain",
                "rareUnit",
                "regions",
                "releaseName",
                "reportCol",
                "rho",
                "seed",
                "withMean",
                "withStd")),
        names);
  }
}
