package org.privatemean.spark;

import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Row;
import org.privatemean.refusal.ParamException;
import org.privatemean.release.ReleaseSchema;
import scala.Option;

/** Loads what {@link PrivateMeanModelWriter} saved. */
final class PrivateMeanModelReader extends MLReader<PrivateMeanModel> {
  @Override
  public PrivateMeanModel load(String path) {
    String json = sparkSession().read().text(path + "/metadata").first().getString(0);
    DefaultParamsReader.Metadata metadata =
        DefaultParamsReader.parseMetadata(json, PrivateMeanModel.class.getName());
    Row data = sparkSession().read().parquet(path + "/data").first();
    int version = ReleaseRows.version(data);
    if (version < ReleaseSchema.OLDEST_VERSION || version > ReleaseSchema.FORMAT_VERSION) {
      throw new ParamException(
          "path",
          String.format(
              "the model at %s has format version %d, and this spark-private-mean reads versions %d"
                  + " to %d",
              path, version, ReleaseSchema.OLDEST_VERSION, ReleaseSchema.FORMAT_VERSION),
          "load it with the release that saved it");
    }
    PrivateMeanModel model =
        new PrivateMeanModel(metadata.uid(), new PrivateMeanSummary(ReleaseRows.release(data)));
    metadata.getAndSetParams(model, Option.empty());
    return model;
  }
}
