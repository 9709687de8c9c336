package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.evaluation.RegressionEvaluator;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.regression.LinearRegression;
import org.apache.spark.ml.tuning.CrossValidator;
import org.apache.spark.ml.tuning.ParamGridBuilder;
import org.apache.spark.ml.tuning.TrainValidationSplit;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.privatemean.privacy.Neighbours;
import org.privatemean.privacy.ledger.durable.LedgerRefusedException;
import org.privatemean.privacy.ledger.durable.LedgerView.State;

/** Each fit of a search over params pays, if its pipeline has a stage that releases. */
@Tag("long")
final class CrossValidatedStageTest {
  private static final double RHO = 20;

  @TempDir Path folder;
  private FileLedger ledger;

  @BeforeEach
  void open() {
    ledger = FileLedger.of(folder.resolve("ledger"), 1000, 0, Neighbours.REPLACE);
  }

  private static Dataset<Row> rows() {
    return LocalSpark.session()
        .sql(
            "SELECT array(double(id % 5), double(id % 7)) AS features,"
                + " double(id % 5 - id % 7) AS label FROM range(200)");
  }

  private PrivateStandardScaler scaler() {
    return new PrivateStandardScaler()
        .setInputCol("features")
        .setOutputCol("scaled")
        .setDimension(2)
        .setRho(RHO)
        .setLedger(ledger.uri());
  }

  private static Pipeline pipeline(PrivateStandardScaler scaler) {
    LinearRegression line = new LinearRegression().setFeaturesCol("scaled").setMaxIter(1);
    return new Pipeline().setStages(new PipelineStage[] {scaler, line});
  }

  /** Checks what was paid, and that the best model scales by a release that was paid for. */
  private void assertPaid(List<Double> rhos, Model<?> best) {
    assertEquals(Collections.nCopies(rhos.size(), State.STORED), ledger.states());
    assertEquals(
        rhos, ledger.view().charges().stream().map(line -> line.price().rhoCeiling()).toList());
    PrivateStandardScalerModel scale =
        assertInstanceOf(PrivateStandardScalerModel.class, ((PipelineModel) best).stages()[0]);
    PrivateMeanSummary last = scale.summary();
    assertEquals(last.ledgerEntry().orElseThrow().split(":", -1)[0], String.valueOf(lastCharge()));
  }

  private long lastCharge() {
    var charges = ledger.view().charges();
    return charges.get(charges.size() - 1).number();
  }

  /** Two folds of two maps, and the best map on all rows. */
  @Test
  void crossValidator_ofAPipelineWithTheScaler_paysForEachFoldAndMapAndTheLastFit() {
    PrivateStandardScaler scaler = scaler();
    ParamMap[] maps =
        new ParamGridBuilder().addGrid(scaler.rho(), new double[] {RHO, 2 * RHO}).build();
    CrossValidator search =
        new CrossValidator()
            .setEstimator(pipeline(scaler))
            .setEvaluator(new RegressionEvaluator())
            .setEstimatorParamMaps(maps)
            .setNumFolds(2)
            .setSeed(1);
    var model = search.fit(rows());
    double best = model.avgMetrics()[0] <= model.avgMetrics()[1] ? RHO : 2 * RHO;
    assertPaid(List.of(RHO, 2 * RHO, RHO, 2 * RHO, best), model.bestModel());
  }

  @Test
  void trainValidationSplit_ofAPipelineWithTheScaler_paysForEachMapAndTheLastFit() {
    var model =
        new TrainValidationSplit()
            .setEstimator(pipeline(scaler()))
            .setEvaluator(new RegressionEvaluator())
            .setEstimatorParamMaps(new ParamMap[] {ParamMap.empty()})
            .setSeed(1)
            .fit(rows());
    assertPaid(List.of(RHO, RHO), model.bestModel());
  }

  /** No plan tells one fold from another; it does tell a fold from all rows. */
  @Test
  void crossValidator_ofANamedRelease_isRefusedAtTheLastFit() {
    CrossValidator search =
        new CrossValidator()
            .setEstimator(pipeline(scaler().setReleaseName("one for all")))
            .setEvaluator(new RegressionEvaluator())
            .setEstimatorParamMaps(new ParamMap[] {ParamMap.empty()})
            .setNumFolds(2)
            .setSeed(1);
    LedgerRefusedException refusal =
        assertThrows(LedgerRefusedException.class, () -> search.fit(rows()));
    assertTrue(refusal.getMessage().contains("stands for other rows"), refusal.getMessage());
    assertEquals(List.of(State.STORED), ledger.states());
  }
}
