package org.privatemean.spark;

import java.util.List;
import org.apache.spark.ml.param.Params;
import org.apache.spark.ml.util.DefaultParamsWriter;
import org.apache.spark.ml.util.MLWriter;
import org.privatemean.release.Release;

/**
 * Saves a model that holds a release: the params as Spark ML does under {@code metadata}, the
 * release as one parquet row under {@code data}.
 */
final class ReleaseWriter extends MLWriter {
  private final Params model;
  private final Release release;

  ReleaseWriter(Params model, Release release) {
    this.model = model;
    this.release = release;
  }

  @Override
  public void saveImpl(String path) {
    new DefaultParamsWriter(model).session(sparkSession()).saveImpl(path);
    sparkSession()
        .createDataFrame(List.of(ReleaseRows.of(release)), ReleaseRows.schema())
        .coalesce(1)
        .write()
        .parquet(path + "/data");
  }
}
