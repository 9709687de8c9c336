package org.privatemean.spark;

import java.util.List;
import org.apache.spark.ml.param.Params;
import org.apache.spark.ml.util.DefaultParamsWriter;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * A writer of models that hold a release: the params in Spark ML's format under {@code metadata},
 * the release as one parquet row under {@code data}, and one row per group under {@code groups}.
 */
final class ReleaseWriter extends MLWriter {
  private final Params model;
  private final PrivateMeanSummary summary;

  ReleaseWriter(Params model, PrivateMeanSummary summary) {
    this.model = model;
    this.summary = summary;
  }

  @Override
  public void saveImpl(String path) {
    new DefaultParamsWriter(model).session(sparkSession()).saveImpl(path);
    if (summary.isGrouped()) {
      GroupTable groups = summary.groups().get();
      groups.toSaved(sparkSession()).write().parquet(path + "/groups");
      write(path, GroupRows.create(groups), GroupRows.schema());
    } else {
      write(path, ReleaseRows.create(summary.release()), ReleaseRows.schema());
    }
  }

  private void write(String path, Row row, StructType schema) {
    sparkSession()
        .createDataFrame(List.of(row), schema)
        .coalesce(1)
        .write()
        .parquet(path + "/data");
  }
}
