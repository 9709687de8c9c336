package org.privatemean.spark;

import java.util.function.BiFunction;
import org.apache.spark.ml.param.Params;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Row;
import org.privatemean.refusal.ParamException;
import org.privatemean.refusal.Refusal;
import org.privatemean.release.ReleaseSchema;
import scala.Option;

/**
 * A reader of models that {@link ReleaseWriter} saved.
 *
 * @param <M> type of the model
 */
final class ReleaseReader<M extends Params> extends MLReader<M> {
  private final Class<M> type;
  private final BiFunction<String, PrivateMeanSummary, M> model;

  /**
   * Creates a reader.
   *
   * @param type class of the model
   * @param model creates the model from its uid and its release
   */
  ReleaseReader(Class<M> type, BiFunction<String, PrivateMeanSummary, M> model) {
    this.type = type;
    this.model = model;
  }

  @Override
  public M load(String path) {
    String json = sparkSession().read().text(path + "/metadata").first().getString(0);
    DefaultParamsReader.Metadata metadata = DefaultParamsReader.parseMetadata(json, type.getName());
    Row data = sparkSession().read().parquet(path + "/data").first();
    M loaded = model.apply(metadata.uid(), summary(path, data));
    metadata.getAndSetParams(loaded, Option.empty());
    return loaded;
  }

  private PrivateMeanSummary summary(String path, Row data) {
    checkVersion(path, ReleaseRows.version(data));
    return GroupRows.isOne(data)
        ? new PrivateMeanSummary(
            GroupRows.table(data, sparkSession().read().parquet(path + "/groups")))
        : new PrivateMeanSummary(ReleaseRows.release(data));
  }

  private static void checkVersion(String path, int version) {
    if (version < ReleaseSchema.OLDEST_VERSION || version > ReleaseSchema.FORMAT_VERSION) {
      throw new ParamException(
          "path",
          String.format(
              "the model at %s has format version %d, and this spark-private-mean reads versions %d"
                  + " to %d",
              Refusal.literal(path),
              version,
              ReleaseSchema.OLDEST_VERSION,
              ReleaseSchema.FORMAT_VERSION),
          "load it with the release that saved it");
    }
  }
}
