package org.privatemean.spark;

import java.util.List;
import org.apache.spark.ml.util.DefaultParamsWriter;
import org.apache.spark.ml.util.MLWriter;

/**
 * Saves a {@link PrivateMeanModel}: the params as Spark ML does under {@code metadata}, the release
 * as one parquet row under {@code data}.
 */
final class PrivateMeanModelWriter extends MLWriter {
  private final PrivateMeanModel model;

  PrivateMeanModelWriter(PrivateMeanModel model) {
    this.model = model;
  }

  @Override
  public void saveImpl(String path) {
    new DefaultParamsWriter(model).session(sparkSession()).saveImpl(path);
    sparkSession()
        .createDataFrame(List.of(ReleaseRows.of(model.summary().release())), ReleaseRows.schema())
        .coalesce(1)
        .write()
        .parquet(path + "/data");
  }
}
