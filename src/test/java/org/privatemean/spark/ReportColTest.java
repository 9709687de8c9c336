package org.privatemean.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.Transformer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.privatemean.refusal.ParamException;

/** The report as a column: what a client that cannot call a model's methods reads instead. */
final class ReportColTest {
  private static Dataset<Row> rows() {
    return LocalSpark.session()
        .range(0, 3000, 1, 2)
        .selectExpr("array(id % 7 + 0.5D, double(id % 3)) AS v", "id % 2 = 0 AS even");
  }

  private static PrivateMean stage() {
    return new PrivateMean("mean1").setInputCol("v").setDimension(2).setRho(0.5).setSeed(3);
  }

  /** The one report that every row has. */
  private static String report(Transformer model) {
    Dataset<Row> output = model.transform(rows());
    assertEquals(
        List.of(model.transformSchema(rows().schema()).fieldNames()), List.of(output.columns()));
    StructField column = output.schema().apply("report");
    assertEquals(DataTypes.StringType, column.dataType());
    assertFalse(column.nullable());
    List<Row> distinct = output.groupBy("report").count().collectAsList();
    assertEquals(1, distinct.size());
    assertEquals(3000L, distinct.get(0).getLong(1));
    return distinct.get(0).getString(0);
  }

  @Test
  void transform_oneMean_appendsTheReport() {
    PrivateMeanModel model = stage().setReportCol("report").fit(rows());
    assertEquals(model.summary().toJson(), report(model));
    assertEquals("report", model.getReportCol());
  }

  @Tag("long")
  @Test
  void transform_groups_appendsTheReportOfAll() {
    PrivateMeanModel model =
        stage()
            .setGroupCols("even")
            .setPublicKeys("true", "false")
            .setReportCol("report")
            .fit(rows());
    assertEquals(model.summary().toJson(), report(model));
    assertTrue(report(model).contains("\"groups\""));
  }

  @Test
  void transform_scaler_appendsTheReport() {
    PrivateStandardScalerModel model =
        new PrivateStandardScaler()
            .setInputCol("v")
            .setDimension(2)
            .setRho(0.5)
            .setReportCol("report")
            .fit(rows());
    assertEquals(model.summary().toJson(), report(model));
  }

  @Test
  void transform_withoutReportCol_appendsTheMeanAlone() {
    PrivateMeanModel model = stage().setOutputCol("mean").fit(rows());
    assertEquals(List.of("v", "even", "mean"), List.of(model.transform(rows()).columns()));
  }

  @Test
  void fit_reportColThatExists_isRefusedBeforeAnyRow() {
    for (String name : List.of("even", "mean1__output")) {
      PrivateMean stage = stage().setReportCol(name);
      ParamException refusal = assertThrows(ParamException.class, () -> stage.fit(rows()));
      assertEquals("reportCol", refusal.param());
      assertThrows(ParamException.class, () -> stage.transformSchema(rows().schema()));
    }
  }

  @Test
  void pipeline_ofAStageWithAReport_hasTheColumn() {
    PipelineModel pipeline =
        new Pipeline()
            .setStages(new PipelineStage[] {stage().setOutputCol("mean").setReportCol("report")})
            .fit(rows());
    assertTrue(report(pipeline).contains("\"mean\""));
  }
}
